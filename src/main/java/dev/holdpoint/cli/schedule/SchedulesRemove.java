package dev.holdpoint.cli.schedule;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "remove",
    description = "Removes a schedule. Its runs are kept.",
    footer = "  holdpoint schedules remove sch_01M7EP4AKH0000F3ZBANCQVE8E")
final class SchedulesRemove extends DaemonCommand {
  @Parameters(paramLabel = "SCHEDULE", description = "its id, from 'holdpoint schedules list'")
  private String id;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    client.schedules().remove(id);
    note("Removed.");
    return ExitCode.OK;
  }
}
