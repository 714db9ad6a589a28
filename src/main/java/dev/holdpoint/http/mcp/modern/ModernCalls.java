package dev.holdpoint.http.mcp.modern;

import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.http.mcp.CallParams;
import dev.holdpoint.http.mcp.Called;
import dev.holdpoint.http.mcp.GateSnapshot;
import dev.holdpoint.http.mcp.ToolCalls;
import dev.holdpoint.http.mcp.ToolCalls.Asking.Way;
import dev.holdpoint.http.mcp.ToolResults;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tool calls of this era: answered at once, or with a task, or with a page to open first, or by a
 * stream that waits.
 */
final class ModernCalls {
  private static final String OPEN = "open";

  private final ToolCalls calls;
  private final ToolResults telling;
  private final GateTasks tasks;
  private final RpcMessages messages;
  private final RequestState states;

  ModernCalls(
      ToolCalls calls,
      ToolResults telling,
      GateTasks tasks,
      RpcMessages messages,
      RequestState states) {
    this.calls = calls;
    this.telling = telling;
    this.tasks = tasks;
    this.messages = messages;
    this.states = states;
  }

  /** What a call came to. */
  sealed interface Outcome {
    record Answered(ObjectNode result) implements Outcome {}

    record Streamed(Called.Waits waits) implements Outcome {}
  }

  /**
   * @param site where people find what waits
   */
  Outcome call(Call http, Envelope.Opened.Request request, String site) {
    CallParams call = CallParams.of(request.params());
    boolean opens = isOpening(http) && request.opensUrls() && call.tool().isComeBackTo();
    boolean isTask = request.knowsTasks() && call.tool().isComeBackTo();
    ToolCalls.Asking asking =
        new ToolCalls.Asking(
            http.caller(),
            http.from(),
            request.clientName(),
            site,
            request.id(),
            call.progress(),
            http.trace(),
            isTask ? Way.TASK : opens ? Way.PAGE : Way.STREAM);
    if (request.params().has("requestState")) {
      GateSnapshot held = again(http.caller(), request.params(), call, opens);
      return secondRound(asking, held, request.params(), call, isTask);
    }
    return switch (calls.call(asking, call.tool(), call.arguments())) {
      case Called.Answered(JsonNode result) -> new Outcome.Answered(messages.complete(result));
      case Called.Waits waits -> new Outcome.Streamed(waits);
      case Called.Left(GateSnapshot held, String _) ->
          new Outcome.Answered(opens ? page(held, asking, call) : task(held, asking));
    };
  }

  /** By the server's URL, so that whoever sets a client up decides. */
  private static boolean isOpening(Call http) {
    String wish = http.query("elicit");
    if (wish != null && !wish.equals("url")) {
      throw RpcFault.invalidParams("elicit in the server's URL must be url, or be left out.");
    }
    return wish != null;
  }

  /** What the first round has raised; asking again might raise another. */
  private GateSnapshot again(Caller caller, JsonNode params, CallParams call, boolean opens) {
    JsonNode state = params.path("requestState");
    String gateId =
        opens && state.isString() ? states.gate(state.stringValue(), caller, call) : null;
    GateSnapshot held =
        gateId == null
            ? null
            : calls.find(caller, gateId).filter(one -> ToolCalls.isOf(one, caller)).orElse(null);
    if (held == null) {
      throw RpcFault.invalidParams(
          "This requestState does not belong to this call. Call again without it, which asks "
              + "anew unless the call has a request_key.");
    }
    return held;
  }

  private Outcome secondRound(
      ToolCalls.Asking asking,
      GateSnapshot held,
      JsonNode params,
      CallParams call,
      boolean isTask) {
    JsonNode responses = params.path("inputResponses");
    if ((params.has("inputResponses") && !responses.isObject())
        || (responses.has(OPEN) && !responses.path(OPEN).isObject())) {
      throw RpcFault.invalidParams("inputResponses must be an object of objects.");
    }
    String key = call.arguments().path("request_key").asString("");
    String requestKey = key.isEmpty() ? null : key;
    if (!held.isPending()) {
      calls.given(held, asking.caller());
      return new Outcome.Answered(
          messages.complete(telling.decision(held, requestKey, asking.site(), asking.caller())));
    }
    // Whatever the user did with the page there: to open it is neither yes nor no.
    if (!responses.has(OPEN)) {
      return new Outcome.Answered(page(held, asking, call));
    }
    if (isTask) {
      calls.givenOut(held, asking);
      return new Outcome.Answered(task(held, asking));
    }
    return new Outcome.Streamed(calls.waits(asking, held, requestKey, waitMs(call)));
  }

  private static @Nullable Long waitMs(CallParams call) {
    JsonNode wait = call.arguments().path("wait_ms");
    return wait.canConvertToLong() ? wait.longValue() : null;
  }

  private ObjectNode task(GateSnapshot held, ToolCalls.Asking asking) {
    return messages.typed("task", tasks.made(asking.caller(), held, asking.site()));
  }

  private ObjectNode page(GateSnapshot held, ToolCalls.Asking asking, CallParams call) {
    ObjectNode result = JsonTree.object();
    ObjectNode open =
        result.putObject("inputRequests").putObject(OPEN).put("method", "elicitation/create");
    open.putObject("params")
        .put("mode", "url")
        .put("url", held.page(asking.site()))
        .put("message", "A person decides this in Holdpoint: " + held.run().head().textPreview());
    result.put("requestState", states.of(held.gateId(), asking.caller(), call));
    return messages.typed("input_required", result);
  }
}
