package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.Withdrawal;
import dev.holdpoint.core.policy.OnExpiry;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Portions;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permission.Rulebook;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.run.QuestionResolutions;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.standing.Judgement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * What happens when nobody decided in time. Where the asker has not said otherwise, an expired
 * approval fails its run, an expired question cancels it, and an expired clarification is a no to
 * the child that asked. The deadline is recorded as a deadline, never as a person's no.
 */
public final class Deadlines {
  public static final String BY = "deadline";

  /** How a run ends whose approval nobody decided in time. */
  public static final String EXPIRED = "approval_expired";

  private static final String UNSETTLED =
      "nobody said in time whether a call that left no result had happened; it is not repeated";

  private static final int AT_ONCE = 100;

  private final Commits commits;
  private final Slots slots;

  public Deadlines(Commits commits, Slots slots) {
    this.commits = commits;
    this.slots = slots;
  }

  /**
   * Expires what is due, the earliest first; gives how many runs it changed, at most a hundred at
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
      if (run != null && !run.status().isSettled() && !expire(change, run, slots).equals(run)) {
        ended++;
      }
    }
    return ended;
  }

  /** Expires every gate of the run whose time has come, and does what their deadlines say. */
  public static Run expire(Change change, Run found, Slots slots) {
    PolicyBook book = PolicyBook.in(change);
    Run run = Stages.advance(change, book, found, slots);
    if (run.status().isSettled()) {
      return run;
    }
    if (run.isClarification()) {
      return Clarifications.expire(change, book, run, slots);
    }
    RunEdit edit = RunEdit.of(change, run);
    List<Judgement> over =
        run.pendingGates().stream()
            .filter(gate -> gate.expired(change.nowMs()).isPresent())
            .map(gate -> Judgement.of(book, run, gate))
            .toList();
    if (over.isEmpty()) {
      return run;
    }
    Applied ending = ending(change, run, over);
    List<Gate> late = new ArrayList<>();
    for (Judgement judged : over) {
      // What ends the run ends it for all of them: no other was allowed or told anything.
      Applied applied = endsRun(ending) ? ending : applied(change, run, judged);
      judged
          .gate()
          .under(judged.ruling(null, null))
          .expired(change.nowMs(), applied)
          .ifPresent(late::add);
    }
    late.forEach(edit::settle);
    return switch (ending) {
      case FAIL ->
          edit.apply(new RunCommand.Fail(change.nowMs(), EXPIRED))
              .withdrawGates(BY, Withdrawal.GONE)
              .done(slots);
      case CANCEL ->
          edit.apply(new RunCommand.Cancel(change.nowMs()))
              .withdrawGates(BY, Withdrawal.GONE)
              .done(slots);
      case INTERRUPT ->
          edit.end(new RunCommand.Interrupt(change.nowMs(), UNSETTLED), BY).done(slots);
      case DENY, DECLINE, DEFAULT, ALLOW -> goOn(change, run, edit, late.getLast(), slots);
    };
  }

  /** Whether the gate's time is over: its deadline has passed, and its policy gives it no more. */
  public static boolean isOver(Change change, Run run, Gate gate) {
    Long deadline = gate.expiresAtMs();
    if (!gate.isPending()
        || deadline == null
        || change.nowMs() < deadline
        || (gate instanceof Approval approval && approval.held() != null)) {
      return false;
    }
    PolicyBook book = PolicyBook.in(change);
    if (book.isEmpty()) {
      return true;
    }
    return Judgement.of(book, run, gate, Stages.looks(change, gate)).isOver(change.nowMs());
  }

  private static Applied applied(Change change, Run run, Judgement judged) {
    if (judged.gate().onExpiry() == Applied.INTERRUPT) {
      return Applied.INTERRUPT;
    }
    OnExpiry applies = judged.policy().onExpiry();
    if (applies == OnExpiry.ALLOW
        && Rulebook.wantsPasskey(change, run, run.call(judged.gate().callId()))) {
      // No time is a passkey.
      applies = judged.steppedUp().policy().onExpiry();
    }
    return Applied.valueOf(applies.name());
  }

  /** The sharpest of them: a run that one of its gates ends does not go on by another. */
  private static Applied ending(Change change, Run run, List<Judgement> over) {
    return over.stream()
        .map(judged -> applied(change, run, judged))
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  private static boolean endsRun(Applied applied) {
    return switch (applied) {
      case FAIL, CANCEL, INTERRUPT -> true;
      case DENY, DECLINE, DEFAULT, ALLOW -> false;
    };
  }

  private static Applied applied(Gate late) {
    Applied applied = late.state() instanceof GateState.Settled settled ? settled.applied() : null;
    return applied == null ? late.onExpiry() : applied;
  }

  /** Resumes the run once no other gate is pending. */
  private static Run goOn(Change change, Run run, RunEdit edit, Gate last, Slots slots) {
    if (edit.draft().at(change.nowMs()).pendingGates().isEmpty() && edit.isUnblocked()) {
      edit.draft()
          .kind(
              last.kind() == GateKind.APPROVAL
                  ? RunKind.APPROVAL_RESUME
                  : RunKind.USER_QUESTION_RESUME);
      edit.apply(new RunCommand.Resume());
      if (run.head().driver() == RunHead.Driver.OUTSIDE) {
        ExternalRuns.complete(change, edit, run, told(last));
      }
    }
    return edit.done(slots);
  }

  /** What the run of a gate from outside ends with. */
  private static Json told(Gate late) {
    ObjectNode told =
        late instanceof Question question && applied(late) == Applied.DEFAULT
            ? (ObjectNode) JsonTree.of(QuestionResolutions.of(question))
            : JsonTree.object();
    return JsonTree.write(
        told.put("request_id", late.id())
            .put("behavior", "expired")
            .put("outcome", Outcome.EXPIRED.wire())
            .put("applied", applied(late).wire())
            .put("by", BY));
  }
}
