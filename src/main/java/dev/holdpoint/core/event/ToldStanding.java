package dev.holdpoint.core.event;

import dev.holdpoint.core.policy.NamedPolicy;
import dev.holdpoint.core.policy.OnExpiry;
import dev.holdpoint.core.policy.Standing;
import dev.holdpoint.core.policy.Vote;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A standing as it was shown at one moment. An event keeps it, so that a reader of the event later
 * reads the same; nothing decides by it.
 *
 * @param policy null where no named policy held
 * @param summary the standing in one line, as it was read then
 */
public record ToldStanding(
    Standing.State state,
    @Nullable Mark policy,
    int stage,
    int stages,
    List<Vote> votes,
    List<List<Standing.Missing>> missing,
    Standing.@Nullable Next next,
    OnExpiry onExpiry,
    String summary) {
  /** An event stores them all. */
  private static final int MOST_VOTES = 50;

  private static final int MOST_ALTERNATIVES = 8;

  public ToldStanding {
    votes = List.copyOf(votes);
    missing = missing.stream().map(List::copyOf).toList();
  }

  /** A policy at one of its versions. */
  public record Mark(String id, String name, int version, String risk, @Nullable String note) {
    public static Mark of(NamedPolicy policy) {
      return new Mark(
          policy.id(),
          policy.name(),
          policy.version(),
          policy.rules().risk().word(),
          policy.rules().note());
    }
  }

  public static ToldStanding whole(Standing standing, long nowMs) {
    return new ToldStanding(
        standing.state(),
        standing.policy() == null ? null : Mark.of(standing.policy()),
        standing.stage(),
        standing.stages(),
        standing.votes(),
        standing.missing(),
        standing.next(),
        standing.onExpiry(),
        standing.summary(nowMs));
  }

  /** With the newest votes and the first alternatives of what is missing. */
  public ToldStanding brief() {
    return new ToldStanding(
        state,
        policy,
        stage,
        stages,
        votes.subList(Math.max(0, votes.size() - MOST_VOTES), votes.size()),
        missing.subList(0, Math.min(missing.size(), MOST_ALTERNATIVES)),
        next,
        onExpiry,
        summary);
  }
}
