package dev.holdpoint.client;

import dev.holdpoint.api.gate.InboxBodies.InboxView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;
import org.jspecify.annotations.Nullable;

/** Approvals and questions as one list. */
public final class InboxClient {
  private final Connection connection;

  InboxClient(Connection connection) {
    this.connection = connection;
  }

  /**
   * Which rows; null is all, or the default.
   *
   * @param status pending, resolved, expired, withdrawn, settled or all; pending when null
   * @param type approval or question
   * @param tool the name of an approval's tool
   * @param kind of an approval, such as command
   * @param risk low, normal or high: that one or a higher one
   * @param search words that all occur
   * @param sort oldest, newest, deadline or risk
   * @param audience only what these may decide now: me, {@code person:…} or {@code group:…}
   * @param snoozed hide or only, of what the caller has snoozed
   * @param withinMs only what expires within this time
   * @param claimed me or none
   * @param unseen whether only what nobody has looked at
   * @param sinceMs raised, or settled where none of them waits, at this time or later
   * @param untilMs the same, at this time or earlier
   */
  public record Filter(
      @Nullable String status,
      @Nullable String type,
      @Nullable String sessionId,
      @Nullable String tool,
      @Nullable String kind,
      @Nullable String risk,
      @Nullable String search,
      @Nullable String sort,
      @Nullable String audience,
      @Nullable String snoozed,
      @Nullable Long withinMs,
      @Nullable String claimed,
      @Nullable Boolean unseen,
      @Nullable Long sinceMs,
      @Nullable Long untilMs) {}

  public InboxView page(Filter filter, PageRequest wish) throws CallFailed {
    return connection.get(
        RequestPath.of("/v1/inbox")
            .with("status", filter.status)
            .with("type", filter.type)
            .with("session_id", filter.sessionId)
            .with("tool", filter.tool)
            .with("kind", filter.kind)
            .with("risk", filter.risk)
            .with("q", filter.search)
            .with("sort", filter.sort)
            .with("for", filter.audience)
            .with("snoozed", filter.snoozed)
            .with("expires_within_ms", filter.withinMs)
            .with("claimed", filter.claimed)
            .with("unseen", filter.unseen)
            .with("since_ms", filter.sinceMs)
            .with("until_ms", filter.untilMs)
            .with("limit", wish.limit())
            .with("cursor", wish.cursor()),
        InboxView.class);
  }
}
