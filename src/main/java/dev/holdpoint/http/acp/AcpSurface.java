package dev.holdpoint.http.acp;

import dev.holdpoint.api.agent.AgentBodies.AcpServerRow;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.port.AcpServers;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.EventCursor;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.RefusedWith;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.stream.Frames;
import dev.holdpoint.http.stream.StreamPlan;
import dev.holdpoint.http.v1.call.Bodies;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

/** All handlers of the surface, by the ids of their endpoints. */
public final class AcpSurface {
  private static final String SERVER = "server_id";
  private static final String STRICT = "handling=strict";
  private static final String APPLIED = "Preference-Applied";
  private static final Duration HEARTBEAT = Duration.ofSeconds(10);

  private final AcpServers servers;
  private final Bodies bodies;

  private AcpSurface(AcpServers servers, Bodies bodies) {
    this.servers = servers;
    this.bodies = bodies;
  }

  public static Map<String, Handler> handlers(AcpServers servers, WireJson json) {
    AcpSurface surface = new AcpSurface(servers, new Bodies(json));
    return Map.of(
        "listAcpServers",
        surface::list,
        "sendAcpMessage",
        surface::send,
        "streamAcpMessages",
        surface::stream,
        "endAcpServer",
        surface::end);
  }

  private static AcpServers.Client client(Call call) {
    Caller caller = call.caller();
    return new AcpServers.Client(
        caller.name(),
        caller.may(Access.DECIDE),
        !caller.may(Access.INSPECT),
        caller.principalId());
  }

  private Reply list(Call call) {
    return Reply.json(
        200,
        servers.list(client(call)).stream()
            .map(
                one ->
                    new AcpServerRow(
                        one.id(),
                        one.agent(),
                        one.alive(),
                        one.startedAtMs(),
                        one.sessions(),
                        one.pending()))
            .toList());
  }

  private Reply send(Call call) throws InterruptedException {
    String id = call.path(SERVER);
    String agent = call.query("agent");
    AcpServers.Client by = client(call);
    return switch (AcpMessage.of(bodies.tree(call))) {
      case AcpMessage.Request request ->
          new Response(
                  request.id(),
                  servers.request(id, agent, request.id(), request.method(), request.params(), by))
              .reply();
      case AcpMessage.Notification notification -> {
        servers.notify(id, agent, notification.method(), notification.params(), by);
        yield Reply.empty(202);
      }
      case AcpMessage.Response response -> {
        checkMayDecide(call);
        AcpServers.Response sent =
            new AcpServers.Response(response.id(), response.result(), response.error());
        yield isStrict(call)
            ? strictly(() -> servers.respond(id, agent, sent, call.caller().voter(), true))
            : taken(() -> servers.respond(id, agent, sent, call.caller().voter(), false));
      }
    };
  }

  private static Reply taken(Runnable responding) {
    responding.run();
    return Reply.empty(202);
  }

  /** A client that wants to be refused is told, with the refusal too, that it was heeded. */
  private static Reply strictly(Runnable responding) {
    try {
      return taken(responding).with(APPLIED, STRICT);
    } catch (Refused e) {
      throw new RefusedWith(e, APPLIED, STRICT);
    }
  }

  private static boolean isStrict(Call call) {
    return call.headers("Prefer").stream()
        .flatMap(line -> Arrays.stream(line.split("[,;]", -1)))
        .map(one -> one.replaceAll("[ \t\"]", ""))
        .anyMatch(STRICT::equalsIgnoreCase);
  }

  /** Whoever gives an agent work is not yet somebody who may answer what it asks. */
  private static void checkMayDecide(Call call) {
    if (!call.caller().may(Access.DECIDE)) {
      throw Problem.FORBIDDEN
          .because("Responses settle an agent's requests and require the role operator.")
          .asException();
    }
  }

  private Reply stream(Call call) {
    AcpServers.Messages messages = servers.messages(call.path(SERVER), client(call));
    AcpMessageSource source = new AcpMessageSource(messages, EventCursor.of(call));
    return Reply.stream(
        StreamPlan.events(source, 0).heartbeat(Frames.comment("heartbeat"), HEARTBEAT));
  }

  private Reply end(Call call) {
    servers.end(call.path(SERVER), client(call));
    return Reply.empty(204);
  }
}
