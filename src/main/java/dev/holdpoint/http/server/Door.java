package dev.holdpoint.http.server;

import dev.holdpoint.engine.heap.HeapBudget;
import dev.holdpoint.engine.heap.Share;
import dev.holdpoint.http.stream.Streams;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Where Jetty hands over: holds what all exchanges share, and counts those under way. */
final class Door extends Handler.Abstract {
  private static final long DRAIN_POLL_NANOS = Duration.ofMillis(5).toNanos();

  private final HttpSettings settings;
  private final Router router;
  private final Hosts hosts;
  private final Tokens tokens;
  private final Function<Object, byte[]> renderer;
  private final Function<String, ProblemStyle> styles;
  private final Streams streams;
  private final Traffic traffic;
  private final RefusalLog refusals = new RefusalLog(System::nanoTime);
  private final HeapBudget budget;
  private final HeapBudget anonymousBudget;
  private final LongAdder underWay = new LongAdder();
  private volatile boolean draining;

  Door(
      HttpSettings settings,
      Router router,
      Authenticator authenticator,
      FailedCredentials failures,
      Function<Object, byte[]> renderer,
      Function<String, ProblemStyle> styles,
      Streams streams,
      Traffic traffic) {
    this.settings = settings;
    this.budget = new HeapBudget(settings.heap().requests());
    this.anonymousBudget = new HeapBudget(settings.heap().anonymous());
    this.router = router;
    this.hosts = new Hosts(settings.allowedHosts(), settings.allowedOrigins());
    this.tokens = new Tokens(authenticator, failures);
    this.renderer = renderer;
    this.styles = styles;
    this.streams = streams;
    this.traffic = traffic;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    request.addIdleTimeoutListener(Door::fails);
    new Exchange(this, request, response, callback).begin();
    return true;
  }

  /**
   * A handler may wait a minute for a decision; that the connection is silent then is no failure.
   */
  private static boolean fails(TimeoutException silence) {
    return false;
  }

  /** Refuses what comes from now on, and waits for what has begun. */
  void drain(Duration within) {
    draining = true;
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
    return router;
  }

  Hosts hosts() {
    return hosts;
  }

  Tokens tokens() {
    return tokens;
  }

  Streams streams() {
    return streams;
  }

  /**
   * What a request may have of the heap.
   *
   * @param anonymous at endpoints that are open to all: those callers take none of the others' room
   */
  Share share(boolean anonymous) {
    return new Share(anonymous ? anonymousBudget : budget);
  }

  RefusalLog refusals() {
    return refusals;
  }

  Traffic traffic() {
    return traffic;
  }

  /**
   * By the path as it was sent until its endpoint is known: a refusal may come before that, or
   * there may be none.
   */
  ProblemStyle style(@Nullable String path) {
    return styles.apply(path == null ? "" : path);
  }

  byte[] render(Object body) {
    return renderer.apply(body);
  }
}
