package dev.holdpoint.cli.schedule;

import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "trigger",
    description = "Runs a schedule now, in addition to its times, and prints the run.",
    footer = "  holdpoint schedules trigger sch_01M7EP4AKH0000F3ZBANCQVE8E")
final class SchedulesTrigger extends DaemonCommand {
  @Parameters(paramLabel = "SCHEDULE", description = "its id, from 'holdpoint schedules list'")
  private String id;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    RunView run = client.schedules().trigger(id);
    if (json()) {
      printJson(run);
    } else {
      out().println(Visible.line(run.runId()));
    }
    return ExitCode.OK;
  }
}
