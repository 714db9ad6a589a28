package dev.holdpoint.cli.notification;

import dev.holdpoint.api.delivery.DeliveryBodies.ReplyTarget;
import dev.holdpoint.api.delivery.NotificationBodies.CreateNotificationRequest;
import dev.holdpoint.api.delivery.NotificationBodies.NotificationEvent;
import dev.holdpoint.api.delivery.NotificationBodies.NotificationFilter;
import dev.holdpoint.api.delivery.NotificationBodies.NotificationView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Targets;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
final class NotificationsAdd extends DaemonCommand {
  @Parameters(paramLabel = "TARGET", description = "target of the notification")
  private String target;

  @Option(
      names = "--event",
      paramLabel = "EVENT",
      converter = EventNames.class,
      completionCandidates = EventNames.class,
      description =
          "events to notify about, may be repeated (default: all): ${COMPLETION-CANDIDATES}")
  private List<NotificationEvent> events = List.of();

  @Option(names = "--session", paramLabel = "SESSION", description = "only events of this session")
  private @Nullable String sessionId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    NotificationView made =
        client
            .notifications()
            .create(
                new CreateNotificationRequest(
                    events.isEmpty() ? List.of(NotificationEvent.values()) : events,
                    sessionId == null ? null : new NotificationFilter(sessionId, null),
                    target(),
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
