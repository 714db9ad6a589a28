package dev.holdpoint.cli.delivery;

import dev.holdpoint.api.delivery.NotificationBodies.NotificationView;
import dev.holdpoint.api.json.Wire;
import java.util.stream.Collectors;

/** Notifications in words. */
final class NotificationText {
  private NotificationText() {}

  static String events(NotificationView notification) {
    return notification.events().stream().map(Wire::name).collect(Collectors.joining(", "));
  }

  static String of(NotificationView notification) {
    String session = notification.filter().sessionId();
    return session == null ? "all sessions" : session;
  }
}
