package dev.holdpoint.engine.cluster;

import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Work;

/**
 * Commits decisions for agents that may have to be fetched first: where a decision finds nobody who
 * would hear it, the agent is brought back, on the thread of whoever decides, and the decision is
 * made once more. It is made once more as well when the agent cannot be had: then only a no stands.
 */
public final class ReconnectingCommits implements Commits {
  /** Of the decision that is being made: that its agent cannot be had. */
  static final ScopedValue<Reachability.Unavailable> TRIED = ScopedValue.newInstance();

  private final Commits commits;
  private final Reachability reach;

  public ReconnectingCommits(Commits commits, Reachability reach) {
    this.commits = commits;
    this.reach = reach;
  }

  @Override
  public <R> R commit(Work<R> work) {
    try {
      return commits.commit(work);
    } catch (Reachability.Unreached unreached) {
      try {
        reach.bring(unreached.runKey());
      } catch (Reachability.Unavailable tried) {
        return commits.commit(knowing(tried, work));
      }
      return commits.commit(work);
    }
  }

  private static <R> Work<R> knowing(Reachability.Unavailable tried, Work<R> work) {
    return Work.about(
        work.subject(), change -> ScopedValue.where(TRIED, tried).call(() -> work.decide(change)));
  }
}
