package dev.holdpoint.engine;

import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.session.SessionStatus;
import dev.holdpoint.engine.port.LiveRun;
import dev.holdpoint.engine.port.SessionLoad;

/** What a session is doing, as its live runs tell: what needs a person comes first. */
public final class SessionSummary {
  private SessionSummary() {}

  /**
   * @param lastFailed whether the newest run of the session ended in failure
   */
  public static LedgerEvent.SessionChanged of(SessionLoad load, boolean lastFailed) {
    int approvals = 0;
    int questions = 0;
    for (LiveRun run : load.awake()) {
      approvals += run.pendingApprovals();
      questions += run.pendingQuestions();
    }
    return new LedgerEvent.SessionChanged(
        status(load, lastFailed, approvals, questions), approvals, questions);
  }

  private static SessionStatus status(
      SessionLoad load, boolean lastFailed, int approvals, int questions) {
    if (approvals > 0) {
      return SessionStatus.WAITING_FOR_APPROVAL;
    }
    if (questions > 0) {
      return SessionStatus.WAITING_FOR_USER_QUESTION;
    }
    if (!load.isIdle()) {
      return SessionStatus.RUNNING;
    }
    return lastFailed ? SessionStatus.FAILED : SessionStatus.IDLE;
  }
}
