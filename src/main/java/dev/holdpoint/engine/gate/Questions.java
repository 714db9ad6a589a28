package dev.holdpoint.engine.gate;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Expected;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionCommand;
import dev.holdpoint.core.gate.QuestionEvent;
import dev.holdpoint.core.gate.QuestionMachine;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.Ruling;
import dev.holdpoint.core.gate.Withdrawal;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.asking.SeenQuestion;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.cluster.Reachability;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.commit.Work;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.JsonSchemas;
import dev.holdpoint.engine.run.QuestionResolutions;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.standing.GateEligibility;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Answers, declines and cancels questions. */
public final class Questions {
  private final Commits commits;
  private final Slots slots;
  private final Reachability reach;
  private final AnswerForms forms;
  private final LateAnswers late;

  /** For questions that all come from the loop: none of them has a form. */
  public Questions(Commits commits, Slots slots) {
    this(
        commits,
        slots,
        Reachability.OWN,
        JsonSchemas.ANYTHING,
        new LateAnswers(commits, /* nextTurn= */ false, Long.MAX_VALUE));
  }

  /**
   * @param reach whether whoever asked would hear of the answer
   * @param schemas by which answers to forms are checked
   * @param late keeps what comes after the answer
   */
  public Questions(
      Commits commits, Slots slots, Reachability reach, JsonSchemas schemas, LateAnswers late) {
    this.late = late;
    this.commits = commits;
    this.slots = slots;
    this.reach = reach;
    this.forms = new AnswerForms(schemas);
  }

  /**
   * An answer or a refusal to answer, and the exact JSON in which it was sent.
   *
   * @param expected what was seen; null where that was not sent
   */
  public record Resolution(
      String requestId,
      List<Answer> answers,
      boolean declined,
      @Nullable String justification,
      Json sent,
      @Nullable Expected expected) {

    /** An answer to what waits now. */
    public Resolution(
        String requestId,
        List<Answer> answers,
        boolean declined,
        @Nullable String justification,
        Json sent) {
      this(requestId, answers, declined, justification, sent, null);
    }

    QuestionCommand command(String by, long nowMs) {
      return declined
          ? new QuestionCommand.Decline(by, nowMs, answers, justification)
          : new QuestionCommand.Reply(by, nowMs, answers);
    }
  }

  public RunOutcome resolve(
      GateTarget target, Resolution resolution, Voter by, @Nullable IdempotencyKey idempotency) {
    return late.keeping(
        () ->
            once(
                idempotency,
                change -> {
                  Run run = target.find(change, GateKind.QUESTION, resolution.requestId);
                  run.question(resolution.requestId)
                      .ifPresent(asked -> SeenQuestion.check(asked, resolution.expected));
                  return decide(
                      change,
                      run,
                      resolution.requestId,
                      resolution.command(by.name(), change.nowMs()),
                      resolution.sent,
                      by);
                }),
        List.of(LateAnswers.Sent.answer(resolution.requestId, resolution.sent)),
        new LateAnswers.Sender(by, target::holds));
  }

  /** What keeps answers that come too late, at whichever door. */
  public LateAnswers late() {
    return late;
  }

  /** Cancelling a question ends the run that asked it; a child's question is declined by it. */
  public RunOutcome cancel(
      String runId,
      String requestId,
      @Nullable String justification,
      Json sent,
      Voter by,
      @Nullable IdempotencyKey idempotency) {
    return once(
        idempotency,
        change ->
            decide(
                change,
                Existing.run(change, runId),
                requestId,
                new QuestionCommand.Cancel(by.name(), change.nowMs(), justification),
                sent,
                by));
  }

  /**
   * Answers the first question of the request that has no answer yet; see {@link #answerOne(Change,
   * Run, String, Answer, Voter)}.
   */
  public RunOutcome answerOne(String runId, String requestId, Answer answer, Voter by) {
    return once(
        null, change -> answerOne(change, Existing.run(change, runId), requestId, answer, by));
  }

  /**
   * Answers the first question of the request that has no answer yet, as part of a work that found
   * it. With the last one the request is answered, as if all had been sent together. After the
   * deadline the change refuses once it is committed, since that the time is over is recorded
   * first; every other refusal is thrown.
   */
  public Run answerOne(Change change, Run run, String requestId, Answer answer, Voter by) {
    return decide(
        change,
        run,
        requestId,
        new QuestionCommand.AnswerOne(by.name(), change.nowMs(), answer),
        /* sent= */ null,
        by);
  }

  private RunOutcome once(@Nullable IdempotencyKey idempotency, Work<Run> work) {
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            return new RunOutcome(Existing.run(change, earlier.getAsLong()), true);
          }
          Run run = work.decide(change);
          OncePerKey.remember(change, idempotency, run.key());
          return new RunOutcome(run, false);
        });
  }

  /**
   * @param sent null when the answers come one by one
   */
  public Run decide(
      Change change,
      Run found,
      String requestId,
      QuestionCommand command,
      @Nullable Json sent,
      Voter by) {
    Tenancy.checkOpen(change, found.head().tenantId());
    Run run = Stages.advance(change, PolicyBook.in(change), found, slots);
    if (run.isClarification() && run.question(requestId).isPresent()) {
      Question asked = run.question(requestId).orElseThrow();
      return clarify(
          change,
          run,
          asked,
          GateEligibility.heard(change, run, asked, command, by),
          command,
          sent);
    }
    if (run.status() != RunStatus.WAITING_FOR_USER_QUESTION) {
      throw moved(change, run, requestId).asException();
    }
    Question question =
        run.question(requestId)
            .orElseThrow(() -> mismatch(raised(change, run, requestId), command).asException());
    Ruling ruling = GateEligibility.heard(change, run, question, command, by);
    return switch (QuestionMachine.decide(question.state(), question.questions(), command)) {
      case Verdict.Happened<QuestionEvent>(QuestionEvent.PartlyAnswered event) -> {
        checkForm(question, command);
        yield RunEdit.of(change, run).part(question, event).done(slots);
      }
      case Verdict.Happened<QuestionEvent>(QuestionEvent.Settling event) -> {
        checkForm(question, command);
        Json resolution =
            sent == null ? QuestionResolutions.of(question.settled(event, null)) : sent;
        yield settled(change, run, question.under(ruling), event, resolution, by.name());
      }
      case Verdict.Unchanged<QuestionEvent> _ -> throw mismatch(question, command).asException();
      case Verdict.Rejected<QuestionEvent>(Problem problem) -> {
        if (problem == Problem.QUESTION_EXPIRED && question.isPending()) {
          // The timer has not come yet, the deadline has: record it, then say so.
          Run expired = Deadlines.expire(change, run, slots);
          change.refuseAfterCommit(expired(expired.question(requestId).orElse(question)));
          yield expired;
        }
        throw refusal(problem, question, command).asException();
      }
    };
  }

  /** What reaches the agent has to be what its form takes; a child's question has none. */
  private void checkForm(Question question, QuestionCommand command) {
    List<Refusal.Fault> faults =
        switch (command) {
          case QuestionCommand.Reply reply -> forms.faults(question, reply.answers(), true);
          case QuestionCommand.AnswerOne one ->
              forms.faults(question, List.of(one.answer()), false);
          case QuestionCommand.Decline _,
              QuestionCommand.Cancel _,
              QuestionCommand.Expire _,
              QuestionCommand.Withdraw _ ->
              List.of();
        };
    if (!faults.isEmpty()) {
      throw new Refusal(
              Problem.QUESTION_ANSWER_INVALID,
              Problem.QUESTION_ANSWER_INVALID.title()
                  + ". The question is still pending; send the answers again.",
              faults,
              null)
          .asException();
    }
  }

  /** A child's question. Its run keeps it for ever, so that a repeated answer is recognised. */
  private Run clarify(
      Change change,
      Run run,
      Question question,
      @Nullable Ruling ruling,
      QuestionCommand command,
      @Nullable Json sent) {
    return switch (Clarifications.resolve(change, run, question, ruling, command, sent, slots)) {
      case Verdict.Happened<QuestionEvent> _ -> Existing.run(change, run.key());
      case Verdict.Unchanged<QuestionEvent> _ -> run;
      case Verdict.Rejected<QuestionEvent>(Problem problem) -> {
        if (problem == Problem.QUESTION_EXPIRED && question.isPending()) {
          Run expired = Deadlines.expire(change, run, slots);
          change.refuseAfterCommit(expired(expired.question(question.id()).orElse(question)));
          yield expired;
        }
        throw (problem == Problem.QUESTION_STATE_CONFLICT
                ? moved(change, run, question.id())
                : refusal(problem, question, command))
            .asException();
      }
    };
  }

  private Run settled(
      Change change,
      Run run,
      Question question,
      QuestionEvent.Settling event,
      Json sent,
      String by) {
    RunEdit edit = RunEdit.of(change, run).settle(question, event, sent);
    if (event instanceof QuestionEvent.Cancelled) {
      return edit.apply(new RunCommand.Cancel(change.nowMs()))
          .withdrawGates(by, Withdrawal.CANCELLED)
          .done(slots);
    }
    Reachability.Unavailable lost = reach.lost(run, change.queries());
    if (lost != null) {
      if (!(event instanceof QuestionEvent.Declined)) {
        throw lost;
      }
      edit.tell(new LedgerEvent.UserQuestionResolved(sent, by, run.status()));
      return edit.end(new RunCommand.Interrupt(change.nowMs(), lost.ending()), by).done(slots);
    }
    boolean last = edit.isUnblocked();
    edit.tell(
        new LedgerEvent.UserQuestionResolved(sent, by, last ? RunStatus.RUNNING : run.status()));
    if (last) {
      edit.draft().kind(RunKind.USER_QUESTION_RESUME);
      edit.apply(new RunCommand.Resume());
      if (run.head().driver() == RunHead.Driver.OUTSIDE) {
        ExternalRuns.complete(change, edit, run, sent);
      }
      Revisions.afterEffect(change, edit, run, question.settled(event, sent), slots);
    }
    return edit.done(slots);
  }

  /** The run does not wait any more: say what became of the question, if it was one of its own. */
  private static Refusal moved(Change change, Run run, String requestId) {
    Question question = raised(change, run, requestId);
    if (question != null && question.state() instanceof QuestionState.Expired) {
      return expired(question);
    }
    return Problem.QUESTION_STATE_CONFLICT
        .because(
            "The run is "
                + run.status().wire()
                + " and is not waiting for a question. Nothing was changed.")
        .settled(question == null ? null : Gates.settlement(question));
  }

  /** A question that the run has asked, in its open turn or before; null if it never did. */
  private static @Nullable Question raised(Change change, Run run, String requestId) {
    return run.question(requestId)
        .or(
            () ->
                Gates.question(change.queries(), requestId)
                    .filter(found -> found.row().runKey() == run.key())
                    .map(Gates.Found::gate))
        .orElse(null);
  }

  private static Refusal refusal(Problem problem, Question question, QuestionCommand command) {
    return switch (problem) {
      case QUESTION_EXPIRED -> expired(question);
      case QUESTION_REQUEST_MISMATCH -> mismatch(question, command);
      case QUESTION_RESOLUTION_CONFLICT ->
          problem
              .because(
                  "The first resolution was already sent to the child session. Read it "
                      + "before you continue.")
              .settled(Gates.settlement(question));
      case QUESTION_DECLINED_WITH_ANSWERS ->
          problem
              .because(
                  "To decline, leave answers empty; to answer, set declined to false. The "
                      + "question is still pending.")
              .at("/resolution/answers", "must be empty when declined is true");
      case Problem other when command instanceof QuestionCommand.AnswerOne ->
          other.because(
              other.title() + ". The question is still pending; answer the questions that follow.");
      // The machine has named the fault; the title says what it is.
      case Problem other ->
          other
              .because(other.title() + ". The question is still pending; send the answers again.")
              .at("/resolution/answers", other.title());
    };
  }

  private static Refusal mismatch(@Nullable Question question, QuestionCommand command) {
    Refusal refusal =
        Problem.QUESTION_REQUEST_MISMATCH
            .because(
                "The run's pending questions are in pending_question_ids. Nothing was "
                    + "changed.")
            .settled(question == null ? null : Gates.settlement(question));
    // A pointer is a place in the body: a cancel names the question in its path.
    return command instanceof QuestionCommand.Reply || command instanceof QuestionCommand.Decline
        ? refusal.at("/resolution/request_id", "is not pending on this run")
        : refusal;
  }

  private static Refusal expired(Question question) {
    return Problem.QUESTION_EXPIRED
        .because("The deadline passed before the answer arrived. Nothing was changed.")
        .settled(Gates.settlement(question));
  }
}
