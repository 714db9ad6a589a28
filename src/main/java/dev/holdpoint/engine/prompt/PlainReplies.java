package dev.holdpoint.engine.prompt;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionCommand;
import dev.holdpoint.core.gate.QuestionEvent;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.cluster.Reachability;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.LateAnswers;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permission.Grant;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.run.QuestionResolutions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Replies of older clients, who know a session, the id of what was asked, and texts. They decide
 * the same gates by the same rules as everybody else.
 */
public final class PlainReplies {
  /** What was replied, word for word, beside the answers that were made of it. */
  public static final String REPLIED = "replied";

  private final Commits commits;
  private final Approvals approvals;
  private final Questions questions;

  public PlainReplies(Commits commits, Approvals approvals, Questions questions) {
    this.commits = commits;
    this.approvals = approvals;
    this.questions = questions;
  }

  public enum Permission {
    ONCE,
    ALWAYS,
    REJECT
  }

  private record Raised<G>(Run run, G gate) {}

  /**
   * Answers a question: each list is the answer to the question at its place.
   *
   * @param texts ids or labels of options, or free words; when there are none, or none for the
   *     first question, nobody is held to answer the others
   */
  public void reply(String sessionId, String questionId, List<List<String>> texts, Voter by) {
    ObjectNode late = JsonTree.object();
    ArrayNode said = late.putArray(REPLIED);
    texts.forEach(list -> list.forEach(said.addArray()::add));
    questions
        .late()
        .keeping(
            () -> replied(sessionId, questionId, texts, by),
            List.of(LateAnswers.Sent.answer(questionId, JsonTree.write(late))),
            sender(sessionId, by));
  }

  private Run replied(String sessionId, String questionId, List<List<String>> texts, Voter by) {
    return commits.commit(
        change -> {
          Raised<Question> raised = question(change, sessionId, questionId);
          List<StructuredQuestion> asked = raised.gate.questions();
          if (texts.size() > asked.size()) {
            throw Problem.QUESTION_UNKNOWN_ANSWER
                .because(
                    "Send one list for each question, in the order of the questions. The "
                        + "question is still pending.")
                .at("/answers/" + asked.size(), "does not match any question")
                .asException();
          }
          List<Answer> answers = new ArrayList<>();
          for (int i = 0; i < texts.size(); i++) {
            answers.add(SaidAnswer.byLabel(asked.get(i), texts.get(i)));
          }
          boolean mayBeEmpty = texts.isEmpty() || texts.getFirst().isEmpty();
          return asReplied(
              () ->
                  questions.decide(
                      change,
                      raised.run,
                      questionId,
                      new QuestionCommand.Reply(by.name(), change.nowMs(), answers, mayBeEmpty),
                      sent(raised.gate, answers, texts, by.name(), change.nowMs()),
                      by));
        });
  }

  public void reject(String sessionId, String questionId, Voter by) {
    ObjectNode no = JsonTree.object().put("request_id", questionId);
    no.putArray("answers");
    Json sent = JsonTree.write(no.put("declined", true));
    questions
        .late()
        .keeping(
            () ->
                commits.commit(
                    change ->
                        questions.decide(
                            change,
                            question(change, sessionId, questionId).run,
                            questionId,
                            new QuestionCommand.Decline(by.name(), change.nowMs(), List.of(), null),
                            sent,
                            by)),
            List.of(LateAnswers.Sent.answer(questionId, sent)),
            sender(sessionId, by));
  }

  public void permit(
      String sessionId, String approvalId, Permission reply, @Nullable String message, Voter by) {
    SentDecision resolution = resolution(approvalId, reply, message);
    approvals
        .late()
        .keeping(
            () ->
                commits.commit(
                    change -> {
                      Raised<Approval> raised = approval(change, sessionId, approvalId);
                      return asReplied(
                          () ->
                              approvals.decide(change, raised.run, List.of(resolution), by, null));
                    }),
            LateAnswers.Sent.of(List.of(resolution)),
            sender(sessionId, by));
  }

  private static LateAnswers.Sender sender(String sessionId, Voter by) {
    return new LateAnswers.Sender(by, run -> run.head().sessionId().equals(sessionId));
  }

  private static SentDecision resolution(
      String approvalId, Permission reply, @Nullable String message) {
    boolean allow = reply != Permission.REJECT;
    String choice = allow ? reply.name().toLowerCase(Locale.ROOT) : "deny";
    ObjectNode sent =
        JsonTree.object()
            .put("request_id", approvalId)
            .put("behavior", allow ? "allow" : "deny")
            .put("choice", choice);
    String reason = allow || message == null || message.isBlank() ? null : message;
    if (reason != null) {
      sent.put("reason", reason);
    }
    Grant grant =
        reply == Permission.ALWAYS
            ? new Grant(PermissionRule.ScopeKind.USER, null, null, null)
            : null;
    return new SentDecision(
        approvalId, allow, null, reason, null, grant, null, JsonTree.write(sent));
  }

  private static Json sent(
      Question question, List<Answer> answers, List<List<String>> texts, String by, long nowMs) {
    Question answered = question.settled(new QuestionEvent.Answered(by, nowMs, answers), null);
    ObjectNode sent = (ObjectNode) JsonTree.of(QuestionResolutions.of(answered));
    ArrayNode replied = sent.putArray(REPLIED);
    texts.forEach(list -> list.forEach(replied.addArray()::add));
    return JsonTree.write(sent);
  }

  private static Raised<Question> question(Change change, String sessionId, String id) {
    Run run = raiser(change, sessionId, GateKind.QUESTION, id);
    Question question =
        run == null
            ? null
            : run.question(id)
                .or(() -> Gates.question(change.queries(), id).map(Gates.Found::gate))
                .orElse(null);
    if (run == null || question == null) {
      throw Problem.QUESTION_NOT_FOUND
          .because(
              "This session has not asked such a question. GET /v1/questions lists the "
                  + "pending ones.")
          .asException();
    }
    if (question.state() instanceof QuestionState.Settled settled) {
      throw (settled instanceof QuestionState.Expired
              ? Problem.QUESTION_EXPIRED
              : Problem.QUESTION_STATE_CONFLICT)
          .because("The question was already settled. Nothing was changed.")
          .settled(Gates.settlement(question))
          .asException();
    }
    return new Raised<>(run, question);
  }

  private static Raised<Approval> approval(Change change, String sessionId, String id) {
    Run run = raiser(change, sessionId, GateKind.APPROVAL, id);
    Approval approval =
        run == null
            ? null
            : run.approval(id)
                .or(() -> Gates.approval(change.queries(), id).map(Gates.Found::gate))
                .orElse(null);
    if (run == null || approval == null) {
      throw Problem.APPROVAL_NOT_FOUND
          .because(
              "This session has not requested such an approval. GET /v1/approvals "
                  + "lists the pending ones.")
          .asException();
    }
    if (!approval.isPending()) {
      throw Problem.APPROVAL_STATE_CONFLICT
          .because("The approval was already settled. Nothing was changed.")
          .settled(Gates.settlement(approval))
          .asException();
    }
    return new Raised<>(run, approval);
  }

  /** The run of the session that has asked, as it is now; null when there is none. */
  private static @Nullable Run raiser(Change change, String sessionId, GateKind kind, String id) {
    Existing.session(change, sessionId);
    OptionalLong key = Ulid.keyOf(kind.prefix(), id);
    GateRow row = key.isPresent() ? change.queries().gate(key.getAsLong()) : null;
    Run run = row == null || row.kind() != kind ? null : change.run(row.runKey());
    return run == null || !run.head().sessionId().equals(sessionId) ? null : run;
  }

  /** The same refusal, with the places of a reply in the stead of those of a resolution. */
  private static Run asReplied(Supplier<Run> decision) {
    try {
      return decision.get();
    } catch (Reachability.Unreached unreached) {
      throw unreached;
    } catch (Refused refused) {
      Refusal refusal = refused.refusal();
      throw new Refusal(
              refusal.problem(),
              refusal.detail(),
              refusal.faults().stream()
                  .map(fault -> new Refusal.Fault(place(fault.pointer()), fault.message()))
                  .toList(),
              refusal.settlement(),
              refusal.conflictingResourceId(),
              refusal.current(),
              refusal.permit(),
              refusal.held(),
              refusal.retryAfterSeconds())
          .asException();
    }
  }

  private static String place(String pointer) {
    if (pointer.startsWith("/resolutions/")) {
      return "/reply";
    }
    return pointer
        .replaceFirst("^/resolution/answers", "/answers")
        .replaceFirst("^(/answers/[0-9]+)/.*$", "$1");
  }
}
