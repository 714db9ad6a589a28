package dev.holdpoint.client;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.schedule.ScheduleBodies.ObservationView;
import dev.holdpoint.api.schedule.ScheduleBodies.RecordObservationRequest;
import dev.holdpoint.api.schedule.ScheduleBodies.RecordedObservation;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import org.jspecify.annotations.Nullable;

/** What happened elsewhere and a session is told of. */
public final class ObservationClient {
  private final Connection connection;

  ObservationClient(Connection connection) {
    this.connection = connection;
  }

  public RecordedObservation record(RecordObservationRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/observations"),
        request,
        request.idempotencyKey(),
        RecordedObservation.class);
  }

  public Page<ObservationView> page(@Nullable String sessionId, PageRequest wish)
      throws CallFailed {
    return connection.page(
        RequestPath.of("/v1/observations").with("session_id", sessionId),
        wish,
        ObservationView.class);
  }

  public ObservationView find(String id) throws CallFailed {
    return connection.get(RequestPath.of("/v1/observations/{}", id), ObservationView.class);
  }
}
