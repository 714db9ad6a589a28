package dev.holdpoint.client;

import dev.holdpoint.api.delivery.DeliveryBodies.DeliveryView;
import dev.holdpoint.api.delivery.DeliveryBodies.ReplayedDelivery;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.status.DeliveryStatus;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is on its way out. */
public final class DeliveryClient {
  private final Connection connection;

  DeliveryClient(Connection connection) {
    this.connection = connection;
  }

  /** What a list is narrowed to; null for all. */
  public record Filter(
      @Nullable String sessionId,
      @Nullable String runId,
      @Nullable String plugin,
      @Nullable DeliveryStatus status) {}

  public Page<DeliveryView> page(Filter filter, PageRequest wish) throws CallFailed {
    DeliveryStatus status = filter.status;
    return connection.page(
        RequestPath.of("/v1/deliveries")
            .with("session_id", filter.sessionId)
            .with("run_id", filter.runId)
            .with("plugin", filter.plugin)
            .with("status", status == null ? null : Wire.name(status)),
        wish,
        DeliveryView.class);
  }

  public DeliveryView find(String id) throws CallFailed {
    return connection.get(RequestPath.of("/v1/deliveries/{}", id), DeliveryView.class);
  }

  /** Sends a dead letter again; a second time only if that is forced. */
  public ReplayedDelivery replay(String id, boolean force) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/deliveries/{}/replay", id).with("force", force ? "true" : null),
        Map.of(),
        null,
        ReplayedDelivery.class);
  }
}
