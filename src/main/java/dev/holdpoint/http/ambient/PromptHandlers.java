package dev.holdpoint.http.ambient;

import dev.holdpoint.api.ambient.AmbientBodies.ApprovalResponse;
import dev.holdpoint.api.ambient.AmbientBodies.ClarificationResponse;
import dev.holdpoint.api.ambient.AmbientBodies.PendingClarificationOnly;
import dev.holdpoint.api.ambient.AmbientBodies.PendingClarifications;
import dev.holdpoint.api.ambient.AmbientBodies.PromptChoice;
import dev.holdpoint.api.ambient.AmbientBodies.RespondApprovalRequest;
import dev.holdpoint.api.ambient.AmbientBodies.RespondClarificationRequest;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.status.GateOutcome;
import dev.holdpoint.core.gate.Expected;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.gate.VerifiedAssertion;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.prompt.OfferedQuestion;
import dev.holdpoint.engine.prompt.Prompts;
import dev.holdpoint.engine.prompt.SentPrompts;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.EventCursor;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.NativeSurface;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.gate.CurrentRows;
import dev.holdpoint.http.v1.gate.SentRendering;
import dev.holdpoint.http.v1.gate.Signatures;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Prompts: looked at, followed, answered. */
final class PromptHandlers {
  private final ApprovalKind approvals;
  private final ClarifyKind clarifications;
  private final Engine engine;
  private final Feed feed;
  private final Prompts prompts;
  private final Signatures signatures;
  private final Bodies bodies;
  private final WireJson json;

  PromptHandlers(
      Engine engine,
      Feed feed,
      Prompts prompts,
      NativeSurface.Access access,
      Bodies bodies,
      WireJson json) {
    this.approvals = new ApprovalKind(access.standings());
    this.clarifications = new ClarifyKind(access.standings());
    this.signatures = access.signatures();
    this.engine = engine;
    this.feed = feed;
    this.prompts = prompts;
    this.bodies = bodies;
    this.json = json;
  }

  Map<String, Handler> all() {
    return Map.of(
        "pendingApproval",
        call -> Reply.json(200, pending(call, approvals)),
        "streamApprovals",
        call -> stream(call, approvals),
        "respondApproval",
        this::click,
        "pendingClarification",
        this::pendingClarification,
        "streamClarifications",
        call -> stream(call, clarifications),
        "respondClarification",
        this::answer);
  }

  private Object pending(Call call, PromptKind kind) {
    String sessionId = OnScreen.session(call);
    PromptSnapshot.Oldest now =
        engine.read(queries -> PromptSnapshot.now(queries, kind, sessionId));
    Object view = now.view();
    screen(call, kind, sessionId).shows(view == null ? null : kind.promptId(view), now.count());
    return kind.wrapped(view, now.count());
  }

  private SentPrompts.Screen screen(Call call, PromptKind kind, String sessionId) {
    return prompts.sent().screen(call.caller().principalId(), kind.gates(), sessionId);
  }

  private static Prompts.Clicker clicker(Call call) {
    return new Prompts.Clicker(call.caller().principalId(), call.caller().voter());
  }

  private Reply pendingClarification(Call call) {
    PendingClarifications now = (PendingClarifications) pending(call, clarifications);
    return Reply.json(200, new PendingClarificationOnly(now.pending()));
  }

  private Reply stream(Call call, PromptKind kind) {
    String sessionId = OnScreen.session(call);
    PromptSource source =
        new PromptSource(
            engine,
            feed,
            json,
            kind,
            sessionId,
            EventCursor.of(call),
            screen(call, kind, sessionId));
    return Reply.stream(OnScreen.plan(source, 0));
  }

  private Reply click(Call call) {
    RespondApprovalRequest body = bodies.read(call, RespondApprovalRequest.class);
    VerifiedAssertion attested = attested(body);
    Prompts.Click click =
        new Prompts.Click(
            body.sessionId(),
            body.approvalId(),
            Prompts.Choice.valueOf(body.choice().name()),
            body.patternKey(),
            body.expiresAtMs(),
            body.maxUses(),
            attested,
            reason(body),
            expected(body));
    Prompts.Clicked clicked =
        signatures.traced(
            call,
            attested == null ? List.of() : List.of(attested),
            () ->
                CurrentRows.shown(
                    () -> prompts.click(click, clicker(call)), this::currentApproval));
    Refusal.Settlement before = clicked.before();
    return Reply.json(
        200,
        new ApprovalResponse(
            true,
            body.choice(),
            clicked.wasStale() ? true : null,
            clicked.relayed() ? true : null,
            clicked.ruleId(),
            before == null ? null : GateOutcome.valueOf(before.outcome().toUpperCase(Locale.ROOT)),
            before == null ? null : before.by(),
            before == null ? null : Seconds.of(before.atMs()),
            before == null ? null : before.successorId(),
            before == null ? null : before.lateAnswer()));
  }

  /** A click without an id is for the one that waits; when it comes to that, another may. */
  private @Nullable Expected expected(RespondApprovalRequest body) {
    Expected expected =
        SentRendering.expected(body.expectedDigest(), body.expectedRevision(), body.rendered());
    if (expected == null || expected.rendered() == null || body.approvalId() != null) {
      return SentRendering.compared(engine, body.approvalId(), expected);
    }
    Object oldest =
        engine.read(queries -> PromptSnapshot.now(queries, approvals, body.sessionId())).view();
    return SentRendering.compared(
        engine, oldest == null ? null : approvals.promptId(oldest), expected);
  }

  private @Nullable Json currentApproval(String id) {
    return engine.<@Nullable Json>read(
        queries ->
            Gates.approval(queries, id)
                .map(found -> new Json(json.text(approvals.view(found.run(), found.gate()))))
                .orElse(null));
  }

  private @Nullable Json currentQuestion(String id) {
    return engine.<@Nullable Json>read(
        queries ->
            Gates.question(queries, id)
                .map(
                    found ->
                        new Json(
                            json.text(
                                clarifications.view(
                                    found.run(), OfferedQuestion.of(found.gate())))))
                .orElse(null));
  }

  private static @Nullable String reason(RespondApprovalRequest body) {
    if (body.reason() != null && body.choice() != PromptChoice.DENY) {
      throw Problem.INVALID_REQUEST
          .because(
              "A reason belongs to a denial: omit it, or send choice deny. Nothing was decided.")
          .at("/reason", "is allowed only with choice deny")
          .asException();
    }
    return body.reason();
  }

  /** What is signed is one approval; which one cannot be left to what waits when it arrives. */
  private @Nullable VerifiedAssertion attested(RespondApprovalRequest body) {
    if (body.signature() == null) {
      return null;
    }
    if (body.approvalId() == null) {
      throw Problem.INVALID_REQUEST
          .because("A signature is for one approval: send its approval_id. Nothing was decided.")
          .at("/approval_id", "is required with signature")
          .asException();
    }
    return signatures.attested(
        body.signature(), body.approvalId(), body.choice() != PromptChoice.DENY);
  }

  private Reply answer(Call call) {
    RespondClarificationRequest body = bodies.read(call, RespondClarificationRequest.class);
    JsonNode sent = sent(body);
    CurrentRows.shown(
        () -> {
          prompts.answer(
              body.sessionId(),
              body.clarifyId(),
              texts(sent),
              Expected.of(body.expectedDigest(), body.expectedRevision()),
              clicker(call));
          return true;
        },
        this::currentQuestion);
    return Reply.json(200, new ClarificationResponse(true, sent));
  }

  private static JsonNode sent(RespondClarificationRequest body) {
    JsonNode first = body.response() != null ? body.response() : body.answer();
    JsonNode sent = first != null ? first : body.choice();
    if (sent == null) {
      throw unusable("is required");
    }
    return sent;
  }

  private static List<String> texts(JsonNode sent) {
    boolean good =
        sent.isString() || (sent.isArray() && sent.valueStream().allMatch(JsonNode::isString));
    if (!good) {
      throw unusable("must be text or a list of texts");
    }
    List<String> texts =
        sent.isString()
            ? List.of(sent.stringValue())
            : sent.valueStream().map(JsonNode::stringValue).toList();
    if (texts.stream().anyMatch(String::isBlank)) {
      throw unusable("must not be blank");
    }
    return texts;
  }

  private static RuntimeException unusable(String fault) {
    return Problem.INVALID_REQUEST
        .because(
            "Send the answer as response (or answer, or choice). The question is "
                + "still pending.")
        .at("/response", fault)
        .asException();
  }
}
