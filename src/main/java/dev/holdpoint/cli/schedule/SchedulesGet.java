package dev.holdpoint.cli.schedule;

import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "get",
    aliases = "show",
    description = "Shows a schedule: when it is due, and its last results.",
    footer = "  holdpoint schedules get sch_01M7EP4AKH0000F3ZBANCQVE8E")
final class SchedulesGet extends DaemonCommand {
  @Parameters(paramLabel = "SCHEDULE", description = "its id, from 'holdpoint schedules list'")
  private String id;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    ScheduleView schedule = client.schedules().find(id);
    if (json()) {
      printJson(schedule);
    } else {
      ScheduleText.print(schedule, out(), paint());
    }
    return ExitCode.OK;
  }
}
