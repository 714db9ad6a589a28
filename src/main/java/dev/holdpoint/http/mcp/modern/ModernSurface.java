package dev.holdpoint.http.mcp.modern;

import dev.holdpoint.api.json.InvalidBody;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.http.mcp.AnswerSource;
import dev.holdpoint.http.mcp.GateSnapshot;
import dev.holdpoint.http.mcp.McpError;
import dev.holdpoint.http.mcp.McpStyle;
import dev.holdpoint.http.mcp.McpSurface;
import dev.holdpoint.http.mcp.OfferedTool;
import dev.holdpoint.http.mcp.Protocol;
import dev.holdpoint.http.mcp.ToolCalls;
import dev.holdpoint.http.mcp.ToolResults;
import dev.holdpoint.http.mcp.modern.Envelope.Opened;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The handlers of all eras: messages of this one are answered here, and others passed on. */
public final class ModernSurface {
  private static final String SEND = "sendMcpMessage";
  private static final String RESUME = "resumeMcpAnswer";
  private static final String EVENTS = "text/event-stream";
  private static final int TASKS = 100;
  private static final int TASK_ID = 200;
  private static final long TTL_MS = 3_600_000;

  private static final String INSTRUCTIONS =
      Protocol.INSTRUCTIONS
          + " A client that supports tasks gets a task instead of waiting: its result is the "
          + "decision, and tasks/cancel withdraws the request.";

  private final Map<String, Handler> older;
  private final McpSurface.Rooms rooms;
  private final WireJson json;
  private final ToolResults telling;
  private final RpcMessages messages;
  private final GateTasks tasks;
  private final ModernCalls calls;

  private ModernSurface(Rooms all) {
    this.rooms = all.rooms;
    this.older = McpSurface.handlers(rooms);
    this.json = rooms.json();
    this.telling = rooms.telling();
    this.messages = new RpcMessages(rooms.version());
    ToolCalls tools =
        new ToolCalls(
            rooms.engine(), rooms.clients(), json, telling, rooms.world(), rooms.permits());
    this.tasks = new GateTasks(rooms.engine(), tools, all.gates, telling, messages, all.keptMs);
    this.calls = new ModernCalls(tools, telling, tasks, messages, new RequestState(all.mac));
  }

  /**
   * @param rooms what the older eras need too
   * @param keptMs how long a decided gate is found after its run has ended; null for ever
   * @param mac of what clients keep for the daemon; the same at every node
   */
  public record Rooms(
      McpSurface.Rooms rooms,
      ExternalGates gates,
      @Nullable Long keptMs,
      UnaryOperator<byte[]> mac) {}

  public static Map<String, Handler> handlers(Rooms rooms) {
    ModernSurface surface = new ModernSurface(rooms);
    return Map.of(SEND, surface::send, RESUME, surface::resume);
  }

  private Reply send(Call call) throws Exception {
    return switch (opened(call)) {
      case Opened.Older _ -> passOn(SEND, call);
      case Opened.Notification _ -> Reply.empty(202);
      case Opened.Faulty(Json id, RpcFault fault) -> failed(id, fault);
      case Opened.Request request -> answer(call, request);
    };
  }

  private Reply passOn(String endpoint, Call call) throws Exception {
    return Objects.requireNonNull(older.get(endpoint)).handle(call);
  }

  private Opened opened(Call call) {
    Envelope.Headers headers =
        new Envelope.Headers(version(call), one(call, "Mcp-Method"), one(call, "Mcp-Name"));
    try {
      return Envelope.open(headers, json.tree(call.body()));
    } catch (InvalidBody e) {
      return Envelope.unreadable(
          headers,
          new McpError(
              e.malformed() ? McpError.PARSE_ERROR : McpError.INVALID_REQUEST,
              "The body cannot be read: " + e.faults().getFirst().message()));
    }
  }

  /** The older eras look at the first line alone. */
  private static @Nullable String version(Call call) {
    String first = call.header(Protocol.HEADER);
    return Protocol.isSpoken(first) ? first : one(call, Protocol.HEADER);
  }

  /** A header that is sent twice has both values, and so equals neither. */
  private static @Nullable String one(Call call, String name) {
    List<String> lines = call.headers(name);
    return lines.isEmpty() ? null : String.join(", ", lines);
  }

  private Reply answer(Call call, Opened.Request request) {
    // A store that does not answer, or too many streams: that too is said of this request.
    call.refuseAs(McpStyle.of(request.id()));
    if (!Protocol.accepts(call.header("Accept"), Reply.JSON)
        || !Protocol.accepts(call.header("Accept"), EVENTS)) {
      return failed(
          request.id(),
          new RpcFault(406, McpError.REFUSED, "Send Accept: application/json, text/event-stream."));
    }
    try {
      return switch (request.method()) {
        case DISCOVER -> answered(request, discovery());
        case LIST_TOOLS -> answered(request, tools(request.params()));
        case CALL_TOOL -> called(call, request);
        case GET_TASK ->
            answered(request, tasks.view(call.caller(), task(call, request), site(call)));
        case UPDATE_TASK -> {
          task(call, request);
          yield answered(request, JsonTree.object());
        }
        case CANCEL_TASK -> {
          tasks.cancel(call.caller(), id(request));
          yield answered(request, JsonTree.object());
        }
        case LISTEN -> listening(call, request);
      };
    } catch (McpError e) {
      return failed(request.id(), RpcFault.of(200, e));
    } catch (RpcFault e) {
      return failed(request.id(), e);
    }
  }

  private static ObjectNode discovery() {
    ObjectNode result = JsonTree.object();
    ArrayNode versions = result.putArray("supportedVersions");
    Envelope.versions().forEach(versions::add);
    ObjectNode capabilities = result.putObject("capabilities");
    capabilities.putObject("tools");
    capabilities.putObject("extensions").putObject(Envelope.TASKS);
    return cacheable(result.put("instructions", INSTRUCTIONS));
  }

  private static ObjectNode tools(JsonNode params) {
    if (params.hasNonNull("cursor")) {
      throw RpcFault.invalidParams("All tools are on the first page; omit cursor.");
    }
    ObjectNode result = JsonTree.object();
    result.set("tools", OfferedTool.list());
    return cacheable(result);
  }

  /** The same for everybody, until there is another version of the daemon. */
  private static ObjectNode cacheable(ObjectNode result) {
    return result.put("ttlMs", TTL_MS).put("cacheScope", "public");
  }

  private Reply called(Call call, Opened.Request request) {
    return switch (calls.call(call, request, site(call))) {
      case ModernCalls.Outcome.Answered(ObjectNode result) -> ok(request, result);
      case ModernCalls.Outcome.Streamed(var waits) ->
          Reply.stream(
              AnswerSource.once(
                  rooms,
                  telling,
                  waits,
                  new AnswerSource.Audience(call.caller(), site(call)),
                  messages::complete));
    };
  }

  private GateSnapshot task(Call call, Opened.Request request) {
    return tasks.existing(call.caller(), id(request));
  }

  private static String id(Opened.Request request) {
    return request.params().path("taskId").asString("");
  }

  private Reply listening(Call call, Opened.Request request) {
    JsonNode wanted = request.params().path("notifications");
    if (!wanted.isObject()) {
      throw RpcFault.invalidParams("notifications must be an object.");
    }
    List<GateSnapshot> watched =
        taskIds(wanted).stream().flatMap(id -> tasks.find(call.caller(), id).stream()).toList();
    return Reply.stream(
        new TaskSubscription(
                tasks, rooms.feed(), messages, call.caller(), request.id(), site(call), watched)
            .plan(wanted.has("taskIds")));
  }

  private static Set<String> taskIds(JsonNode wanted) {
    JsonNode ids = wanted.path("taskIds");
    Set<String> all = new LinkedHashSet<>();
    if (wanted.has("taskIds") && (!ids.isArray() || ids.size() > TASKS)) {
      throw RpcFault.invalidParams("taskIds must be a list of at most " + TASKS + " ids.");
    }
    for (JsonNode id : ids) {
      if (!id.isString() || id.stringValue().length() > TASK_ID) {
        throw RpcFault.invalidParams(
            "Each of taskIds must be a text of at most " + TASK_ID + " characters.");
      }
      all.add(id.stringValue());
    }
    return all;
  }

  private String site(Call call) {
    return rooms.publicUrl() == null ? call.origin() : rooms.publicUrl();
  }

  /** A client of this era has nothing to come back to by a GET. */
  private Reply resume(Call call) throws Exception {
    if (Protocol.isSpoken(call.header(Protocol.HEADER))) {
      return passOn(RESUME, call);
    }
    return failed(
            null,
            new RpcFault(405, McpError.REFUSED, "Use POST; there are no streams to continue."))
        .with("Allow", "POST");
  }

  private Reply answered(Opened.Request request, ObjectNode result) {
    return ok(request, messages.complete(result));
  }

  private static Reply ok(Opened.Request request, ObjectNode result) {
    return Reply.bytes(200, Reply.JSON, RpcMessages.result(request.id(), result));
  }

  private static Reply failed(@Nullable Json id, RpcFault fault) {
    return Reply.bytes(fault.status(), Reply.JSON, RpcMessages.error(id, fault));
  }
}
