package dev.holdpoint.cli.session;

import dev.holdpoint.api.session.SessionBodies.InterruptResult;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.RunText;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "interrupt",
    description = "Interrupts the current run of a session; queued runs stay queued.",
    footer = "  holdpoint sessions interrupt deploys")
final class SessionsInterrupt extends DaemonCommand {
  @Parameters(paramLabel = "SESSION", description = "the session's name")
  private String sessionId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    InterruptResult result = client.sessions().interrupt(sessionId);
    if (json()) {
      printJson(result);
    } else {
      out()
          .println(
              Visible.line(sessionId)
                  + (result.interrupted() ? " was interrupted" : " had nothing to interrupt")
                  + "; it is "
                  + RunText.status(result.snapshot().status(), paint()));
    }
    return ExitCode.OK;
  }
}
