package dev.holdpoint.engine.gate;

import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.ClarificationMachine;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionCommand;
import dev.holdpoint.core.gate.QuestionEvent;
import dev.holdpoint.core.gate.Ruling;
import dev.holdpoint.core.policy.OnExpiry;
import dev.holdpoint.core.problem.Verdict;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Requester;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.journal.RunTrace;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.run.FollowUp;
import dev.holdpoint.engine.run.QuestionResolutions;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.run.Workers;
import dev.holdpoint.engine.standing.Judgement;
import dev.holdpoint.engine.team.Members;
import org.jspecify.annotations.Nullable;

/**
 * Questions that a child puts to its parent. Such a question is a run of its own in the parent's
 * session: it waits there for a person, beside whatever the parent does. The child's run keeps a
 * copy and waits too.
 *
 * <p>Whatever settles the question settles it in one change: the question and its run, the event,
 * the output, the mail in the child's mailbox, and the child's run, which goes on. There is no
 * moment at which one of these is durable and another is not, so a restart finds nothing to make
 * up. {@link RunEdit} calls {@link #after}, and nobody else does: no way to end such a run can
 * forget the child.
 */
public final class Clarifications implements FollowUp {
  private static final Json NONE = new Json("[]");

  /** Slots whose runs tell the children that have asked them. */
  public static Slots slots(Workers workers) {
    return new Slots(workers, new Clarifications());
  }

  /** The same, and what else follows from a run's next version. */
  public static Slots slots(Workers workers, FollowUp more) {
    Clarifications children = new Clarifications();
    return new Slots(
        workers,
        (change, before, after, slots) -> {
          children.after(change, before, after, slots);
          more.after(change, before, after, slots);
        });
  }

  /** Puts the question to the parent of the run's session; null when nobody is there to ask. */
  public static @Nullable Question raise(
      Change change, Run child, GateDraft.OfQuestion draft, Slots slots) {
    Session own = Existing.session(change, child.head().sessionId());
    Session parent = own.parent() == null ? null : change.session(own.parent().id());
    if (parent == null || parent.isEnded()) {
      return null;
    }
    RunHead head = child.head();
    Submission submission =
        new Submission(
                RunKind.PARENT_CLARIFICATION,
                RunHead.Driver.LOOP,
                head.agentId(),
                "daemon",
                "agent",
                head.agentId(),
                draft.questions().getFirst().question(),
                null,
                NONE,
                Json.NULL,
                RunSettings.NONE)
            .within(RunTrace.onward(head));
    Routes.Route route = new Routes.Route(head.provider(), head.model(), Json.EMPTY_OBJECT);
    Requester requester =
        new Requester(
            head.agentId(),
            head.sessionId(),
            head.key(),
            head.id(),
            draft.callId(),
            Members.contexts(change, own, child),
            Members.contexts(change, parent, null));
    Run run = Runs.draft(change, parent, submission, route, requester);
    Question question = draft.raise(change, run);
    RunEdit edit = RunEdit.ofNew(change, run);
    edit.draft().started(change.nowMs(), Slots.stepsBefore(change, run));
    edit.apply(new RunCommand.Start()).park(question).done(slots);
    return question;
  }

  /**
   * Answers, declines or cancels, if the machine says so; an answer repeated changes nothing. The
   * child hears of no part: what goes to it is the whole.
   *
   * @param sent null when the answers came one by one
   */
  static Verdict<QuestionEvent> resolve(
      Change change,
      Run run,
      Question question,
      @Nullable Ruling ruling,
      QuestionCommand command,
      @Nullable Json sent,
      Slots slots) {
    Verdict<QuestionEvent> verdict =
        ClarificationMachine.decide(question.state(), question.questions(), command);
    switch (verdict) {
      case Verdict.Happened<QuestionEvent>(QuestionEvent.PartlyAnswered event) ->
          RunEdit.of(change, run).part(question, event).done(slots);
      case Verdict.Happened<QuestionEvent>(QuestionEvent.Settling event) -> {
        boolean cancelled = command instanceof QuestionCommand.Cancel;
        Json resolution =
            sent == null ? QuestionResolutions.of(question.settled(event, null)) : sent;
        settle(change, run, question.under(ruling), event, cancelled ? null : resolution, slots);
      }
      case Verdict.Unchanged<QuestionEvent> _, Verdict.Rejected<QuestionEvent> _ -> {}
    }
    return verdict;
  }

  static Run expire(Change change, PolicyBook book, Run run, Slots slots) {
    for (Question asked : run.pendingQuestions()) {
      Judgement judged = Judgement.of(book, run, asked);
      Question question = asked.under(judged.ruling(null, null));
      if (ClarificationMachine.decide(
              question.state(),
              question.questions(),
              new QuestionCommand.Expire(change.nowMs(), onExpiry(judged)))
          instanceof Verdict.Happened<QuestionEvent>(QuestionEvent.Settling event)) {
        return settle(change, run, question, event, null, slots);
      }
    }
    return run;
  }

  /** The child is told no, or what its question declares; it never ends by this. */
  private static Applied onExpiry(Judgement judged) {
    return judged.policy().onExpiry() == OnExpiry.DEFAULT ? Applied.DEFAULT : Applied.DECLINE;
  }

  private static Run settle(
      Change change,
      Run run,
      Question question,
      QuestionEvent.Settling event,
      @Nullable Json sent,
      Slots slots) {
    Json resolution = QuestionResolutions.of(question.settled(event, sent));
    return RunEdit.of(change, run)
        .settle(question, event, sent)
        .output(
            new Output(
                Output.Source.DAEMON_EMIT_OUTPUT,
                run.head().replyPlugin(),
                run.head().replyAddress(),
                resolution.text(),
                NONE,
                NONE))
        .apply(new RunCommand.Complete(change.nowMs()))
        .done(slots);
  }

  /**
   * What was settled between these two versions of a clarification goes to the child that asked.
   */
  @Override
  public void after(Change change, Run before, Run after, Slots slots) {
    Requester requester = after.head().requester();
    if (requester == null || !after.isClarification()) {
      return;
    }
    for (Question question : before.pendingQuestions()) {
      Question now = after.question(question.id()).orElse(question);
      if (!now.isPending()) {
        deliver(change, after, requester, now, slots);
      }
    }
  }

  private static void deliver(
      Change change, Run run, Requester requester, Question settled, Slots slots) {
    Session session = change.session(requester.sessionId());
    Run child = change.run(requester.runKey());
    if (session == null || child == null || child.head().sessionKey() != session.key()) {
      // The child was removed, or its run has served its time: there is nobody to tell.
      return;
    }
    Mail.Reason dead = null;
    if (session.isEnded()) {
      dead = Mail.Reason.SESSION_ENDED;
    } else if (!resume(change, child, settled, slots)) {
      dead = Mail.Reason.RUN_ENDED;
    }
    long key = Ulid.keyOf("qst_", settled.id()).orElseThrow();
    change.add(
        new Mail(
            key,
            Mail.PREFIX + settled.id().substring("qst_".length()),
            session.key(),
            session.id(),
            run.head().sessionId(),
            Mail.Subject.PARENT_CLARIFICATION,
            QuestionResolutions.of(settled),
            dead == null ? Mail.Status.DELIVERED : Mail.Status.DEAD_LETTERED,
            dead,
            change.nowMs()));
  }

  /** Gives the child its answer; false when it does not wait for it any more. */
  private static boolean resume(Change change, Run child, Question settled, Slots slots) {
    boolean waits = child.clarification(settled.id()).filter(Question::isPending).isPresent();
    if (!waits || !child.status().isWaiting()) {
      return false;
    }
    RunEdit edit = RunEdit.of(change, child);
    edit.draft().clarifications(copy -> copy.id().equals(settled.id()) ? copy.as(settled) : copy);
    String by = QuestionResolutions.by(settled);
    boolean last = edit.isUnblocked();
    edit.tell(
        new LedgerEvent.UserQuestionResolved(
            QuestionResolutions.of(settled), by, last ? RunStatus.RUNNING : child.status()));
    if (last) {
      edit.draft().kind(RunKind.USER_QUESTION_RESUME);
      edit.apply(new RunCommand.Resume());
    }
    edit.done(slots);
    return true;
  }
}
