package dev.holdpoint.client;

import dev.holdpoint.api.delivery.NotificationBodies.CreateNotificationRequest;
import dev.holdpoint.api.delivery.NotificationBodies.NotificationView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;

/** Who is told that something waits. */
public final class NotificationClient {
  private final Connection connection;

  NotificationClient(Connection connection) {
    this.connection = connection;
  }

  public NotificationView create(CreateNotificationRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/notifications"),
        request,
        request.idempotencyKey(),
        NotificationView.class);
  }

  public Page<NotificationView> page(PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of("/v1/notifications"), wish, NotificationView.class);
  }

  public NotificationView find(String id) throws CallFailed {
    return connection.get(RequestPath.of("/v1/notifications/{}", id), NotificationView.class);
  }

  public void remove(String id) throws CallFailed {
    connection.delete(RequestPath.of("/v1/notifications/{}", id));
  }
}
