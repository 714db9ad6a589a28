package dev.holdpoint.client;

import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import dev.holdpoint.client.stream.EventStream;
import org.jspecify.annotations.Nullable;

/**
 * What happens, as it happens. {@code lastId} is the last event that was seen: what is newer comes
 * first. {@code "0"} is all that is kept; null is from now on, and a connection that breaks before
 * the first event then misses what happens meanwhile.
 */
public final class EventClient {
  private final Connection connection;

  EventClient(Connection connection) {
    this.connection = connection;
  }

  public EventStream all(@Nullable String lastId) {
    return new EventStream(connection, RequestPath.of("/v1/events/stream"), lastId);
  }

  public EventStream ofSession(String sessionId, @Nullable String lastId) {
    return new EventStream(connection, RequestPath.of("/v1/sessions/{}/stream", sessionId), lastId);
  }

  public EventStream ofRun(String runId, @Nullable String lastId) {
    return new EventStream(connection, RequestPath.of("/v1/runs/{}/stream", runId), lastId);
  }
}
