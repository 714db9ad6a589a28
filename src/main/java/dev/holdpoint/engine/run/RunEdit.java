package dev.holdpoint.engine.run;

import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalEvent;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionEvent;
import dev.holdpoint.core.gate.Withdrawal;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunDraft;
import dev.holdpoint.core.run.RunEvent;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunMachine;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.engine.commit.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One work's changes to one run: every state change goes through the machines and leaves its
 * events.
 */
public final class RunEdit {
  private static final LedgerEvent UPDATED = new LedgerEvent.RunUpdated();

  private final Change change;
  private final Run before;
  private final RunDraft draft;
  private final List<LedgerEvent> events = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private RunState state;
  private int outputs;
  private final boolean isNew;

  private RunEdit(Change change, Run run, boolean isNew) {
    this.change = change;
    this.before = run;
    this.draft = run.edit();
    this.state = run.state();
    this.outputs = run.outputs().size();
    this.isNew = isNew;
  }

  public static RunEdit of(Change change, Run run) {
    return new RunEdit(change, run, false);
  }

  /** A run that nobody has seen yet. */
  public static RunEdit ofNew(Change change, Run run) {
    RunEdit edit = new RunEdit(change, run, true);
    edit.events.add(new LedgerEvent.Accepted());
    if (!run.isDeferred()) {
      edit.events.add(new LedgerEvent.Queued(edit.lastPosition()));
    }
    return edit;
  }

  private int lastPosition() {
    return 1 + change.load(before.head().sessionKey()).queued();
  }

  public RunDraft draft() {
    return draft;
  }

  public RunStatus status() {
    return state.status();
  }

  public RunEdit tell(LedgerEvent event) {
    events.add(event);
    return this;
  }

  /** Followers of the run receive {@code run_updated}. */
  public RunEdit updated() {
    events.add(UPDATED);
    return this;
  }

  public RunEdit step(Step step) {
    steps.add(step);
    draft.steps(1);
    return this;
  }

  public RunEdit output(Output output) {
    draft.outputs(List.of(output));
    events.add(new LedgerEvent.OutputAppended(outputs, status()));
    events.add(new LedgerEvent.OutputMade(outputs));
    outputs++;
    return this;
  }

  /**
   * Puts the command to the machine. A state that does not allow it is told to the caller as it is.
   */
  public RunEdit apply(RunCommand command) {
    switch (RunMachine.decide(state, command)) {
      case Verdict.Happened<RunEvent>(RunEvent event) -> {
        state = RunMachine.evolve(event);
        draft.state(state);
        told(event);
      }
      case Verdict.Unchanged<RunEvent> _ -> {}
      case Verdict.Rejected<RunEvent>(Problem problem) ->
          throw problem
              .because(
                  "Run "
                      + before.id()
                      + " is "
                      + state.status().wire()
                      + ". Read it again before you continue.")
              .asException();
    }
    return this;
  }

  private void told(RunEvent event) {
    switch (event) {
      case RunEvent.Started _ -> events.add(new LedgerEvent.Started());
      case RunEvent.ParkedOnApproval _ -> {}
      case RunEvent.ParkedOnUserQuestion _ -> {}
      case RunEvent.Resumed _ -> {}
      case RunEvent.Completed _ -> events.add(new LedgerEvent.Completed());
      case RunEvent.Failed e -> events.add(new LedgerEvent.Failed(e.error()));
      case RunEvent.Interrupted _ -> events.add(new LedgerEvent.Interrupted());
      case RunEvent.Cancelled _ -> events.add(new LedgerEvent.Cancelled());
      case RunEvent.Released _ -> events.add(new LedgerEvent.Queued(lastPosition()));
      case RunEvent.Requeued _ -> events.add(new LedgerEvent.Queued(lastPosition()));
    }
  }

  /** Whether nothing that was asked in a question is open any more. */
  public boolean isUnblocked() {
    Run now = draft.at(change.nowMs());
    return now.pendingQuestions().isEmpty() && now.pendingClarifications().isEmpty();
  }

  public RunEdit park(Gate gate) {
    return park(List.of(gate), List.of());
  }

  /**
   * Parks on approvals, or else on questions: the gates, the state and the events in one change.
   *
   * @param clarifications wait as gates in the parent's session, not in this one
   */
  public RunEdit park(List<? extends Gate> gates, List<Question> clarifications) {
    draft.ask(gates).escalate(clarifications);
    if (gates.stream().anyMatch(gate -> gate.kind() == GateKind.APPROVAL)) {
      apply(new RunCommand.WaitForApproval());
      waits(GateKind.APPROVAL, gates, List.of());
    } else {
      apply(new RunCommand.WaitForUserQuestion());
      waits(GateKind.QUESTION, gates, clarifications);
    }
    return this;
  }

  /** The run waits already for gates of this kind, and now for this one too. */
  public RunEdit alsoPark(Gate gate) {
    draft.ask(List.of(gate));
    waits(gate.kind(), List.of(gate), List.of());
    return this;
  }

  /** Followers receive what the run waits for, and that each gate of its own is there. */
  private void waits(GateKind kind, List<? extends Gate> gates, List<Question> elsewhere) {
    List<String> raised = gates.stream().filter(gate -> gate.kind() == kind).map(Gate::id).toList();
    List<String> all =
        Stream.concat(raised.stream(), elsewhere.stream().map(Question::id)).toList();
    switch (kind) {
      case APPROVAL -> {
        events.add(new LedgerEvent.WaitingForApproval(all));
        raised.forEach(id -> events.add(new LedgerEvent.ApprovalRaised(id)));
      }
      case QUESTION -> {
        events.add(new LedgerEvent.WaitingForUserQuestion(all));
        raised.forEach(id -> events.add(new LedgerEvent.QuestionRaised(id)));
        gates.stream()
            .filter(gate -> gate instanceof Question question && question.effect() != null)
            .forEach(gate -> events.add(new LedgerEvent.EffectUncertain(gate.callId(), gate.id())));
      }
    }
  }

  /** The others are waited for as before; whoever follows the run hears who has said yes. */
  public RunEdit endorse(Approval approval, ApprovalEvent.Endorsed event, int required) {
    draft.gate(approval.voted(event));
    events.add(
        new LedgerEvent.ApprovalEndorsed(approval.id(), event.yes().by(), required, status()));
    return this;
  }

  /** A stage has opened, or the deadline is another; the gate waits as before. */
  public RunEdit move(Gate gate) {
    draft.gate(gate);
    events.add(UPDATED);
    return this;
  }

  /** A no that does not end it is in; the others are waited for as before. */
  public RunEdit object(Approval approval, ApprovalEvent.Objected event) {
    draft.gate(approval.voted(event));
    events.add(UPDATED);
    return this;
  }

  public RunEdit settle(Approval approval, ApprovalEvent.Settling event, @Nullable Json sent) {
    return settle(approval.settled(event, sent));
  }

  public RunEdit settle(Question question, QuestionEvent.Settling event, @Nullable Json sent) {
    return settle(question.settled(event, sent));
  }

  /**
   * @param settled a gate of the run that was pending before
   */
  public RunEdit settle(Gate settled) {
    draft.gate(settled);
    switch (settled) {
      case Approval approval -> events.add(new LedgerEvent.ApprovalSettled(approval.id()));
      case Question question -> {
        events.add(new LedgerEvent.QuestionSettled(question.id()));
        if (before.isClarification()) {
          events.add(QuestionResolutions.event(question));
        }
      }
    }
    return this;
  }

  /** The rest is waited for as before; whoever follows the run hears that it is another now. */
  public RunEdit part(Question question, QuestionEvent.PartlyAnswered event) {
    draft.gate(question.partlyAnswered(event));
    events.add(UPDATED);
    return this;
  }

  /**
   * Ends the run and leaves no gate open behind it. A child's question is resolved by that, which
   * is the last thing before the end.
   */
  public RunEdit end(RunCommand command, String by) {
    return end(command, by, Withdrawal.GONE);
  }

  /**
   * @param cause why nobody will decide what is open
   */
  public RunEdit end(RunCommand command, String by, Withdrawal cause) {
    return before.isClarification()
        ? withdrawGates(by, cause).apply(command)
        : apply(command).withdrawGates(by, cause);
  }

  /** A run that ends leaves no gate open behind it. */
  public RunEdit withdrawGates(String by, Withdrawal cause) {
    long nowMs = change.nowMs();
    for (Gate gate : draft.at(nowMs).pendingGates()) {
      gate.withdrawn(by, nowMs, cause).ifPresent(this::settle);
    }
    // The question itself stays with the parent; its answer will find nobody here.
    QuestionEvent.Settling gone = new QuestionEvent.Withdrawn(by, nowMs, cause);
    draft.clarifications(copy -> copy.isPending() ? copy.settled(gone, null) : copy);
    return this;
  }

  /** Leaves the new version in the change, and the next run of the session its slot. */
  public Run done(Slots slots) {
    if (events.isEmpty() && steps.isEmpty()) {
      Run run = draft.at(before.updatedAtMs());
      change.change(run, run.isLoopWork(), List.of(), List.of());
      return run;
    }
    if (!events.isEmpty() && !events.contains(UPDATED)) {
      events.add(UPDATED);
    }
    Run run = draft.at(change.nowMs());
    if (isNew) {
      change.add(run, run.isLoopWork(), events, steps);
    } else {
      change.change(run, run.isLoopWork(), events, steps);
    }
    if (isNew
        || (!run.holdsSlot() && (before.holdsSlot() || before.status() == RunStatus.QUEUED))) {
      slots.promote(change, run.head().sessionKey());
    }
    slots.followUp().after(change, before, run, slots);
    if (run.status().isSettled()
        && run.startedAtMs() == null
        && run.head().originKind() == RunKind.MAILBOX_DELIVERY) {
      change.deadLetter(run, Mail.Reason.CANCELLED);
    }
    Run now = change.run(run.key());
    return now == null ? run : now;
  }
}
