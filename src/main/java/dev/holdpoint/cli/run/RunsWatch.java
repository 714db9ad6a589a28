package dev.holdpoint.cli.run;

import dev.holdpoint.api.event.EventBodies.RunEventEntry;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.RunText;
import dev.holdpoint.cli.RunWatch;
import dev.holdpoint.cli.StreamFollower;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.stream.EventStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "watch",
    description = {
      "Prints the events of a run, from its beginning until its end.",
      "After a lost connection it reconnects and continues after the last "
          + "event that was shown.",
      "Exit code: 0 the run completed, 1 it ended otherwise."
    },
    footer = {
      "  holdpoint runs watch run_01M7EP4AKH0000F3ZBANCQVE8E",
      "  holdpoint runs watch run_01M7EP4AKH0000F3ZBANCQVE8E --json | jq ."
    })
final class RunsWatch extends DaemonCommand {
  @Parameters(paramLabel = "RUN", description = "the run's id")
  private String runId;

  @Option(names = "--since", paramLabel = "EVENT", description = "only events after this one")
  private @Nullable String since;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    RunView before = client.runs().find(runId);
    if (since != null && RunText.ended(before.status()) && isPast(client)) {
      return RunText.exitCode(before.status());
    }
    try (EventStream stream = client.events().ofRun(runId, since == null ? "0" : since)) {
      new StreamFollower(out(), err(), paint(), json(), RunWatch::isEnd).follow(stream);
    }
    return RunText.exitCode(client.runs().find(runId).status());
  }

  /** A run that ended before the event: nothing of it will come, and nobody should wait for it. */
  private boolean isPast(HoldpointClient client) throws CallFailed {
    List<RunEventEntry> events = client.runs().events(runId);
    return since != null
        && since.matches("[0-9]{1,18}")
        && !events.isEmpty()
        && Long.parseLong(events.getLast().eventId()) <= Long.parseLong(since);
  }
}
