package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.gate.QuestionBodies.CancelQuestionRequest;
import dev.holdpoint.api.gate.QuestionBodies.QuestionResolution;
import dev.holdpoint.api.gate.QuestionBodies.QuestionResolutionRequest;
import dev.holdpoint.api.gate.QuestionBodies.RaiseQuestionRequest;
import dev.holdpoint.api.gate.QuestionBodies.RaisedQuestion;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Expected;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.JsonNodes;
import dev.holdpoint.http.v1.call.PageLinks;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Questions: raised from outside, listed, waited for, answered, cancelled. */
public final class QuestionHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final Questions questions;
  private final ExternalGates outside;
  private final PageLinks pages;

  public QuestionHandlers(
      ViewContext sight,
      Bodies bodies,
      Questions questions,
      ExternalGates outside,
      PageLinks pages) {
    this.sight = sight;
    this.bodies = bodies;
    this.questions = questions;
    this.outside = outside;
    this.pages = pages;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "resolveRunQuestion", this::detached,
        "resolveSessionQuestion", this::inline,
        "cancelQuestion", this::cancel,
        "raiseQuestion", this::raise,
        "listQuestions", call -> list(call, call.query("session_id")),
        "listSessionQuestions", this::listOfSession,
        "getQuestion", this::get);
  }

  private Reply detached(Call call) {
    RunOutcome outcome = resolve(call, new GateTarget.OfRun(call.path("run_id")));
    return Replays.marked(Reply.json(202, sight.show(outcome.run())), outcome);
  }

  private Reply inline(Call call) {
    int timeoutMs =
        call.intQuery("timeout_ms", ApprovalHandlers.DEFAULT_WAIT_MS, 0, Limits.TIMEOUT_MS);
    String sessionId = call.path("session_id");
    RunOutcome outcome = resolve(call, new GateTarget.OfSession(sessionId));
    sight.awaitStop(outcome.run(), timeoutMs);
    return Replays.marked(Reply.json(200, sight.showSession(sessionId)), outcome);
  }

  private RunOutcome resolve(Call call, GateTarget target) {
    QuestionResolutionRequest body = bodies.read(call, QuestionResolutionRequest.class);
    IdempotencyKey idempotency = bodies.idempotency(call, body.idempotencyKey());
    Json sent = JsonNodes.json(bodies.tree(call).path("resolution"));
    return CurrentRows.shown(
        sight,
        () ->
            questions.resolve(
                target, resolution(body.resolution(), sent), call.caller().voter(), idempotency));
  }

  private static Questions.Resolution resolution(QuestionResolution body, Json sent) {
    return new Questions.Resolution(
        body.requestId(),
        body.answers().stream()
            .map(a -> new Answer(a.questionId(), a.selectedOptionIds(), a.freeformAnswer()))
            .toList(),
        Boolean.TRUE.equals(body.declined()),
        body.justification(),
        sent,
        Expected.of(body.expectedDigest(), body.expectedRevision()));
  }

  private Reply cancel(Call call) {
    CancelQuestionRequest body = bodies.read(call, CancelQuestionRequest.class);
    RunOutcome outcome =
        questions.cancel(
            call.path("run_id"),
            call.path("request_id"),
            body.justification(),
            JsonNodes.json(bodies.tree(call)),
            call.caller().voter(),
            bodies.idempotency(call, body.idempotencyKey()));
    return Replays.marked(Reply.json(200, sight.show(outcome.run())), outcome);
  }

  private Reply raise(Call call) {
    RaiseQuestionRequest body = bodies.read(call, RaiseQuestionRequest.class);
    List<StructuredQuestion> asked = AskedQuestions.of(body.questions());
    Json input = JsonNodes.json(bodies.tree(call).path("questions"));
    ToolCall wanted =
        new ToolCall(
            "call_1", "ask_user_question", new Json("{\"questions\":" + input.text() + "}"));
    GateDraft.OfQuestion draft =
        new GateDraft.OfQuestion(
                wanted.id(), asked, OutsideWork.deadline(body.expiresAtMs(), body.expiresAfterMs()))
            .on(AskerTerms.of(body.onExpiry(), body.risk(), body.lateAnswers()));
    RunOutcome outcome =
        outside.raise(
            call.path("session_id"),
            OutsideWork.submission(call, asked.getFirst().question()),
            new ExternalGates.Gate(wanted, draft),
            OutsideWork.requestKey(call, body.requestKey(), input.text() + draft.asked()),
            bodies.idempotency(call, body.idempotencyKey()));
    Run run = outcome.run();
    Question question = run.questions().getFirst();
    return Replays.marked(
        Reply.json(
            201,
            new RaisedQuestion(
                run.id(),
                sight.gates.request(run, question, sight.engine.nowMs()),
                pages.of(call, "questions", question.id()))),
        outcome);
  }

  private Reply listOfSession(Call call) {
    String sessionId = call.path("session_id");
    sight.engine.read(queries -> sight.session(queries, sessionId));
    return list(call, sessionId);
  }

  private Reply list(Call call, @Nullable String sessionId) {
    return GateLists.reply(
        sight,
        call,
        GateKind.QUESTION,
        sessionId,
        (row, run, triage) ->
            run.question(GateLists.idIn(run.questions(), Question::id, row))
                .filter(found -> found.isPending() || row.status() != GateState.Status.PENDING)
                .map(question -> sight.gates.row(run, question, sight.engine.nowMs(), triage)));
  }

  private Reply get(Call call) {
    String id = call.path("question_id");
    int waitMs = call.intQuery("wait_ms", 0, 0, Limits.WAIT_MS);
    Gates.Found<Question> found = find(id).orElseThrow(QuestionHandlers::notFound);
    if (found.gate().isPending() && waitMs > 0) {
      sight.waits.mustHaveRoom();
      sight.waits.until(
          found.row().runKey(), waitMs, () -> find(id).filter(now -> !now.gate().isPending()));
      found = find(id).orElseThrow(QuestionHandlers::notFound);
    }
    return PlainGates.isWanted(call)
        ? PlainGates.reply(PlainGates.of(found.gate()))
        : Reply.json(
            200,
            sight
                .gates
                .row(
                    found.run(),
                    found.gate(),
                    sight.engine.nowMs(),
                    sight.triage(call, found.gate()))
                .late(LateViews.of(sight.engine, questions.late(), found.run(), found.gate())));
  }

  private Optional<Gates.Found<Question>> find(String id) {
    return sight.engine.read(queries -> Gates.question(queries, id));
  }

  public static RuntimeException notFound() {
    return Problem.QUESTION_NOT_FOUND
        .because("There is no such question. GET /v1/questions lists the pending ones.")
        .asException();
  }
}
