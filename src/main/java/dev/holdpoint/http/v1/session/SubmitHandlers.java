package dev.holdpoint.http.v1.session;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.session.InputBodies.SubmitInputRequest;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.content.InputReferences;
import dev.holdpoint.engine.port.JsonSchemas;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.Generations;
import dev.holdpoint.http.v1.call.JsonNodes;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.call.ReplyTargets;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Work that is given to a session. */
public final class SubmitHandlers {

  private final ViewContext sight;
  private final Bodies bodies;
  private final Runs runs;
  private final ReplyTargets replyTargets;
  private final Inputs inputs;
  private final CompletionRequirements demands;
  private final JsonSchemas schemas;

  public SubmitHandlers(
      ViewContext sight,
      Bodies bodies,
      Runs runs,
      ReplyTargets replyTargets,
      Inputs inputs,
      CompletionRequirements demands,
      JsonSchemas schemas) {
    this.schemas = schemas;
    this.sight = sight;
    this.bodies = bodies;
    this.runs = runs;
    this.replyTargets = replyTargets;
    this.inputs = inputs;
    this.demands = demands;
  }

  public Map<String, Handler> all() {
    return Map.of("submitRun", this::detached, "submitInput", this::inline);
  }

  private Reply detached(Call call) {
    RunOutcome outcome = submit(call, false);
    return Replays.marked(Reply.json(202, sight.show(outcome)), outcome);
  }

  private Reply inline(Call call) {
    int timeoutMs = call.intQuery("timeout_ms", Limits.TIMEOUT_MS, 0, Limits.TIMEOUT_MS);
    RunOutcome outcome = submit(call, true);
    boolean stopped = sight.awaitStop(outcome.run(), timeoutMs);
    return Replays.marked(
        Reply.json(stopped ? 200 : 202, sight.showSession(call.path("session_id"))), outcome);
  }

  private RunOutcome submit(Call call, boolean alone) {
    SubmitInputRequest body = bodies.read(call, SubmitInputRequest.class);
    IdempotencyKey idempotency = bodies.idempotency(call, body.idempotencyKey());
    Inputs.check(body.content(), body.inputItems(), body.attachments());
    String sessionId = call.path("session_id");
    Submission submission = submission(call, body, sessionId);
    if (Inputs.bringsFiles(body.inputItems(), body.attachments())) {
      // Nothing is stored for a session that is not there.
      sight.engine.read(queries -> sight.session(queries, sessionId));
    }
    InputReferences mentions =
        new InputReferences(
            inputs.pieces(body.content(), body.inputItems(), body.attachments()),
            body.bindingKeys());
    return runs.submit(sessionId, submission, mentions, alone, idempotency);
  }

  private Submission submission(Call call, SubmitInputRequest body, String sessionId) {
    return new Submission(
            RunKind.INPUT,
            RunHead.Driver.LOOP,
            call.caller().principalId(),
            or(body.sourcePlugin(), "daemon"),
            or(body.sourceKind(), "api"),
            or(body.actorId(), "api-user"),
            "",
            body.provider(),
            new Json("[]"),
            metadata(body.metadata()),
            settings(body, sessionId))
        .askedBy(call.caller().name())
        .within(call.trace());
  }

  private RunSettings settings(SubmitInputRequest body, String sessionId) {
    Json generation =
        Generations.json(body.generation(), schemas, Problem.INVALID_INPUT, "/generation");
    return new RunSettings(
        generation == null ? Json.EMPTY_OBJECT : generation,
        demands.requirements(sessionId, body.completionRequirements()),
        replyHandles(body));
  }

  private List<ReplyHandle> replyHandles(SubmitInputRequest body) {
    Set<ReplyHandle> handles =
        new LinkedHashSet<>(replyTargets.handles(body.replyTargets(), Problem.INVALID_INPUT));
    String plugin = body.replyPlugin();
    String address = body.replyAddress();
    if ((plugin == null) != (address == null)) {
      throw Inputs.invalid(
          plugin == null ? "/reply_plugin" : "/reply_address",
          "reply_plugin and reply_address are required together. Send both, or "
              + "reply_targets instead.");
    }
    if (plugin != null && address != null) {
      handles.add(replyTargets.handle(plugin, address, Problem.INVALID_INPUT, ""));
    }
    return List.copyOf(handles);
  }

  private static String or(@Nullable String given, String otherwise) {
    return given == null ? otherwise : given;
  }

  public static Json metadata(@Nullable JsonNode metadata) {
    if (metadata == null) {
      return Json.NULL;
    }
    for (String key : metadata.propertyNames()) {
      if (key.equals("daemon") || key.startsWith("daemon.")) {
        throw Inputs.invalid(
            "/metadata/" + key, "Keys under daemon are reserved. Choose another name.");
      }
    }
    return JsonNodes.json(metadata);
  }
}
