package dev.holdpoint.http.v1.agent;

import dev.holdpoint.api.agent.AgentBodies.McpServerRow;
import dev.holdpoint.api.agent.AgentBodies.McpServerView;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.McpDirectory;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import java.util.Locale;
import java.util.Map;

/** The servers whose tools runs can use. */
public final class McpServerHandlers {
  private final McpDirectory servers;

  public McpServerHandlers(McpDirectory servers) {
    this.servers = servers;
  }

  public Map<String, Handler> all() {
    return Map.of("listMcpServers", this::list, "getMcpServer", this::get);
  }

  private Reply list(Call call) {
    return Reply.json(200, servers.all().stream().map(McpServerHandlers::row).toList());
  }

  private Reply get(Call call) {
    String name = call.path("mcp_server");
    return Reply.json(
        200,
        servers.all().stream()
            .filter(server -> server.name().equals(name))
            .map(McpServerHandlers::view)
            .findFirst()
            .orElseThrow(
                () ->
                    Problem.MCP_SERVER_NOT_FOUND
                        .because(
                            "There is no MCP server '%s' in the configuration. GET /v1/mcp-servers lists them."
                                .formatted(name))
                        .asException()));
  }

  private static McpServerRow row(McpDirectory.Server server) {
    McpDirectory.Offers offers = server.offers();
    return new McpServerRow(
        server.name(),
        server.transport(),
        status(server),
        server.error(),
        server.credentialed(),
        offers.tools().size(),
        offers.resources().size(),
        offers.resourceTemplates().size(),
        offers.prompts().size(),
        offers.leftOut().size());
  }

  private static String status(McpDirectory.Server server) {
    return server.status().name().toLowerCase(Locale.ROOT);
  }

  private static McpServerView view(McpDirectory.Server server) {
    McpDirectory.Offers offers = server.offers();
    McpDirectory.Identity identity = server.identity();
    return new McpServerView(
        server.name(),
        server.transport(),
        status(server),
        server.error(),
        server.credentialed(),
        identity == null ? null : identity.protocolVersion(),
        identity == null ? null : new McpServerView.ServerInfo(identity.name(), identity.version()),
        offers.tools().stream()
            .map(
                tool ->
                    new McpServerView.Tool(
                        tool.name(),
                        tool.tool(),
                        tool.description(),
                        JsonTree.of(tool.inputSchema())))
            .toList(),
        offers.resources().stream()
            .map(
                one ->
                    new McpServerView.Resource(
                        one.uri(), one.name(), one.description(), one.mimeType()))
            .toList(),
        offers.resourceTemplates().stream()
            .map(
                one ->
                    new McpServerView.ResourceTemplate(
                        one.uri(), one.name(), one.description(), one.mimeType()))
            .toList(),
        offers.prompts().stream().map(McpServerHandlers::prompt).toList(),
        offers.leftOut());
  }

  private static McpServerView.Prompt prompt(McpDirectory.Prompt prompt) {
    return new McpServerView.Prompt(
        prompt.name(),
        prompt.description(),
        prompt.arguments().stream()
            .map(
                argument ->
                    new McpServerView.Argument(
                        argument.name(), argument.description(), argument.required()))
            .toList());
  }
}
