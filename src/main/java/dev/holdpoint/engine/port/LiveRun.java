package dev.holdpoint.engine.port;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;

/** The little that is needed of a run that has not ended to say what its session is doing. */
public record LiveRun(
    long key,
    RunStatus status,
    boolean holdsSlot,
    boolean wantsSlot,
    int pendingApprovals,
    int pendingQuestions) {

  public static LiveRun of(Run run) {
    return new LiveRun(
        run.key(),
        run.status(),
        run.holdsSlot(),
        run.status() == RunStatus.QUEUED,
        run.pendingApprovals().size(),
        run.pendingQuestions().size());
  }
}
