package dev.holdpoint.cli.notification;

import dev.holdpoint.api.delivery.NotificationBodies.NotificationView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description = "Lists notifications, the newest first.",
    footer = "  holdpoint notifications list")
final class NotificationsList extends ListCommand<NotificationView> {
  @Override
  protected Page<NotificationView> page(HoldpointClient client, PageRequest wish)
      throws CallFailed {
    return client.notifications().page(wish);
  }

  @Override
  protected Table table(List<NotificationView> rows) {
    Table table = new Table("NOTIFICATION", "TARGET", "OF", "EVENTS", "BY", "MADE");
    for (NotificationView row : rows) {
      table.row(
          row.notificationId(),
          row.target(),
          NotificationText.of(row),
          NotificationText.events(row),
          row.createdBy(),
          Times.from(System.currentTimeMillis(), row.createdAtMs()));
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No notifications. Add one with: holdpoint notifications add TARGET";
  }
}
