package dev.holdpoint.cli.delivery;

import dev.holdpoint.api.delivery.DeliveryBodies.ReplyTarget;
import dev.holdpoint.api.delivery.NotificationBodies.CreateNotificationRequest;
import dev.holdpoint.api.delivery.NotificationBodies.NotificationDetail;
import dev.holdpoint.api.delivery.NotificationBodies.NotificationEvent;
import dev.holdpoint.api.delivery.NotificationBodies.NotificationFilter;
import dev.holdpoint.api.delivery.NotificationBodies.NotificationView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Targets;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.WireNames;
import dev.holdpoint.cli.delivery.NotificationsCommand.NotificationsAdd;
import dev.holdpoint.cli.delivery.NotificationsCommand.NotificationsGet;
import dev.holdpoint.cli.delivery.NotificationsCommand.NotificationsList;
import dev.holdpoint.cli.delivery.NotificationsCommand.NotificationsRemove;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint notifications}. */
@Command(
    name = "notifications",
    description = "Notifications about pending requests and failures.",
    subcommands = {
      NotificationsList.class,
      NotificationsAdd.class,
      NotificationsGet.class,
      NotificationsRemove.class
    },
    footer = {
      "  holdpoint notifications add slack:work/C024BE91L",
      "  holdpoint notifications add https://example.com/hook --event run_failed",
      "  holdpoint notifications list",
      "",
      ExitCode.TABLE
    })
public final class NotificationsCommand extends CommandGroup {
  @Command(
      name = "add",
      description = {
        "Adds a notification about pending requests and failures, to a URL, "
            + "slack:CONNECTOR/CHANNEL,",
        "telegram:CONNECTOR/CHAT, external:CONNECTOR/ROUTE or raw:PLUGIN/ADDRESS."
      },
      footer = {
        "  holdpoint notifications add slack:work/C024BE91L",
        "  holdpoint notifications add telegram:ops/-100123 --event expiring_soon --session deploys"
      })
  static final class NotificationsAdd extends DaemonCommand {
    /** New requests, deadlines and failures: what needs a person. */
    private static final List<NotificationEvent> USUAL =
        List.of(
            NotificationEvent.APPROVAL_REQUESTED,
            NotificationEvent.QUESTION_REQUESTED,
            NotificationEvent.EXPIRING_SOON,
            NotificationEvent.RUN_FAILED);

    @Parameters(paramLabel = "TARGET", description = "target of the notification")
    private String target;

    @Option(
        names = "--event",
        paramLabel = "EVENT",
        converter = EventNames.class,
        completionCandidates = EventNames.class,
        description =
            "events to notify about, may be repeated (default: the first four): "
                + "${COMPLETION-CANDIDATES}")
    private List<NotificationEvent> events = List.of();

    @Option(
        names = "--session",
        paramLabel = "SESSION",
        description = "only events of this session")
    private @Nullable String sessionId;

    @Option(
        names = "--detail",
        paramLabel = "DETAIL",
        converter = DetailName.class,
        completionCandidates = DetailName.class,
        description =
            "what a message contains of a request: its kind, or its title (default: kind). One of "
                + "${COMPLETION-CANDIDATES}")
    private @Nullable NotificationDetail detail;

    @Override
    protected int run(HoldpointClient client) throws CallFailed {
      NotificationView made =
          client
              .notifications()
              .create(
                  new CreateNotificationRequest(
                      events.isEmpty() ? USUAL : events,
                      sessionId == null ? null : new NotificationFilter(sessionId, null),
                      target(),
                      detail,
                      null));
      if (json()) {
        printJson(made);
      } else {
        out().println(Visible.line(made.notificationId()));
      }
      return ExitCode.OK;
    }

    private ReplyTarget target() {
      try {
        return Targets.read(target);
      } catch (IllegalArgumentException e) {
        throw usage(String.valueOf(e.getMessage()));
      }
    }
  }

  @Command(
      name = "list",
      description = "Lists notifications, the newest first.",
      footer = "  holdpoint notifications list")
  static final class NotificationsList extends ListCommand<NotificationView> {
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

  @Command(
      name = "get",
      aliases = "show",
      description = "Shows a notification, without its address.",
      footer = "  holdpoint notifications get ntf_01M7EP4AKH0000F3ZBANCQVE8E")
  static final class NotificationsGet extends DaemonCommand {
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

  @Command(
      name = "remove",
      description = "Removes a notification. Deliveries that are already queued are still sent.",
      footer = "  holdpoint notifications remove ntf_01M7EP4AKH0000F3ZBANCQVE8E")
  static final class NotificationsRemove extends DaemonCommand {
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

  static final class DetailName extends WireNames<NotificationDetail> {
    DetailName() {
      super(NotificationDetail.class);
    }
  }

  static final class EventNames extends WireNames<NotificationEvent> {
    EventNames() {
      super(NotificationEvent.class);
    }
  }
}
