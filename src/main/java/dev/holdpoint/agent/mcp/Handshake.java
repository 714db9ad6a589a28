package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.acp.wire.StderrTail;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.McpDirectory.Identity;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The first words with a server. */
final class Handshake {
  static final List<String> SPOKEN =
      List.of(
          ProtocolVersions.MCP_2025_11_25,
          ProtocolVersions.MCP_2025_06_18,
          ProtocolVersions.MCP_2025_03_26,
          ProtocolVersions.MCP_2024_11_05);

  private Handshake() {}

  /**
   * @param capabilities what the server says that it has
   */
  record Greeted(Identity identity, JsonNode capabilities) {}

  static Greeted with(Link link, ServerSpec spec, String version)
      throws McpFailure, InterruptedException {
    ObjectNode params = JsonTree.object().put("protocolVersion", SPOKEN.getFirst());
    // Neither models nor folders are offered.
    ObjectNode elicitation = params.putObject("capabilities").putObject("elicitation");
    elicitation.putObject("form");
    elicitation.putObject("url");
    params.putObject("clientInfo").put("name", "holdpoint").put("version", version);
    JsonNode hello = link.ask(McpSchema.METHOD_INITIALIZE, params, spec.connectTimeout());
    String spoken = hello.path("protocolVersion").asString("");
    if (!SPOKEN.contains(spoken)) {
      throw new McpFailure(
          "%s uses version '%s' of the protocol, but Holdpoint supports %s"
              .formatted(
                  spec.title(), StderrTail.plain(spoken, spec.keys()), String.join(", ", SPOKEN)));
    }
    link.speaks(spoken);
    link.tell(McpSchema.METHOD_NOTIFICATION_INITIALIZED, JsonTree.object());
    JsonNode info = hello.path("serverInfo");
    return new Greeted(
        new Identity(
            spoken,
            StderrTail.plain(info.path("name").asString(""), spec.keys()),
            StderrTail.plain(info.path("version").asString(""), spec.keys())),
        hello.path("capabilities"));
  }
}
