package dev.holdpoint.core.triage;

import dev.holdpoint.core.triage.Triage.Claim;
import dev.holdpoint.core.triage.Triage.Look;
import dev.holdpoint.core.triage.Triage.Snooze;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people did about a gate, as it was at one moment: what was over by then is not in it. */
public record TriageState(
    List<Look> seen,
    @Nullable Claim claim,
    List<Snooze> snoozes,
    List<String> watchers,
    int reminded,
    int comments) {
  /** The most entries of each list in an event, which stores them all. */
  private static final int TOLD = 50;

  public TriageState {
    seen = List.copyOf(seen);
    snoozes = List.copyOf(snoozes);
    watchers = List.copyOf(watchers);
  }

  /**
   * @param pending whether the gate waits; the claims and snoozes of a settled one are over
   */
  public static TriageState of(Triage triage, boolean pending, long nowMs) {
    return new TriageState(
        triage.seen(),
        pending ? triage.claimAt(nowMs) : null,
        pending ? triage.snoozesAt(nowMs) : List.of(),
        triage.watchers(),
        triage.reminded(),
        triage.comments());
  }

  /** The newest of each list. */
  public TriageState brief() {
    return new TriageState(last(seen), claim, last(snoozes), last(watchers), reminded, comments);
  }

  private static <T> List<T> last(List<T> all) {
    return all.subList(Math.max(0, all.size() - TOLD), all.size());
  }
}
