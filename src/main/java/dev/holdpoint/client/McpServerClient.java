package dev.holdpoint.client;

import dev.holdpoint.api.agent.AgentBodies.McpServerRow;
import dev.holdpoint.api.agent.AgentBodies.McpServerView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import java.util.List;

/** Servers whose tools runs can use. */
public final class McpServerClient {
  private final Connection connection;

  McpServerClient(Connection connection) {
    this.connection = connection;
  }

  public List<McpServerRow> list() throws CallFailed {
    return connection.list(RequestPath.of("/v1/mcp-servers"), McpServerRow.class);
  }

  public McpServerView get(String name) throws CallFailed {
    return connection.get(RequestPath.of("/v1/mcp-servers/{}", name), McpServerView.class);
  }
}
