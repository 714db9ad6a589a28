package dev.holdpoint.cli.agent;

import dev.holdpoint.api.agent.AgentBodies.McpServerRow;
import dev.holdpoint.api.agent.AgentBodies.McpServerView;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.agent.McpCommand.McpList;
import dev.holdpoint.cli.agent.McpCommand.McpShow;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code holdpoint mcp}. */
@Command(
    name = "mcp",
    description = {
      "The MCP servers whose tools runs can use.",
      "docs/mcp-tools.md explains how to connect one."
    },
    subcommands = {McpList.class, McpShow.class},
    footer = {"  holdpoint mcp list", "  holdpoint mcp show github", "", ExitCode.TABLE})
public final class McpCommand extends CommandGroup {
  @Command(
      name = "list",
      description = "Lists the servers: whether each is connected, and the number of its tools.",
      footer = "  holdpoint mcp list --json")
  static final class McpList extends DaemonCommand {
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

  @Command(
      name = "show",
      description =
          "Shows a server: its tools, resources and prompts, and those that cannot be used.",
      footer = "  holdpoint mcp show github --json")
  static final class McpShow extends DaemonCommand {
    /** What is read at a glance; --json has all of it. */
    private static final int ROOM = 100;

    @Parameters(paramLabel = "NAME", description = "The server's name in the configuration.")
    private String name = "";

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      McpServerView server = client.mcpServers().get(name);
      if (json()) {
        printJson(server);
        return ExitCode.OK;
      }
      line(server.name() + ": " + server.status() + " over " + server.transport());
      if (server.error() != null) {
        line(server.error());
      }
      if (server.serverInfo() != null) {
        line(server.serverInfo().name() + " " + server.serverInfo().version());
      }
      if (server.protocolVersion() != null) {
        line("protocol " + server.protocolVersion());
      }
      Table table = new Table("KIND", "NAME", "DESCRIPTION");
      server.tools().forEach(tool -> table.row("tool", tool.name(), first(tool.description())));
      server.resources().forEach(one -> table.row("resource", one.uri(), first(one.name())));
      server
          .resourceTemplates()
          .forEach(one -> table.row("template", one.uriTemplate(), first(one.name())));
      server.prompts().forEach(one -> table.row("prompt", one.name(), first(one.description())));
      table.print(out(), paint());
      server.leftOut().forEach(left -> line("left out: " + left));
      return ExitCode.OK;
    }

    private static String first(String text) {
      return Visible.brief(text.lines().findFirst().orElse(""), ROOM);
    }

    private void line(String words) {
      out().println(Visible.line(words));
    }
  }
}
