package dev.holdpoint.engine.cluster;

import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Work;

/**
 * Commits decisions for agents that may have to be fetched first: where a decision finds nobody who
 * would hear it, the agent is brought back, on the thread of whoever decides, and the decision is
 * made once more.
 */
public final class ReconnectingCommits implements Commits {
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
      reach.bring(unreached.runKey());
      return commits.commit(work);
    }
  }
}
