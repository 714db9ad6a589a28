package dev.holdpoint.cli.session;

import dev.holdpoint.api.session.SessionBodies.SessionEventLogView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.EventText;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "events",
    description = "Prints the events of a session so far, the oldest first.",
    footer = {"  holdpoint sessions events deploys", "  holdpoint sessions events deploys --json"})
final class SessionsEvents extends DaemonCommand {
  @Parameters(paramLabel = "SESSION", description = "the session's name")
  private String sessionId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    SessionEventLogView log = client.sessions().events(sessionId);
    if (json()) {
      printJson(log);
    } else {
      EventText text = new EventText(out(), paint());
      log.runEvents().forEach(text::print);
    }
    return ExitCode.OK;
  }
}
