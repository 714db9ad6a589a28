package dev.holdpoint.http.mcp;

import dev.holdpoint.api.json.InvalidBody;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.external.ClientGates;
import dev.holdpoint.engine.gate.LateAnswers;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.standing.Standings;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.gate.AskedWorld;
import dev.holdpoint.http.v1.gate.LateViews;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** All handlers of the surface, by the ids of their endpoints. */
public final class McpSurface {
  private static final String SESSION = "Mcp-Session-Id";
  private static final String VERSION = Protocol.HEADER;
  private static final String EVENTS = "text/event-stream";

  private final WireJson json;
  private final ToolCalls calls;
  private final ClientGates clients;
  private final AnswerSource.Room room;
  private final Function<Call, String> site;
  private final String version;

  private McpSurface(Rooms rooms) {
    this.json = rooms.json;
    this.clients = rooms.clients;
    ToolResults telling = rooms.telling();
    this.calls = new ToolCalls(rooms.engine, clients, json, telling, rooms.world, rooms.permits);
    this.room =
        new AnswerSource.Room(rooms.engine, rooms.feed, clients, telling, new Cancellations());
    this.site = call -> rooms.publicUrl == null ? call.origin() : rooms.publicUrl;
    this.version = rooms.version;
  }

  /**
   * @param late which askers want to know what came too late
   * @param standings what policies make of the votes on a gate
   * @param publicUrl where people reach this daemon, without a slash; null for wherever clients do
   * @param version of the daemon
   * @param world checks what requests depend on
   * @param permits what approved requests give
   */
  public record Rooms(
      Engine engine,
      Feed feed,
      ClientGates clients,
      WireJson json,
      LateAnswers late,
      Standings standings,
      @Nullable String publicUrl,
      String version,
      AskedWorld world,
      PermitTools permits) {
    /** What tools give back. */
    public ToolResults telling() {
      return new ToolResults(
          json, (run, gate) -> LateViews.of(engine, late, run, gate), standings::summary, permits);
    }
  }

  public static Map<String, Handler> handlers(Rooms rooms) {
    McpSurface surface = new McpSurface(rooms);
    return Map.of(
        "sendMcpMessage", surface::send,
        "resumeMcpAnswer", surface::resume);
  }

  private Reply send(Call call) {
    if (!Protocol.accepts(call.header("Accept"), Reply.JSON)
        || !Protocol.accepts(call.header("Accept"), EVENTS)) {
      return refused(406, "Send Accept: application/json, text/event-stream.");
    }
    McpMessage message;
    try {
      message = McpMessage.of(json.tree(call.body()));
    } catch (InvalidBody e) {
      int code = e.malformed() ? McpError.PARSE_ERROR : McpError.INVALID_REQUEST;
      return refused(
          400, new McpError(code, "The body cannot be read: " + e.faults().getFirst().message()));
    } catch (McpError e) {
      return refused(400, e);
    }
    if (message instanceof McpMessage.Request(Json id, String method, JsonNode params)
        && method.equals("initialize")) {
      return introduced(id, params);
    }
    return known(
        call,
        client ->
            switch (message) {
              case McpMessage.Request request -> answer(call, client, request);
              case McpMessage.Notification(String method, JsonNode params) -> {
                if (method.equals("notifications/cancelled")
                    && McpMessage.isId(params.path("requestId"))) {
                  room.cancellations().cancel(client, JsonTree.write(params.path("requestId")));
                }
                yield Reply.empty(202);
              }
              case McpMessage.Response _ -> Reply.empty(202);
            });
  }

  /** What every message but the first has to bring. */
  private static Reply known(Call call, Function<ClientId, Reply> then) {
    if (!Protocol.isSpoken(call.header(VERSION))) {
      return refused(
          400, "This MCP-Protocol-Version is not supported; use one of " + Protocol.spoken() + ".");
    }
    String sent = call.header(SESSION);
    if (sent == null) {
      return then.apply(ClientId.NOBODY);
    }
    ClientId client = ClientId.of(sent);
    return client == null
        ? refused(404, "There is no such Mcp-Session-Id. Initialize a new session without one.")
        : then.apply(client);
  }

  private Reply introduced(Json id, JsonNode params) {
    try {
      ClientId client = Protocol.introduced(params);
      return answered(id, Protocol.welcome(params, version)).with(SESSION, client.text());
    } catch (McpError e) {
      return failed(id, e);
    }
  }

  private Reply answer(Call call, ClientId client, McpMessage.Request request) {
    try {
      return switch (request.method()) {
        case "ping" -> answered(request.id(), JsonTree.object());
        case "tools/list" -> answered(request.id(), tools(request.params()));
        case "tools/call" -> called(call, client, request);
        default ->
            throw new McpError(
                McpError.METHOD_NOT_FOUND,
                "There is no such method; the methods are initialize, ping, tools/list "
                    + "and tools/call.");
      };
    } catch (McpError e) {
      return failed(request.id(), e);
    }
  }

  private static JsonNode tools(JsonNode params) {
    if (params.hasNonNull("cursor")) {
      throw McpError.invalidParams("All tools are on the first page; omit cursor.");
    }
    ObjectNode result = JsonTree.object();
    result.set("tools", OfferedTool.list());
    return result;
  }

  private Reply called(Call call, ClientId client, McpMessage.Request request) {
    CallParams params = CallParams.of(request.params());
    ToolCalls.Asking asking =
        new ToolCalls.Asking(
            call.caller(),
            call.from(),
            client.name(),
            site.apply(call),
            request.id(),
            params.progress(),
            call.trace(),
            ToolCalls.Asking.Way.STREAM);
    return switch (calls.call(asking, params.tool(), params.arguments())) {
      case Called.Answered(JsonNode result) -> answered(request.id(), result);
      case Called.Waits waits -> streamed(call, client, waits);
      case Called.Left _ -> throw new IllegalStateException("no client of this era comes back");
    };
  }

  private Reply streamed(Call call, ClientId client, Called.Waits waits) {
    AnswerSource source =
        new AnswerSource(
            room,
            client,
            waits.await(),
            new AnswerSource.Audience(call.caller(), site.apply(call)),
            waits.runKey(),
            waits.vigil());
    return Reply.stream(source.plan(Protocol.comesBack(call.header(VERSION))));
  }

  private Reply resume(Call call) {
    String place = call.header("Last-Event-ID");
    if (place == null) {
      // Nothing is sent that no request has asked for, so there is no stream to listen to.
      return refused(405, "A stream requires a Last-Event-ID; use POST for a new request.")
          .with("Allow", "POST");
    }
    if (!Protocol.accepts(call.header("Accept"), EVENTS)) {
      return refused(406, "Send Accept: text/event-stream.");
    }
    return known(
        call,
        client -> {
          Await await = Await.at(place);
          Optional<GateSnapshot> held =
              await == null
                  ? Optional.empty()
                  : calls
                      .find(call.caller(), await.gateId())
                      .filter(found -> ToolCalls.canAnswer(found, await.wording()));
          return await == null || held.isEmpty()
              ? refused(
                  400,
                  "There is no event to continue from at this Last-Event-ID. Send the "
                      + "request again.")
              : streamed(
                  call,
                  client,
                  new Called.Waits(
                      await,
                      held.get().run().key(),
                      clients.awaiting(
                          held.get().run(), ToolCalls.isOf(held.get(), call.caller()))));
        });
  }

  private static Reply answered(Json id, JsonNode result) {
    return Reply.bytes(200, Reply.JSON, McpReply.result(id, result));
  }

  private static Reply failed(Json id, McpError error) {
    return Reply.bytes(200, Reply.JSON, McpReply.error(id, error));
  }

  private static Reply refused(int status, String message) {
    return refused(status, new McpError(McpError.REFUSED, message));
  }

  private static Reply refused(int status, McpError error) {
    return Reply.bytes(status, Reply.JSON, McpReply.error(null, error));
  }
}
