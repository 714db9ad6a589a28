package dev.holdpoint.engine.cluster;

import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Work;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Commits decisions for agents that may have to be fetched first: where a decision finds nobody who
 * would hear it, the agent is brought back, on the thread of whoever decides, and the decision is
 * made once more. It is made once more as well when the agent cannot be had: then only a no stands.
 * Decisions on several runs in one commit fetch one agent after the other, each once.
 */
public final class ReconnectingCommits implements Commits {
  /** Of the decisions that are being made together: whose agents cannot be had, by run. */
  static final ScopedValue<Map<Long, Reachability.Unavailable>> TRIED = ScopedValue.newInstance();

  private final Commits commits;
  private final Reachability reach;

  public ReconnectingCommits(Commits commits, Reachability reach) {
    this.commits = commits;
    this.reach = reach;
  }

  @Override
  public <R> R commit(Work<R> work) {
    Set<Long> asked = new HashSet<>();
    Map<Long, Reachability.Unavailable> tried = new HashMap<>();
    while (true) {
      try {
        return commits.commit(tried.isEmpty() ? work : knowing(Map.copyOf(tried), work));
      } catch (Reachability.Unreached unreached) {
        // One that is gone again, right after it was brought back, is not waited for.
        if (!asked.add(unreached.runKey())) {
          throw unreached;
        }
        try {
          reach.bring(unreached.runKey());
        } catch (Reachability.Unavailable gone) {
          tried.put(unreached.runKey(), gone);
        }
      }
    }
  }

  private static <R> Work<R> knowing(Map<Long, Reachability.Unavailable> tried, Work<R> work) {
    return Work.about(
        work.subject(), change -> ScopedValue.where(TRIED, tried).call(() -> work.decide(change)));
  }
}
