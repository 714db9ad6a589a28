package dev.holdpoint.cli.notification;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "remove",
    description = "Removes a notification. Deliveries that are already queued are still sent.",
    footer = "  holdpoint notifications remove ntf_01M7EP4AKH0000F3ZBANCQVE8E")
final class NotificationsRemove extends DaemonCommand {
  @Parameters(
      paramLabel = "NOTIFICATION",
      description = "its id, from 'holdpoint notifications list'")
  private String id;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    client.notifications().remove(id);
    note("Removed.");
    return ExitCode.OK;
  }
}
