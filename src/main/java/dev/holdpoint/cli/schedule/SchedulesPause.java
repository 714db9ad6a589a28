package dev.holdpoint.cli.schedule;

import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "pause",
    description = "Pauses a schedule until it is resumed.",
    footer = "  holdpoint schedules pause sch_01M7EP4AKH0000F3ZBANCQVE8E")
final class SchedulesPause extends DaemonCommand {
  @Parameters(paramLabel = "SCHEDULE", description = "its id, from 'holdpoint schedules list'")
  private String id;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    ScheduleView schedule = client.schedules().enable(id, false);
    if (json()) {
      printJson(schedule);
    } else {
      ScheduleText.print(schedule, out(), paint());
    }
    return ExitCode.OK;
  }
}
