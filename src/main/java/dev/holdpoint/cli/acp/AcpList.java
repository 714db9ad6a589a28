package dev.holdpoint.cli.acp;

import dev.holdpoint.api.agent.AgentBodies.AcpServerRow;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description = "Lists the servers: the agent of each, and how many of its requests are pending.",
    footer = "  holdpoint acp list --json")
final class AcpList extends DaemonCommand {
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
