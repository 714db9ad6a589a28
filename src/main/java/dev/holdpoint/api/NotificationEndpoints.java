package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.EndpointDraft.delete;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;

import dev.holdpoint.api.delivery.NotificationBodies.CreateNotificationRequest;
import dev.holdpoint.api.delivery.NotificationBodies.NotificationView;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import java.util.List;

/** Who is told that something waits. */
final class NotificationEndpoints {
  private static final String ALL_OF_THEM = "/v1/notifications";
  private static final String NOTIFICATION = ALL_OF_THEM + "/{notification_id}";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          post("createNotification", ALL_OF_THEM, DECIDE, KEYED, "Adds a notification")
              .takes(CreateNotificationRequest.class, 201, NotificationView.class),
          get("listNotifications", ALL_OF_THEM, READ, "Lists notifications, newest first")
              .lists(NotificationView.class, PAGE, CURSOR, LIMIT),
          get("getNotification", NOTIFICATION, READ, "One notification")
              .answers(NotificationView.class),
          delete("removeNotification", NOTIFICATION, DECIDE, "Removes a notification"));

  private NotificationEndpoints() {}
}
