package dev.holdpoint.cli.agent;

import dev.holdpoint.api.agent.AgentBodies.AcpServerRow;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.agent.AcpCommand.AcpEnd;
import dev.holdpoint.cli.agent.AcpCommand.AcpList;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code holdpoint acp}. */
@Command(
    name = "acp",
    description = "Agents that clients talk to over the Agent Client Protocol.",
    subcommands = {AcpList.class, AcpEnd.class},
    footer = {"  holdpoint acp list", "  holdpoint acp end editor-1", "", ExitCode.TABLE})
public final class AcpCommand extends CommandGroup {
  @Command(
      name = "list",
      description =
          "Lists the servers: the agent of each, and how many of its requests are pending.",
      footer = "  holdpoint acp list --json")
  static final class AcpList extends DaemonCommand {
    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      List<AcpServerRow> servers = client.acp().list();
      if (json()) {
        printJson(servers);
      } else if (servers.isEmpty()) {
        out().println("No servers. A client starts one with POST /v1/acp/{server_id}?agent=NAME.");
      } else {
        table(servers).print(out(), paint());
      }
      return ExitCode.OK;
    }

    private static Table table(List<AcpServerRow> servers) {
      Table table = new Table("SERVER", "AGENT", "ALIVE", "STARTED", "SESSIONS", "PENDING");
      for (AcpServerRow server : servers) {
        table.row(
            server.serverId(),
            server.agent(),
            server.alive() ? "yes" : "no",
            Times.at(server.startedAtMs()),
            Integer.toString(server.sessions()),
            Integer.toString(server.pending()));
      }
      return table;
    }
  }

  @Command(
      name = "end",
      description = "Ends a server and its agent. The agent's pending requests are withdrawn.",
      footer = "  holdpoint acp end editor-1")
  static final class AcpEnd extends DaemonCommand {
    @Parameters(paramLabel = "SERVER", description = "its id, from 'holdpoint acp list'")
    private String serverId;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      client.acp().end(serverId);
      if (json()) {
        printJson(Map.of("server_id", serverId, "ended", true));
      } else {
        out().println(Visible.line(serverId) + " is ended");
      }
      return ExitCode.OK;
    }
  }
}
