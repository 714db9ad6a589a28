package dev.holdpoint.engine.prompt;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Expected;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.asking.SeenQuestion;
import dev.holdpoint.engine.cluster.Reachability;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Deadlines;
import dev.holdpoint.engine.gate.LateAnswers;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.gate.Revisions;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.gate.VerifiedAssertion;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permission.Grant;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.LiveRun;
import dev.holdpoint.engine.run.Slots;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Clicks on cards: somebody saw a prompt of the session on screen and answers it. A click hits what
 * was shown or nothing. Whether it still waits is decided in the change that settles it, so of two
 * clicks one has an effect and the other is told that it came late.
 */
public final class Prompts {
  private static final String GONE = "Clarification prompt expired or not found.";

  private final Commits commits;
  private final Slots slots;
  private final Approvals approvals;
  private final Questions questions;
  private final SentPrompts sent;
  private final boolean requiresId;

  /**
   * @param requiresId whether a click or an answer without an id is always refused
   */
  public Prompts(
      Commits commits,
      Slots slots,
      Approvals approvals,
      Questions questions,
      SentPrompts sent,
      boolean requiresId) {
    this.commits = commits;
    this.slots = slots;
    this.approvals = approvals;
    this.questions = questions;
    this.sent = sent;
    this.requiresId = requiresId;
  }

  /** Where a surface notes what it sends. */
  public SentPrompts sent() {
    return sent;
  }

  /**
   * Who clicks.
   *
   * @param id under which {@link SentPrompts} knows what they were shown
   * @param voter by whom the decision is recorded
   */
  public record Clicker(String id, Voter voter) {}

  public enum Choice {
    ONCE,
    SESSION,
    ALWAYS,
    DENY;

    boolean allows() {
      return this != DENY;
    }
  }

  /**
   * @param approvalId null for the one that is on the caller's screen
   * @param patternKey what a lasting grant is stored for; null for the narrowest
   * @param attested what was signed, for this approval
   * @param reason why not
   * @param expected what was seen; null where that was not sent
   */
  public record Click(
      String sessionId,
      @Nullable String approvalId,
      Choice choice,
      @Nullable String patternKey,
      @Nullable Long expiresAtMs,
      @Nullable Integer maxUses,
      @Nullable VerifiedAssertion attested,
      @Nullable String reason,
      @Nullable Expected expected) {
    /** On the word of whoever clicks. */
    public Click(
        String sessionId,
        @Nullable String approvalId,
        Choice choice,
        @Nullable String patternKey,
        @Nullable Long expiresAtMs,
        @Nullable Integer maxUses) {
      this(sessionId, approvalId, choice, patternKey, expiresAtMs, maxUses, null, null, null);
    }

    @Nullable Grant grant() {
      return switch (choice) {
        case ONCE, DENY -> null;
        case SESSION -> grant(PermissionRule.ScopeKind.SESSION);
        case ALWAYS -> grant(PermissionRule.ScopeKind.USER);
      };
    }

    private Grant grant(PermissionRule.ScopeKind scope) {
      return new Grant(scope, patternKey, expiresAtMs, maxUses);
    }
  }

  /**
   * @param wasStale nothing was decided: somebody or something had come first
   * @param relayed whether it goes on at another node
   * @param ruleId the rule that was stored with the decision
   * @param before how it ended before; null when that is not known, or it was decided by this
   */
  public record Clicked(
      boolean wasStale,
      boolean relayed,
      @Nullable String ruleId,
      Refusal.@Nullable Settlement before) {
    /** Nothing was decided. */
    private static Clicked stale(Change change, @Nullable Approval approval) {
      return new Clicked(
          true,
          false,
          null,
          approval == null
              ? null
              : Gates.settlement(approval, Revisions.successor(change, approval)));
    }
  }

  /** A gate, and the run that has it or had it. */
  private record Shown<G>(Run run, G gate) {}

  public Clicked click(Click click, Clicker by) {
    if (click.approvalId == null && requiresId) {
      throw PromptRefusals.APPROVAL_ID_ALWAYS.asException();
    }
    Clicked clicked = clicked(click, by);
    if (clicked.before == null || click.approvalId == null) {
      return clicked;
    }
    return new Clicked(
        clicked.wasStale,
        clicked.relayed,
        clicked.ruleId,
        approvals
            .late()
            .kept(
                clicked.before,
                LateAnswers.Sent.of(List.of(ClickedDecision.of(click.approvalId, click)))
                    .getFirst(),
                sender(click.sessionId, by)));
  }

  private static LateAnswers.Sender sender(String sessionId, Clicker by) {
    return new LateAnswers.Sender(by.voter, run -> run.head().sessionId().equals(sessionId));
  }

  private Clicked clicked(Click click, Clicker by) {
    return commits.commit(
        change -> {
          Shown<Approval> shown =
              click.approvalId == null
                  ? only(
                      change,
                      click.sessionId,
                      RunStatus.WAITING_FOR_APPROVAL,
                      Run::pendingApprovals,
                      PromptRefusals.APPROVAL_ID_REQUIRED)
                  : named(change, click.sessionId, click.approvalId);
          if (shown == null || !shown.gate.isPending()) {
            return Clicked.stale(change, shown == null ? null : shown.gate);
          }
          if (Deadlines.isOver(change, shown.run, shown.gate)) {
            // The timer has not come yet, the deadline has: record it.
            Run expired = Deadlines.expire(change, shown.run, slots);
            return Clicked.stale(change, expired.approval(shown.gate.id()).orElse(null));
          }
          if (click.approvalId == null
              && !sent.isOnScreen(by.id, GateKind.APPROVAL, click.sessionId, shown.gate.id())) {
            throw PromptRefusals.APPROVAL_NOT_SHOWN.asException();
          }
          return decide(change, shown, click, by.voter);
        });
  }

  private Clicked decide(Change change, Shown<Approval> shown, Click click, Voter by) {
    Approval approval = shown.gate;
    SentDecision resolution = ClickedDecision.of(approval.id(), click);
    try {
      Run after = approvals.decide(change, shown.run, List.of(resolution), by, null);
      // As long as it waits for more, nobody is told anything.
      boolean relayed =
          !(after.state() instanceof RunState.Waiting) && approvals.isElsewhere(change, shown.run);
      return new Clicked(false, relayed, ruleOf(after, approval.id()), null);
    } catch (Reachability.Unreached unreached) {
      // Whoever commits sees to it, and decides once more.
      throw unreached;
    } catch (Refused refused) {
      throw ClickedDecision.inItsPlaces(refused.refusal()).asException();
    }
  }

  private static @Nullable String ruleOf(Run run, String approvalId) {
    return run.approval(approvalId)
        .map(Approval::state)
        .filter(ApprovalState.Allowed.class::isInstance)
        .map(state -> ((ApprovalState.Allowed) state).ruleId())
        .orElse(null);
  }

  /** The approval with this id, as it is now or as it was settled. */
  private static Shown<Approval> named(Change change, String sessionId, String id) {
    Shown<Approval> shown =
        shown(change, GateKind.APPROVAL, id, run -> run.approval(id).orElse(null));
    if (shown == null) {
      shown =
          Gates.approval(change.queries(), id)
              .map(found -> new Shown<>(found.run(), found.gate()))
              .orElse(null);
    }
    if (shown == null || !shown.run.head().sessionId().equals(sessionId)) {
      throw Problem.PROMPT_STALE
          .because(
              "This session has not requested such an approval. GET "
                  + "/api/approval/pending shows the pending ones. Nothing was decided.")
          .asException();
    }
    return shown;
  }

  /** What the run has now, also as an earlier work of the same transaction left it. */
  private static <G> @Nullable Shown<G> shown(
      Change change, GateKind kind, String id, Function<Run, @Nullable G> gate) {
    OptionalLong key = Ulid.keyOf(kind.prefix(), id);
    GateRow row = key.isPresent() ? change.queries().gate(key.getAsLong()) : null;
    Run run = row == null ? null : change.run(row.runKey());
    G found = run == null ? null : gate.apply(run);
    return run == null || found == null ? null : new Shown<>(run, found);
  }

  /** The one gate that waits in the session, or null; never one of several. */
  private static <G> @Nullable Shown<G> only(
      Change change,
      String sessionId,
      RunStatus waiting,
      Function<Run, List<G>> pending,
      Refusal several) {
    Session session = change.session(sessionId);
    List<Shown<G>> all = new ArrayList<>();
    if (session != null) {
      for (LiveRun live : change.load(session.key()).awake()) {
        Run run = live.status() == waiting ? change.run(live.key()) : null;
        if (run != null) {
          pending.apply(run).forEach(gate -> all.add(new Shown<>(run, gate)));
        }
        // Two are several, however many more of them there are to read.
        if (all.size() > 1) {
          break;
        }
      }
    }
    if (all.size() > 1) {
      throw several.asException();
    }
    return all.isEmpty() ? null : all.getFirst();
  }

  /**
   * Answers the question that is offered.
   *
   * @param clarifyId null for the one that is on the caller's screen
   * @param texts labels or ids of options, or free words
   * @param expected what was seen; null where that was not sent
   */
  public void answer(
      String sessionId,
      @Nullable String clarifyId,
      List<String> texts,
      @Nullable Expected expected,
      Clicker by) {
    if (clarifyId == null && requiresId) {
      throw PromptRefusals.CLARIFY_ID_ALWAYS.asException();
    }
    try {
      answered(sessionId, clarifyId, texts, expected, by);
    } catch (Refused refused) {
      if (refused.refusal().problem() != Problem.PROMPT_STALE || clarifyId == null) {
        throw refused;
      }
      ObjectNode late = JsonTree.object();
      texts.forEach(late.putArray(PlainReplies.REPLIED).addArray()::add);
      LateAnswers.Sent answer =
          LateAnswers.Sent.answer(OfferedQuestion.requestId(clarifyId), JsonTree.write(late));
      Refusal told =
          questions.late().told(refused.refusal(), List.of(answer), sender(sessionId, by));
      // Clients know the first words.
      throw (told.detail().equals(refused.refusal().detail())
              ? told
              : told.saying(GONE + " " + told.detail()))
          .asException();
    }
  }

  private void answered(
      String sessionId,
      @Nullable String clarifyId,
      List<String> texts,
      @Nullable Expected expected,
      Clicker by) {
    commits.commit(
        change -> {
          Shown<Question> shown =
              clarifyId == null
                  ? only(
                      change,
                      sessionId,
                      RunStatus.WAITING_FOR_USER_QUESTION,
                      Run::pendingQuestions,
                      PromptRefusals.CLARIFY_ID_REQUIRED)
                  : shown(
                      change,
                      GateKind.QUESTION,
                      OfferedQuestion.requestId(clarifyId),
                      run -> run.question(OfferedQuestion.requestId(clarifyId)).orElse(null));
          if (shown == null
              || !shown.run.head().sessionId().equals(sessionId)
              || !shown.gate.isPending()) {
            throw (texts.isEmpty() ? OfferedQuestion.nothingSaid() : gone()).asException();
          }
          OfferedQuestion offered = OfferedQuestion.of(shown.gate);
          if (clarifyId != null && !clarifyId.equals(offered.clarifyId())) {
            throw (texts.isEmpty() ? OfferedQuestion.nothingSaid() : gone()).asException();
          }
          if (Deadlines.isOver(change, shown.run, shown.gate)) {
            // The timer has not come yet, the deadline has: record it, then say so.
            Run expired = Deadlines.expire(change, shown.run, slots);
            change.refuseAfterCommit(gone());
            return expired;
          }
          Answer answer = offered.read(texts);
          if (clarifyId == null
              && !sent.isOnScreen(by.id, GateKind.QUESTION, sessionId, offered.clarifyId())) {
            throw PromptRefusals.CLARIFY_NOT_SHOWN.asException();
          }
          SeenQuestion.check(shown.gate, expected);
          return answerOne(change, shown, answer, by.voter);
        });
  }

  private Run answerOne(Change change, Shown<Question> shown, Answer answer, Voter by) {
    try {
      return questions.answerOne(change, shown.run, shown.gate.id(), answer, by);
    } catch (Refused refused) {
      Refusal refusal = refused.refusal();
      if (refusal.faults().isEmpty()) {
        throw refused;
      }
      throw refusal.at("/response", refusal.faults().getFirst().message()).asException();
    }
  }

  private static Refusal gone() {
    return Problem.PROMPT_STALE.because(
        GONE + " GET /api/clarify/pending " + "shows the pending ones. Nothing was answered.");
  }
}
