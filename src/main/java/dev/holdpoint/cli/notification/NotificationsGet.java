package dev.holdpoint.cli.notification;

import dev.holdpoint.api.delivery.NotificationBodies.NotificationView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "get",
    aliases = "show",
    description = "Shows a notification, without its address.",
    footer = "  holdpoint notifications get ntf_01M7EP4AKH0000F3ZBANCQVE8E")
final class NotificationsGet extends DaemonCommand {
  @Parameters(
      paramLabel = "NOTIFICATION",
      description = "its id, from 'holdpoint notifications list'")
  private String id;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    NotificationView notification = client.notifications().find(id);
    if (json()) {
      printJson(notification);
      return ExitCode.OK;
    }
    new Facts(out(), paint())
        .line("notification", notification.notificationId())
        .line("target", notification.target())
        .line("of", NotificationText.of(notification))
        .line("events", NotificationText.events(notification))
        .line("by", notification.createdBy())
        .time("made", notification.createdAtMs());
    return ExitCode.OK;
  }
}
