package dev.holdpoint.api;

import static dev.holdpoint.api.Draft.delete;
import static dev.holdpoint.api.Draft.get;
import static dev.holdpoint.api.Draft.post;
import static dev.holdpoint.api.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.Endpoint.Access.READ;
import static dev.holdpoint.api.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.Queries.CURSOR;
import static dev.holdpoint.api.Queries.LIMIT;
import static dev.holdpoint.api.Queries.PAGE;

import java.util.List;

/** Who is told that something waits. */
final class NotificationEndpoints {
  private static final String ALL_OF_THEM = "/v1/notifications";
  private static final String NOTIFICATION = ALL_OF_THEM + "/{notification_id}";

  static final List<Endpoint> ALL =
      Draft.all(
          post("createNotification", ALL_OF_THEM, DECIDE, KEYED, "Adds a notification")
              .takes(CreateNotificationRequest.class, 201, NotificationView.class),
          get("listNotifications", ALL_OF_THEM, READ, "Lists notifications, newest first")
              .lists(NotificationView.class, PAGE, CURSOR, LIMIT),
          get("getNotification", NOTIFICATION, READ, "One notification")
              .answers(NotificationView.class),
          delete("removeNotification", NOTIFICATION, DECIDE, "Removes a notification"));

  private NotificationEndpoints() {}
}
