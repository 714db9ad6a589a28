package dev.holdpoint.http.stream;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.heap.HeapBudget;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All open streams of a server: their limit, their one timer, and their common end. */
public final class Streams implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Streams.class);

  private final Set<SseStream> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();
  private final Pumps pumps;
  private final HeapBudget held;
  private final int limit;
  private final BooleanSupplier crowded;
  private final Thread timer;
  private volatile boolean ending;

  /**
   * @param readers how many sources are read at the same time
   * @param tick how often silence is looked for; a heartbeat is late by at most this much
   * @param frameBytes that may wait for readers of all streams together
   * @param crowded whether connections are so few that the rest is for others than streams
   */
  public Streams(int limit, int readers, Duration tick, long frameBytes, BooleanSupplier crowded) {
    this.held = new HeapBudget(frameBytes);
    this.limit = limit;
    this.crowded = crowded;
    this.pumps = new Pumps(readers);
    this.timer = Thread.ofVirtual().name("sse-heartbeat").start(() -> keepBeating(tick));
  }

  /**
   * Takes a response whose status and headers are set, and owns it from here on; {@code done} is
   * completed when the stream is over.
   *
   * @param welcome asked about as often as a silent stream beats; the stream ends when it is false
   */
  public void open(Response response, Callback done, StreamPlan plan, BooleanSupplier welcome) {
    if (ending) {
      plan.source().abandon();
      throw Problem.UNAVAILABLE.because("The daemon is stopping. Reconnect.").asException();
    }
    if (count.incrementAndGet() > limit) {
      count.decrementAndGet();
      plan.source().abandon();
      throw Problem.UNAVAILABLE
          .because("Too many open streams (" + limit + "). Close one or retry later.")
          .asException();
    }
    if (crowded.getAsBoolean()) {
      count.decrementAndGet();
      plan.source().abandon();
      throw Problem.UNAVAILABLE
          .because(
              "Too many open connections; the remaining ones are reserved for "
                  + "decisions. Close one or retry later.")
          .asException();
    }
    var stream = new SseStream(this, plan, response, done, welcome);
    open.add(stream);
    stream.open();
    if (ending) {
      stream.end();
    }
  }

  public int count() {
    return count.get();
  }

  public int limit() {
    return limit;
  }

  /** Whether the next one would be refused. */
  public boolean isFull() {
    return count.get() >= limit || crowded.getAsBoolean();
  }

  /** Refuses new streams and ends each open one after the frame that it is writing. */
  public void end() {
    ending = true;
    open.forEach(SseStream::end);
  }

  @Override
  public void close() {
    end();
    timer.interrupt();
  }

  /** What streams have read and not got rid of. */
  HeapBudget held() {
    return held;
  }

  Pumps pumps() {
    return pumps;
  }

  void remove(SseStream stream) {
    if (open.remove(stream)) {
      count.decrementAndGet();
    }
  }

  private static void beat(SseStream stream, long now) {
    try {
      stream.beat(now);
    } catch (RuntimeException e) {
      // The next streams, and the next beats, must not be lost with this one.
      log.error("a stream could not be maintained", e);
    }
  }

  private void keepBeating(Duration tick) {
    try {
      while (true) {
        Thread.sleep(tick); // the one clock behind all heartbeats
        long now = System.nanoTime();
        open.forEach(stream -> beat(stream, now));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
