package dev.holdpoint.cli.acp;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "end",
    description = "Ends a server and its agent. The agent's pending requests are withdrawn.",
    footer = "  holdpoint acp end editor-1")
final class AcpEnd extends DaemonCommand {
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
