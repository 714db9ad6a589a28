package dev.holdpoint.cli.session;

import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "get",
    aliases = "show",
    description = "Shows the state of a session, its last output and its pending requests.",
    footer = "  holdpoint sessions get deploys")
final class SessionsGet extends DaemonCommand {
  @Parameters(paramLabel = "SESSION", description = "the session's name")
  private String sessionId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    SessionView session = client.sessions().find(sessionId);
    if (json()) {
      printJson(session);
    } else {
      SessionText.print(session, out(), paint());
    }
    return ExitCode.OK;
  }
}
