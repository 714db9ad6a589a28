package dev.holdpoint.client;

import dev.holdpoint.api.memory.MemoryBodies.SessionMemoryContextView;
import dev.holdpoint.api.memory.MemoryBodies.SessionMemorySearchView;
import dev.holdpoint.api.memory.MemoryBodies.SkillView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session remembers, and the skills that it sees. */
public final class MemoryClient {
  private static final String SESSION = "/v1/sessions/{}";

  private final Connection connection;

  MemoryClient(Connection connection) {
    this.connection = connection;
  }

  /** What the next run is told without asking; {@code query} is what it will be about. */
  public SessionMemoryContextView context(String sessionId, @Nullable String query)
      throws CallFailed {
    return connection.get(
        RequestPath.of(SESSION + "/memory-context", sessionId).with("query", query),
        SessionMemoryContextView.class);
  }

  /** The best results, or the newest without a query. */
  public SessionMemorySearchView search(
      String sessionId, @Nullable String query, @Nullable Integer limit) throws CallFailed {
    return connection.get(
        RequestPath.of(SESSION + "/memory-search", sessionId)
            .with("query", query)
            .with("limit", limit),
        SessionMemorySearchView.class);
  }

  public List<SkillView> skills(String sessionId, @Nullable String query) throws CallFailed {
    return connection.list(
        RequestPath.of(SESSION + "/skills", sessionId).with("query", query), SkillView.class);
  }
}
