package dev.holdpoint.daemon.metrics;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.http.server.RequestMetrics;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Requests by endpoint and status. Endpoints are a table and statuses few, so there is an end to
 * what is kept, whatever callers send.
 */
public final class RequestCounters implements RequestMetrics {
  private static final Route NONE = new Route("-", "-");
  private static final double NANOS = 1e9;

  private final Map<Route, Histogram> seconds = new ConcurrentHashMap<>();
  private final Map<Kind, LongAdder> counts = new ConcurrentHashMap<>();

  private record Route(String method, String path) {}

  private record Kind(Route route, int status) {}

  @Override
  public void answered(@Nullable Endpoint endpoint, int status, long nanos) {
    Route route = endpoint == null ? NONE : new Route(endpoint.method().name(), endpoint.path());
    counts.computeIfAbsent(new Kind(route, status), _ -> new LongAdder()).increment();
    seconds.computeIfAbsent(route, _ -> Histogram.ofSeconds()).add(nanos / NANOS);
  }

  void write(Exposition out) {
    out.family(
        "holdpoint_http_requests_total",
        Exposition.Type.COUNTER,
        "Answers, by endpoint and status.");
    counts.entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<Kind, LongAdder> one) -> one.getKey().route.path)
                .thenComparing(one -> one.getKey().route.method)
                .thenComparingInt(one -> one.getKey().status))
        .forEach(
            one ->
                out.sample(
                    "holdpoint_http_requests_total",
                    (double) one.getValue().sum(),
                    "method",
                    one.getKey().route.method,
                    "route",
                    one.getKey().route.path,
                    "status",
                    Integer.toString(one.getKey().status)));
    out.family(
        "holdpoint_http_request_seconds",
        Exposition.Type.HISTOGRAM,
        "Time until the answer was sent, or a stream was opened.");
    seconds.entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<Route, Histogram> one) -> one.getKey().path)
                .thenComparing(one -> one.getKey().method))
        .forEach(
            one ->
                one.getValue()
                    .write(
                        out,
                        "holdpoint_http_request_seconds",
                        "method",
                        one.getKey().method,
                        "route",
                        one.getKey().path));
  }
}
