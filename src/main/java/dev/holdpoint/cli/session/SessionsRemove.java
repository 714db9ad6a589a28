package dev.holdpoint.cli.session;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "remove",
    description = {
      "Removes a session that has ended, with its runs, events and workspace.",
      "This cannot be undone."
    },
    footer = "  holdpoint sessions end deploys && holdpoint sessions remove deploys")
final class SessionsRemove extends DaemonCommand {
  @Parameters(paramLabel = "SESSION", description = "the session's name")
  private String sessionId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    client.sessions().remove(sessionId);
    if (json()) {
      printJson(Map.of("session_id", sessionId, "removed", true));
    } else {
      out().println(Visible.line(sessionId) + " is removed");
    }
    return ExitCode.OK;
  }
}
