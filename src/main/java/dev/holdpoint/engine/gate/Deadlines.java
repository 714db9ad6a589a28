package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.ApprovalEvent;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Portions;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.Slots;
import java.util.List;

/**
 * What happens when nobody decided in time: an expired approval fails its run, an expired question
 * cancels it, and an expired clarification is a no to the child that asked. The deadline is
 * recorded as a deadline, never as a person's no.
 */
public final class Deadlines {
  public static final String BY = "deadline";

  /** How a run ends whose approval nobody decided in time. */
  public static final String EXPIRED = "approval_expired";

  private static final int AT_ONCE = 100;

  private final Commits commits;
  private final Slots slots;

  public Deadlines(Commits commits, Slots slots) {
    this.commits = commits;
    this.slots = slots;
  }

  /**
   * Expires what is due, the earliest first; gives how many runs it ended, at most a hundred at
   * once. Safe to call at any time, any number of times.
   */
  public int expireDue() {
    try {
      return commits.commit(
          change -> expire(change, change.queries().dueGates(change.nowMs(), AT_ONCE)));
    } catch (Refused refused) {
      Portions.checkIsOfOne(refused);
      List<GateRow> due =
          commits.commit(change -> change.queries().dueGates(change.nowMs(), AT_ONCE));
      return Portions.alone(due, some -> commits.commit(change -> expire(change, some)));
    }
  }

  private int expire(Change change, List<GateRow> due) {
    int ended = 0;
    for (GateRow gate : due) {
      Run run = change.run(gate.runKey());
      if (run != null
          && !run.status().isSettled()
          && expire(change, run, slots).status().isSettled()) {
        ended++;
      }
    }
    return ended;
  }

  /** Expires every gate of the run whose time has come, and with them the run. */
  public static Run expire(Change change, Run run, Slots slots) {
    if (run.isClarification()) {
      return Clarifications.expire(change, run, slots);
    }
    long nowMs = change.nowMs();
    RunEdit edit = RunEdit.of(change, run);
    boolean expired = false;
    for (Gate gate : run.pendingGates()) {
      Gate late = gate.expired(nowMs).orElse(null);
      if (late != null) {
        edit.settle(late);
        expired = true;
      }
    }
    if (!expired) {
      return run;
    }
    edit.apply(
        run.status() == RunStatus.WAITING_FOR_APPROVAL
            ? new RunCommand.Fail(nowMs, EXPIRED)
            : new RunCommand.Cancel(nowMs));
    return edit.withdrawGates(BY).done(slots);
  }

  /** Lets every approval of the run expire, whatever its deadline is: nobody will decide it. */
  public static void expireNow(RunEdit edit, Run run, long nowMs) {
    run.pendingApprovals()
        .forEach(approval -> edit.settle(approval, new ApprovalEvent.Expired(nowMs), null));
  }
}
