package dev.holdpoint.engine.gate;

import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalEvent;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateProgress;
import dev.holdpoint.core.policy.Deliberation;
import dev.holdpoint.core.policy.OpenStage;
import dev.holdpoint.core.policy.Right;
import dev.holdpoint.core.policy.StageTimes;
import dev.holdpoint.core.policy.Standing;
import dev.holdpoint.core.policy.Vote;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.stats.StageCause;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.core.triage.TriageMachine;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.secret.ApprovalSecrets;
import dev.holdpoint.engine.standing.Judgement;
import dev.holdpoint.engine.triage.TriageLog;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Applies to gates under a policy what is due before their deadline: opens stages, extends
 * deadlines, and allows what the votes meet by then. Doors and timers call this first, so that a
 * moment that has passed counts although no timer has fired.
 */
public final class Stages {
  /** Stages and extensions that one gate can have, and more. */
  private static final int MOST_STEPS = 64;

  /** What the log names where nobody did it. */
  static final String BY = "policy";

  private final Change change;
  private final PolicyBook book;
  private final Run run;
  private final RunEdit edit;
  private final ApprovalSettlement settling;
  private boolean moved;

  private Stages(Change change, PolicyBook book, Run run) {
    this.change = change;
    this.book = book;
    this.run = run;
    edit = RunEdit.of(change, run);
    settling = new ApprovalSettlement(edit);
  }

  /** The run after everything was done that is due for its gates now, except that they end. */
  public static Run advance(Change change, PolicyBook book, Run run, Slots slots) {
    if (book.isEmpty() || run.pendingGates().isEmpty()) {
      return run;
    }
    Stages stages = new Stages(change, book, run);
    run.pendingGates().forEach(stages::advance);
    if (!stages.moved) {
      return run;
    }
    return stages.settling.isEmpty()
        ? stages.edit.done(slots)
        : stages.settling.done(change, run, slots, null);
  }

  private void advance(Gate gate) {
    Judgement judged = Judgement.of(book, run, gate, looks(change, gate));
    for (int step = 0; step < MOST_STEPS && judged.named() != null; step++) {
      Standing.Next due = judged.now().due(change.nowMs());
      Gate later = due == null ? late(judged) : after(judged, due);
      if (later == null) {
        return;
      }
      moved = true;
      Gate next =
          later instanceof Approval asked ? Quorum.recounted(change, book, run, asked) : later;
      judged = judged.at(next);
      edit.move(next);
      note(judged, due != null && due.what() == Standing.What.STAGE ? due : null);
      if (allowed(judged)) {
        return;
      }
    }
  }

  /**
   * A deadline from before the policy was changed ends no stage that still has time: it is set
   * anew. Null where it does not matter.
   */
  private @Nullable Gate late(Judgement judged) {
    Gate gate = judged.gate();
    Long deadline = gate.expiresAtMs();
    if (deadline == null || gate.isDeadlineFixed() || change.nowMs() < deadline) {
      return null;
    }
    OpenStage open = judged.open();
    return gate.at(
        progress(gate), StageTimes.deadline(judged.policy(), open.number(), open.openedAtMs()));
  }

  /**
   * @param stage null where the deadline moves and no stage opens
   */
  private void note(Judgement judged, Standing.@Nullable Next stage) {
    Gate gate = judged.gate();
    if (stage == null) {
      TriageLog.note(
          change,
          edit,
          run,
          gate,
          TriageEntry.Draft.of(BY, GateChange.DEADLINE_MOVED).until(gate.expiresAtMs()));
      return;
    }
    Triage triage = change.kept(Triage.KIND, gate.key());
    if (triage != null) {
      change.keep(Triage.KIND, TriageLog.lapse(change, TriageMachine.wakeAll(triage)));
    }
    TriageLog.append(
        change,
        run.head(),
        gate,
        TriageEntry.Draft.of(BY, GateChange.STAGE_OPENED).stage(progress(gate).stage()));
    edit.tell(
        TriageLog.told(
                change, TriageLog.of(change, run.head(), gate), run, GateChange.STAGE_OPENED, BY)
            .because(stage.unseen() ? StageCause.UNSEEN : StageCause.TIME)
            .standing(TriageLog.standing(change, judged)));
  }

  /** The gate after the next thing that is due; null where that is its end. */
  private @Nullable Gate after(Judgement judged, Standing.Next due) {
    Gate gate = judged.gate();
    GateProgress come = progress(gate);
    return switch (due.what()) {
      case STAGE -> {
        int stage = judged.open().number() + 1;
        yield gate.at(
            come.opened(stage, change.nowMs()),
            gate.isDeadlineFixed() ? gate.expiresAtMs() : deadline(judged, stage));
      }
      case EXTEND ->
          gate.at(come.extended(), StageTimes.extended(judged.policy().rules(), change.nowMs()));
      case EXPIRE -> null;
    };
  }

  /**
   * The deadline with this stage open. By how much people moved it before, or an earlier text of
   * the policy did that was shown to them, it stays moved.
   */
  private @Nullable Long deadline(Judgement judged, int stage) {
    OpenStage open = judged.open();
    Long next = StageTimes.deadline(judged.policy(), stage, change.nowMs());
    Long planned = StageTimes.deadline(judged.policy(), open.number(), open.openedAtMs());
    Long shown = judged.gate().expiresAtMs();
    return next == null || planned == null || shown == null
        ? next
        : (Long) (next + Math.max(0, shown - planned));
  }

  /** For each person who has looked at the gate when they did so last. */
  static Map<String, Long> looks(Change change, Gate gate) {
    Triage triage = change.kept(Triage.KIND, gate.key());
    return triage == null ? Map.of() : triage.looks();
  }

  private static GateProgress progress(Gate gate) {
    GateProgress come = gate.progress();
    return come == null
        ? new GateProgress(1, gate.createdAtMs(), 0, !gate.isDeadlineFixed())
        : come;
  }

  /** Settles an approval whose votes meet what a stage needs that has just opened. */
  private boolean allowed(Judgement judged) {
    Deliberation now = judged.now();
    Vote last = now.lastYes();
    if (!(judged.gate() instanceof Approval approval)
        || !(approval.state() instanceof ApprovalState.Pending pending)
        || last == null
        || now.state() != Standing.State.ALLOWED) {
      return false;
    }
    Endorsement yes =
        pending.endorsements().stream()
            .filter(one -> one.principal().equals(last.by()))
            .findFirst()
            .orElseThrow();
    if (now.counted().size() != pending.endorsements().size()) {
      ApprovalSecrets.drop(change, run, approval);
    }
    settling.settle(
        approval.under(judged.ruling(now.term(last.by(), last.role()), last.by())),
        new ApprovalEvent.AllowedByAll(yes, change.nowMs()),
        new Decider(yes.by(), yes.principal(), yes.role(), Right.GRANTED),
        Objects.requireNonNull(yes.sent()));
    return true;
  }
}
