package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.acp.wire.StderrTail;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.McpDirectory.Identity;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/**
 * Finds out which revision of the protocol a server speaks, and begins to speak it. Over HTTP the
 * newest is tried first, since a server without sessions loses nothing by the question; a process
 * is greeted as ever, and asked for the newest when it refuses that.
 */
final class Negotiation {
  private final ServerSpec spec;
  private final Transports transports;
  private final Link.Events events;
  private final String version;
  private final Opening opening;

  /** Who ends a connection that is being made. */
  @FunctionalInterface
  interface Opening {
    /** Called before anything is said over it. */
    void opened(ServerLink link) throws InterruptedException;
  }

  /**
   * @param capabilities what the server says that it has
   */
  record Greeted(ServerLink link, Identity identity, JsonNode capabilities) {}

  /**
   * @param version of this program, which the server is told
   */
  Negotiation(
      ServerSpec spec, Transports transports, Link.Events events, String version, Opening opening) {
    this.spec = spec;
    this.transports = transports;
    this.events = events;
    this.version = version;
    this.opening = opening;
  }

  Greeted greet() throws McpFailure, InterruptedException {
    return switch (spec.way()) {
      case ServerSpec.Http http ->
          spec.protocol() == ServerSpec.Protocol.OLDER ? shakeHands(link()) : probe(http);
      case ServerSpec.Command _ -> process();
    };
  }

  private Greeted probe(ServerSpec.Http http) throws McpFailure, InterruptedException {
    ModernHttp modern = new ModernHttp(spec, http, events, version);
    opening.opened(modern);
    return switch (modern.probe(spec.connectTimeout())) {
      case EraProbe.Verdict.Modern(JsonNode result) -> greeted(modern, result);
      case EraProbe.Verdict.Older _ when spec.protocol() == ServerSpec.Protocol.AUTO -> {
        modern.close();
        yield shakeHands(link());
      }
      case EraProbe.Verdict.Older _ -> throw notSpoken();
      case EraProbe.Verdict.Refused(String why) ->
          throw new McpFailure(
              "%s cannot be used: %s".formatted(spec.title(), StderrTail.plain(why, spec.keys())));
    };
  }

  private Greeted process() throws McpFailure, InterruptedException {
    Link link = link();
    if (spec.protocol() != ServerSpec.Protocol.MODERN) {
      try {
        return shakeHands(link);
      } catch (McpFailure e) {
        if (spec.protocol() == ServerSpec.Protocol.OLDER || !e.isRefusal()) {
          throw e;
        }
      }
    }
    link.speaksModern(version);
    JsonNode result = link.ask(ModernWire.DISCOVER, JsonTree.object(), spec.connectTimeout());
    JsonNode message = JsonTree.object().set("result", result);
    if (!(EraProbe.of(200, message) instanceof EraProbe.Verdict.Modern)) {
      throw notSpoken();
    }
    return greeted(link, result);
  }

  private McpFailure notSpoken() {
    return new McpFailure(
        "%s does not support version %s of the protocol; set mcp_servers.%s.protocol to auto"
            .formatted(spec.title(), ModernWire.VERSION, spec.name()));
  }

  private Link link() throws McpFailure, InterruptedException {
    Link link = Link.open(spec, transports, events);
    opening.opened(link);
    return link;
  }

  private Greeted shakeHands(Link link) throws McpFailure, InterruptedException {
    Handshake.Greeted greeted = Handshake.with(link, spec, version);
    return new Greeted(link, greeted.identity(), greeted.capabilities());
  }

  private Greeted greeted(ServerLink link, JsonNode result) {
    JsonNode info = result.path("_meta").path(ModernWire.SERVER_INFO);
    return new Greeted(
        link,
        new Identity(
            ModernWire.VERSION,
            StderrTail.plain(info.path("name").asString(""), spec.keys()),
            StderrTail.plain(info.path("version").asString(""), spec.keys())),
        result.path("capabilities"));
  }

  /** What a server that nobody calls is asked, to see whether it is still there. */
  static void ping(ServerLink link, Duration timeout) throws McpFailure, InterruptedException {
    link.ask(link.isModern() ? ModernWire.DISCOVER : "ping", JsonTree.object(), timeout);
  }
}
