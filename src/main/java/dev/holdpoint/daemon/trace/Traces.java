package dev.holdpoint.daemon.trace;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.daemon.metrics.Exposition;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.journal.RunTrace;
import dev.holdpoint.engine.journal.Trails;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hears which runs have ended, and sends their spans to a collector from a thread of its own. */
public final class Traces implements CommitListener, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Traces.class);
  private static final int QUEUE = 10_000;
  private static final int RUNS_AT_ONCE = 32;

  /** A run of very many turns must not fill the memory. */
  private static final int ROWS = 5_000;

  private static final int ROWS_AT_ONCE = 32;

  private static final int ATTEMPTS = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final Engine engine;
  private final URI target;
  private final String version;
  private final BlockingQueue<Long> ended = new ArrayBlockingQueue<>(QUEUE);
  private final LongAdder exported = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(PATIENCE)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
  private final Thread thread =
      Thread.ofPlatform().daemon().name("holdpoint-traces").unstarted(this::loop);
  private volatile boolean closing;
  private boolean complained;

  /**
   * @param endpoint of the collector, without {@code /v1/traces}
   */
  public Traces(Engine engine, URI endpoint, String version) {
    this.engine = engine;
    String base = endpoint.toString();
    this.target = URI.create(base.replaceFirst("/+$", "") + "/v1/traces");
    this.version = version;
  }

  public Traces start() {
    thread.start();
    return this;
  }

  /** On the writer's thread: no more than a note. */
  @Override
  public void rows(List<JournalRow> rows) {
    for (JournalRow row : rows) {
      Run run = row.run();
      if (run != null
          && run.status().isSettled()
          && RunTrace.isExported(run.head())
          && !ended.offer(run.key())) {
        dropped.increment();
      }
    }
  }

  public void write(Exposition out) {
    out.counter(
        "holdpoint_spans_exported_total", "Spans that a collector accepted.", exported.sum());
    out.counter(
        "holdpoint_spans_dropped_total", "Spans and runs that were not sent.", dropped.sum());
  }

  private void loop() {
    while (!closing || !ended.isEmpty()) {
      try {
        Long first = ended.poll(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
          List<Long> keys = new ArrayList<>(List.of(first));
          ended.drainTo(keys, RUNS_AT_ONCE - 1);
          export(keys);
        }
      } catch (InterruptedException _) {
        dropped.add(ended.size());
        return;
      } catch (RuntimeException e) {
        // The store was away, or a row is not as we think: no reason to trace nothing any more.
        dropped.increment();
        complain(e);
      }
    }
  }

  private void export(List<Long> keys) throws InterruptedException {
    List<Span> spans = new ArrayList<>();
    for (long key : keys) {
      spans.addAll(spans(key));
    }
    if (spans.isEmpty()) {
      return;
    }
    byte[] request = OtlpJson.request(version, spans);
    for (int attempt = 1; ; attempt++) {
      if (sent(request)) {
        exported.add(spans.size());
        complained = false;
        return;
      }
      if (attempt == ATTEMPTS || closing) {
        dropped.add(spans.size());
        return;
      }
      Thread.sleep(PAUSE); // backing off before it asks the collector again
    }
  }

  /** None for one that was removed meanwhile. A row may be large, so it reads a few at a time. */
  private List<Span> spans(long key) {
    Run run = engine.read(queries -> queries.run(key));
    if (run == null) {
      return List.of();
    }
    RunSpans spans = new RunSpans(run);
    List<Long> trail = engine.read(queries -> Trails.after(queries, run, 0));
    int rows = Math.min(ROWS, trail.size());
    for (int from = 0; from < rows; from += ROWS_AT_ONCE) {
      List<Long> some = trail.subList(from, Math.min(rows, from + ROWS_AT_ONCE));
      spans.follow(engine.read(queries -> queries.journalRows(some)));
    }
    return spans.all();
  }

  private boolean sent(byte[] body) throws InterruptedException {
    try {
      HttpResponse<Void> answer =
          http.send(
              HttpRequest.newBuilder(target)
                  .timeout(PATIENCE)
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                  .build(),
              HttpResponse.BodyHandlers.discarding());
      if (answer.statusCode() / 100 == 2) {
        return true;
      }
      complain(new IOException("status " + answer.statusCode()));
    } catch (IOException e) {
      complain(e);
    }
    return false;
  }

  /** Once until it works again: a collector that is gone is one fact, however many runs end. */
  private void complain(Exception e) {
    if (!complained) {
      complained = true;
      log.warn("traces cannot be sent to {}: {}; some are dropped", target, e.toString());
    }
  }

  @Override
  public void close() {
    closing = true;
    try {
      if (!thread.join(FAREWELL)) {
        thread.interrupt();
      }
    } catch (InterruptedException _) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
    http.shutdownNow();
  }
}
