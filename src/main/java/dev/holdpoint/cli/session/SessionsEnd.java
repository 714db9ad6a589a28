package dev.holdpoint.cli.session;

import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.RunText;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "end",
    description = {
      "Ends a session: it accepts no more work, and its history can still be read.",
      "The session must be idle; interrupt it first if it is not."
    },
    footer = "  holdpoint sessions end deploys --reason 'the release is out'")
final class SessionsEnd extends DaemonCommand {
  @Parameters(paramLabel = "SESSION", description = "the session's name")
  private String sessionId;

  @Option(names = "--reason", paramLabel = "TEXT", description = "reason, shown with the session")
  private @Nullable String reason;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    SessionView session = client.sessions().end(sessionId, reason);
    if (json()) {
      printJson(session);
    } else {
      out()
          .println(
              Visible.line(session.sessionId())
                  + " is "
                  + RunText.status(session.snapshot().status(), paint()));
    }
    return ExitCode.OK;
  }
}
