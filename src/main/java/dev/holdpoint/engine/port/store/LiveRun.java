package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;

/** The little that is needed of a run that runs or waits to say what its session is doing. */
public record LiveRun(
    long key, RunStatus status, boolean holdsSlot, int pendingApprovals, int pendingQuestions) {

  public static LiveRun of(Run run) {
    return new LiveRun(
        run.key(),
        run.status(),
        run.holdsSlot(),
        run.pendingApprovals().size(),
        run.pendingQuestions().size());
  }
}
