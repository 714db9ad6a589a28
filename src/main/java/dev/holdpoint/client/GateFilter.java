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
 */
public record GateFilter(
    @Nullable String status,
    @Nullable Long fromMs,
    @Nullable Long beforeMs,
    @Nullable String order) {
  /** All that wait. */
  public static final GateFilter PENDING = new GateFilter(null, null, null, null);

  RequestPath on(RequestPath path) {
    return path.with("status", status)
        .with("created_after_ms", fromMs)
        .with("created_before_ms", beforeMs)
        .with("order", order);
  }
}
