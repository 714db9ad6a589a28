package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;

import dev.holdpoint.api.agent.AgentBodies.McpServerRow;
import dev.holdpoint.api.agent.AgentBodies.McpServerView;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import java.util.List;

/** Servers whose tools runs can use. */
final class McpServerEndpoints {
  private static final String SERVERS = "/v1/mcp-servers";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          get("listMcpServers", SERVERS, READ, "Lists the configured MCP servers")
              .lists(McpServerRow.class),
          get(
                  "getMcpServer",
                  SERVERS + "/{mcp_server}",
                  READ,
                  "Returns an MCP server with its tools, resources and prompts")
              .answers(McpServerView.class));

  private McpServerEndpoints() {}
}
