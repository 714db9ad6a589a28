package dev.holdpoint.cli.session;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.StreamFollower;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.stream.EventStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "watch",
    description = {
      "Prints the events of a session as they happen, until Ctrl-C.",
      "After a lost connection it reconnects and continues after the last "
          + "event that was shown."
    },
    footer = {
      "  holdpoint sessions watch deploys",
      "  holdpoint sessions watch deploys --since 0        from the beginning",
      "  holdpoint sessions watch deploys --json | jq .    one object a line"
    })
final class SessionsWatch extends DaemonCommand {
  @Parameters(paramLabel = "SESSION", description = "the session's name")
  private String sessionId;

  @Option(
      names = "--since",
      paramLabel = "EVENT",
      description = "begin after this event; 0 begins with the oldest")
  private @Nullable String since;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    try (EventStream stream = client.events().ofSession(sessionId, since)) {
      new StreamFollower(out(), err(), paint(), json(), _ -> false).follow(stream);
    }
    return ExitCode.OK;
  }
}
