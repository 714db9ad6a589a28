package dev.holdpoint.cli.mcp;

import dev.holdpoint.api.agent.AgentBodies.McpServerRow;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Table;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description = "Lists the servers: whether each is connected, and the number of its tools.",
    footer = "  holdpoint mcp list --json")
final class McpList extends DaemonCommand {
  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    List<McpServerRow> servers = client.mcpServers().list();
    if (json()) {
      printJson(servers);
    } else if (servers.isEmpty()) {
      out()
          .println(
              "No servers. Configure one with mcp_servers.NAME.command or "
                  + "mcp_servers.NAME.url.");
    } else {
      table(servers).print(out(), paint());
    }
    return ExitCode.OK;
  }

  private static Table table(List<McpServerRow> servers) {
    Table table = new Table("SERVER", "OVER", "STATUS", "TOOLS", "RESOURCES", "PROMPTS", "ERROR");
    for (McpServerRow server : servers) {
      table.row(
          server.name(),
          server.transport(),
          server.status(),
          Integer.toString(server.tools()),
          Integer.toString(server.resources()),
          Integer.toString(server.prompts()),
          server.error() == null ? "" : server.error());
    }
    return table;
  }
}
