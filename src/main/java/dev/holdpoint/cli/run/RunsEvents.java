package dev.holdpoint.cli.run;

import dev.holdpoint.api.event.EventBodies.RunEventEntry;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.EventText;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "events",
    description = "Prints the events of a run so far, the oldest first.",
    footer = "  holdpoint runs events run_01M7EP4AKH0000F3ZBANCQVE8E")
final class RunsEvents extends DaemonCommand {
  @Parameters(paramLabel = "RUN", description = "the run's id")
  private String runId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    List<RunEventEntry> events = client.runs().events(runId);
    if (json()) {
      printJson(events);
    } else {
      EventText text = new EventText(out(), paint());
      events.forEach(text::print);
    }
    return ExitCode.OK;
  }
}
