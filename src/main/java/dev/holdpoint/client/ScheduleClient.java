package dev.holdpoint.client;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.schedule.ScheduleBodies.ChangeScheduleRequest;
import dev.holdpoint.api.schedule.ScheduleBodies.CreateScheduleRequest;
import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Work that comes back by itself. */
public final class ScheduleClient {
  private static final String SCHEDULE = "/v1/schedules/{}";

  private final Connection connection;

  ScheduleClient(Connection connection) {
    this.connection = connection;
  }

  public ScheduleView create(CreateScheduleRequest request) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of("/v1/schedules"), request, request.idempotencyKey(), ScheduleView.class);
  }

  public Page<ScheduleView> page(@Nullable String sessionId, PageRequest wish) throws CallFailed {
    return connection.page(
        RequestPath.of("/v1/schedules").with("session_id", sessionId), wish, ScheduleView.class);
  }

  public ScheduleView find(String id) throws CallFailed {
    return connection.get(RequestPath.of(SCHEDULE, id), ScheduleView.class);
  }

  public ScheduleView change(String id, ChangeScheduleRequest request) throws CallFailed {
    return connection.patch(RequestPath.of(SCHEDULE, id), request, ScheduleView.class);
  }

  /** Whether it is due at its times, and nothing else of it. */
  public ScheduleView enable(String id, boolean enabled) throws CallFailed {
    return connection.patch(
        RequestPath.of(SCHEDULE, id), Map.of("enabled", enabled), ScheduleView.class);
  }

  /** Runs it now as well. */
  public RunView trigger(String id) throws CallFailed {
    return connection.postKeyed(
        RequestPath.of(SCHEDULE + "/trigger", id), Map.of(), null, RunView.class);
  }

  public void remove(String id) throws CallFailed {
    connection.delete(RequestPath.of(SCHEDULE, id));
  }
}
