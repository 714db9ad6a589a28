package dev.holdpoint.engine.run;

import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalCommand;
import dev.holdpoint.core.gate.ApprovalEvent;
import dev.holdpoint.core.gate.ApprovalMachine;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionCommand;
import dev.holdpoint.core.gate.QuestionEvent;
import dev.holdpoint.core.gate.QuestionMachine;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
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
  private final Run.Draft draft;
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

  public Run.Draft draft() {
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

  public RunEdit park(List<Approval> approvals, List<Question> questions) {
    return park(approvals, questions, List.of());
  }

  /**
   * Parks on approvals, or else on questions: the gates, the state and the events in one change.
   *
   * @param clarifications wait as gates in the parent's session, not in this one
   */
  public RunEdit park(
      List<Approval> approvals, List<Question> questions, List<Question> clarifications) {
    draft.ask(approvals, questions).escalate(clarifications);
    if (!approvals.isEmpty()) {
      apply(new RunCommand.WaitForApproval());
      events.add(new LedgerEvent.WaitingForApproval(approvals.stream().map(Approval::id).toList()));
      approvals.forEach(a -> events.add(new LedgerEvent.ApprovalRaised(a.id())));
    } else {
      apply(new RunCommand.WaitForUserQuestion());
      events.add(
          new LedgerEvent.WaitingForUserQuestion(
              Stream.concat(questions.stream(), clarifications.stream())
                  .map(Question::id)
                  .toList()));
      questions.forEach(q -> events.add(new LedgerEvent.QuestionRaised(q.id())));
    }
    return this;
  }

  /** The run waits already, and now for these too: both lists are of the kind that it waits for. */
  public RunEdit alsoPark(List<Approval> approvals, List<Question> questions) {
    draft.ask(approvals, questions);
    if (!approvals.isEmpty()) {
      events.add(new LedgerEvent.WaitingForApproval(approvals.stream().map(Approval::id).toList()));
      approvals.forEach(a -> events.add(new LedgerEvent.ApprovalRaised(a.id())));
    }
    if (!questions.isEmpty()) {
      events.add(
          new LedgerEvent.WaitingForUserQuestion(questions.stream().map(Question::id).toList()));
      questions.forEach(q -> events.add(new LedgerEvent.QuestionRaised(q.id())));
    }
    return this;
  }

  /** The others are waited for as before; whoever follows the run hears who has said yes. */
  public RunEdit endorse(Approval approval, ApprovalEvent.Endorsed event, int required) {
    draft.approvals(a -> a.id().equals(approval.id()) ? approval.endorsed(event) : a);
    events.add(
        new LedgerEvent.ApprovalEndorsed(approval.id(), event.yes().by(), required, status()));
    return this;
  }

  public RunEdit settle(Approval approval, ApprovalEvent.Settling event, @Nullable Json sent) {
    draft.approvals(a -> a.id().equals(approval.id()) ? approval.settled(event, sent) : a);
    events.add(new LedgerEvent.ApprovalSettled(approval.id()));
    return this;
  }

  public RunEdit settle(Question question, QuestionEvent.Settling event, @Nullable Json sent) {
    draft.questions(q -> q.id().equals(question.id()) ? q.settled(event, sent) : q);
    events.add(new LedgerEvent.QuestionSettled(question.id()));
    if (before.isClarification()) {
      events.add(QuestionResolutions.event(question.settled(event, sent)));
    }
    return this;
  }

  /** The rest is waited for as before; whoever follows the run hears that it is another now. */
  public RunEdit part(Question question, QuestionEvent.PartlyAnswered event) {
    draft.questions(q -> q.id().equals(question.id()) ? q.partlyAnswered(event) : q);
    events.add(UPDATED);
    return this;
  }

  /**
   * Ends the run and leaves no gate open behind it. A child's question is resolved by that, which
   * is the last thing before the end.
   */
  public RunEdit end(RunCommand command, String by) {
    return before.isClarification()
        ? withdrawGates(by).apply(command)
        : apply(command).withdrawGates(by);
  }

  /** A run that ends leaves no gate open behind it. */
  public RunEdit withdrawGates(String by) {
    long nowMs = change.nowMs();
    Run now = draft.at(nowMs);
    for (Approval approval : now.pendingApprovals()) {
      ApprovalCommand command = new ApprovalCommand.Withdraw(by, nowMs);
      if (ApprovalMachine.decide(approval.state(), approval.digest(), command)
          instanceof Verdict.Happened<ApprovalEvent>(ApprovalEvent.Settling event)) {
        settle(approval, event, null);
      }
    }
    for (Question question : now.pendingQuestions()) {
      QuestionCommand command = new QuestionCommand.Withdraw(by, nowMs);
      if (QuestionMachine.decide(question.state(), question.questions(), command)
          instanceof Verdict.Happened<QuestionEvent>(QuestionEvent.Settling event)) {
        settle(question, event, null);
      }
    }
    // The question itself stays with the parent; its answer will find nobody here.
    QuestionEvent.Settling gone = new QuestionEvent.Withdrawn(by, nowMs);
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
