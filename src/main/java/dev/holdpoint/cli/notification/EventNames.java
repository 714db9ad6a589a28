package dev.holdpoint.cli.notification;

import dev.holdpoint.api.delivery.NotificationBodies.NotificationEvent;
import dev.holdpoint.cli.WireNames;

final class EventNames extends WireNames<NotificationEvent> {
  EventNames() {
    super(NotificationEvent.class);
  }
}
