package dev.holdpoint.client;

import dev.holdpoint.client.http.RequestPath;
import org.jspecify.annotations.Nullable;

/**
 * Which approvals or questions a list shows.
 *
 * @param status pending, resolved, expired, withdrawn or all; null is pending
 * @param fromMs only those made at this time or later
 * @param beforeMs only those made before this time
 * @param order oldest_first or newest_first; null is the list's own
 * @param audience only those on which these people may act: me, {@code person:…} or {@code
 *     group:…}; null for all
 * @param snoozed hide or only, of what the caller has snoozed; null for all
 */
public record GateFilter(
    @Nullable String status,
    @Nullable Long fromMs,
    @Nullable Long beforeMs,
    @Nullable String order,
    @Nullable String audience,
    @Nullable String snoozed) {
  /** All that wait. */
  public static final GateFilter PENDING = new GateFilter(null, null, null, null);

  public GateFilter(
      @Nullable String status,
      @Nullable Long fromMs,
      @Nullable Long beforeMs,
      @Nullable String order) {
    this(status, fromMs, beforeMs, order, null, null);
  }

  /** What waits for these people. What the caller has snoozed is not in their own list. */
  public static GateFilter waitingFor(String audience) {
    return new GateFilter(null, null, null, null, audience, audience.equals("me") ? "hide" : null);
  }

  RequestPath on(RequestPath path) {
    return path.with("status", status)
        .with("created_after_ms", fromMs)
        .with("created_before_ms", beforeMs)
        .with("order", order)
        .with("for", audience)
        .with("snoozed", snoozed);
  }
}
