package dev.holdpoint.client;

import dev.holdpoint.api.stats.StatsBodies.DecisionStatsView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.RequestPath;
import org.jspecify.annotations.Nullable;

/** Numbers about decisions. */
public final class StatsClient {
  private final Connection connection;

  StatsClient(Connection connection) {
    this.connection = connection;
  }

  /**
   * What to count; null is everything, or the default.
   *
   * @param fromMs seven days before the end when null
   * @param toMs now when null
   * @param by tool, session, group, person, policy or outcome; null for no groups
   * @param kind approval or question
   * @param timeZone whose days are counted; UTC when null
   */
  public record Filter(
      @Nullable Long fromMs,
      @Nullable Long toMs,
      @Nullable String by,
      @Nullable String kind,
      @Nullable String tenantId,
      @Nullable String sessionId,
      @Nullable String tool,
      @Nullable String timeZone) {}

  public DecisionStatsView decisions(Filter filter) throws CallFailed {
    return connection.get(
        RequestPath.of("/v1/stats/decisions")
            .with("from_ms", text(filter.fromMs))
            .with("to_ms", text(filter.toMs))
            .with("by", filter.by)
            .with("kind", filter.kind)
            .with("tenant_id", filter.tenantId)
            .with("session_id", filter.sessionId)
            .with("tool", filter.tool)
            .with("time_zone", filter.timeZone),
        DecisionStatsView.class);
  }

  private static @Nullable String text(@Nullable Long ms) {
    return ms == null ? null : Long.toString(ms);
  }
}
