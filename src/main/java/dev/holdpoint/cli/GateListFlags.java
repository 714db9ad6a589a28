package dev.holdpoint.cli;

import dev.holdpoint.client.GateFilter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which approvals or questions a list shows: {@code @Mixin GateListFlags which}. */
public final class GateListFlags {
  @Option(
      names = "--session",
      paramLabel = "SESSION",
      description = "only requests of this session")
  private @Nullable String sessionId;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      completionCandidates = Statuses.class,
      description = "pending, resolved, expired, withdrawn or all (default pending)")
  private @Nullable String status;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = PastMoments.class,
      description = "only requests raised since: 2h (two hours ago), 2026-11-16")
  private @Nullable Long sinceMs;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      converter = PastMoments.class,
      description = "only requests raised before: 30m, '2026-11-16 09:00'")
  private @Nullable Long untilMs;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      completionCandidates = Orders.class,
      description = "oldest_first or newest_first (default: pending oldest first, others newest)")
  private @Nullable String order;

  public @Nullable String sessionId() {
    return sessionId;
  }

  @Nullable String status() {
    return status;
  }

  @Nullable Long sinceMs() {
    return sinceMs;
  }

  @Nullable Long untilMs() {
    return untilMs;
  }

  @Nullable String order() {
    return order;
  }

  /** The order as the list of all requests names it. */
  String sort() {
    return "newest_first".equals(order) ? "newest" : "oldest";
  }

  public GateFilter filter() {
    return new GateFilter(status, sinceMs, untilMs, order);
  }

  /** Whether it is the plain list of what waits. */
  public boolean isOfAllThatWaits() {
    return status == null && sinceMs == null && untilMs == null;
  }

  static final class Statuses extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Statuses() {
      super(List.of("pending", "resolved", "expired", "withdrawn", "all"));
    }
  }

  static final class Orders extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Orders() {
      super(List.of("oldest_first", "newest_first"));
    }
  }
}
