package dev.holdpoint.cli.schedule;

import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "resume",
    description = "Resumes a schedule from now on.",
    footer = "  holdpoint schedules resume sch_01M7EP4AKH0000F3ZBANCQVE8E")
final class SchedulesResume extends DaemonCommand {
  @Parameters(paramLabel = "SCHEDULE", description = "its id, from 'holdpoint schedules list'")
  private String id;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    ScheduleView schedule = client.schedules().enable(id, true);
    if (json()) {
      printJson(schedule);
    } else {
      ScheduleText.print(schedule, out(), paint());
    }
    return ExitCode.OK;
  }
}
