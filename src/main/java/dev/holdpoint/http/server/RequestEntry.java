package dev.holdpoint.http.server;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.core.audit.Actor;
import dev.holdpoint.core.audit.AdminTarget;
import dev.holdpoint.engine.audit.DeniedAccess;
import dev.holdpoint.engine.heap.HeapBudget;
import dev.holdpoint.engine.heap.HeapShare;
import dev.holdpoint.http.proxy.Hosts;
import dev.holdpoint.http.stream.Streams;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Where Jetty hands over: holds what all exchanges share, and counts those under way. */
final class RequestEntry extends Handler.Abstract {
  private static final long DRAIN_POLL_NANOS = Duration.ofMillis(5).toNanos();

  private final HttpSettings settings;
  private final Hosts hosts;
  private final Function<String, ProblemStyle> styles;
  private final Streams streams;
  private final Supplier<String> starting;
  private final RefusalLog refusals = new RefusalLog(System::nanoTime);
  private final HeapBudget budget;
  private final HeapBudget anonymousBudget;
  private final LongAdder underWay = new LongAdder();
  private volatile boolean draining;
  private volatile @Nullable Inside inside;

  /** What is behind the door, once it is open. */
  private record Inside(
      Router router,
      TokenCheck tokens,
      @Nullable DeniedAccess denied,
      Function<Object, byte[]> renderer,
      RequestMetrics traffic) {}

  /**
   * @param starting what the daemon is doing while the door is not open yet
   */
  RequestEntry(
      HttpSettings settings,
      Function<String, ProblemStyle> styles,
      Streams streams,
      Supplier<String> starting) {
    this.settings = settings;
    this.starting = starting;
    this.budget = new HeapBudget(settings.heap().requests());
    this.anonymousBudget = new HeapBudget(settings.heap().anonymous());
    this.hosts = new Hosts(settings.allowedHosts(), settings.allowedOrigins());
    this.styles = styles;
    this.streams = streams;
  }

  /** From now on requests reach their handlers. */
  void open(
      Router router,
      Authenticator authenticator,
      FailedCredentials failures,
      Function<Object, byte[]> renderer,
      RequestMetrics traffic) {
    inside =
        new Inside(
            router, new TokenCheck(authenticator, failures), failures.denied(), renderer, traffic);
  }

  /** What the daemon is doing instead of taking requests; null when it takes them. */
  @Nullable String starting() {
    return inside == null ? starting.get() : null;
  }

  private Inside inside() {
    Inside known = inside;
    if (known == null) {
      throw new IllegalStateException("the door is not open yet");
    }
    return known;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    request.addIdleTimeoutListener(RequestEntry::fails);
    new Exchange(this, request, response, callback).begin();
    return true;
  }

  /**
   * A handler may wait a minute for a decision; that the connection is silent then is no failure.
   */
  private static boolean fails(TimeoutException silence) {
    return false;
  }

  /** Refuses every request that comes from now on. */
  void refuse() {
    draining = true;
  }

  /** Ends the streams, and waits for the requests that have begun. */
  void drain(Duration within) {
    streams.end();
    long deadline = System.nanoTime() + within.toNanos();
    while (underWay.sum() + streams.count() > 0 && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(DRAIN_POLL_NANOS);
    }
  }

  void entered() {
    underWay.increment();
  }

  void left() {
    underWay.decrement();
  }

  boolean isDraining() {
    return draining;
  }

  HttpSettings settings() {
    return settings;
  }

  Router router() {
    return inside().router;
  }

  Hosts hosts() {
    return hosts;
  }

  TokenCheck tokens() {
    return inside().tokens;
  }

  /**
   * Puts a denied request on record. Nothing that the caller wrote is in it.
   *
   * @param caller null where nobody knows who it is
   */
  void noteRefusal(
      DeniedAccess.Said said,
      @Nullable Endpoint endpoint,
      @Nullable Caller caller,
      @Nullable InetAddress from) {
    Inside known = inside;
    AdminTarget target = said.target(caller != null);
    if (known == null || known.denied == null || target == null) {
      return;
    }
    known.denied.note(
        new DeniedAccess.Denial(
            target,
            caller == null ? Actor.ANONYMOUS : caller.principalId(),
            caller == null || caller.role() == null
                ? null
                : caller.role().name().toLowerCase(Locale.ROOT),
            caller == null ? null : caller.tenantId(),
            FailedCredentials.shown(from),
            endpoint == null ? "-" : endpoint.id(),
            said.status(),
            said.code()));
  }

  Streams streams() {
    return streams;
  }

  /**
   * What a request may have of the heap.
   *
   * @param anonymous at endpoints that are open to all: those callers take none of the others' room
   */
  HeapShare share(boolean anonymous) {
    return new HeapShare(anonymous ? anonymousBudget : budget);
  }

  RefusalLog refusals() {
    return refusals;
  }

  RequestMetrics traffic() {
    Inside known = inside;
    return known == null ? RequestMetrics.NONE : known.traffic;
  }

  /**
   * By the path as it was sent until its endpoint is known: a refusal may come before that, or
   * there may be none.
   */
  ProblemStyle style(@Nullable String path) {
    return styles.apply(path == null ? "" : path);
  }

  byte[] render(Object body) {
    return inside().renderer.apply(body);
  }
}
