package dev.holdpoint.engine.commit;

import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.SessionStatus;
import dev.holdpoint.engine.port.store.LiveRun;
import dev.holdpoint.engine.port.store.SessionLoad;

/** What a session is doing, as its live runs tell: what needs a person comes first. */
public final class SessionSummary {
  private SessionSummary() {}

  /**
   * @param lastFailed whether the newest run of the session ended in failure
   */
  public static LedgerEvent.SessionChanged of(SessionLoad load, boolean lastFailed) {
    int approvals = 0;
    int questions = 0;
    // A child that waits for its parent has no question of its own, and waits all the same.
    boolean asks = false;
    for (LiveRun run : load.awake()) {
      approvals += run.pendingApprovals();
      questions += run.pendingQuestions();
      asks |= run.status() == RunStatus.WAITING_FOR_USER_QUESTION;
    }
    return new LedgerEvent.SessionChanged(
        status(load, lastFailed, approvals > 0, asks), approvals, questions);
  }

  private static SessionStatus status(
      SessionLoad load, boolean lastFailed, boolean wantsLeave, boolean asks) {
    if (wantsLeave) {
      return SessionStatus.WAITING_FOR_APPROVAL;
    }
    if (asks) {
      return SessionStatus.WAITING_FOR_USER_QUESTION;
    }
    if (!load.isIdle()) {
      return SessionStatus.RUNNING;
    }
    return lastFailed ? SessionStatus.FAILED : SessionStatus.IDLE;
  }
}
