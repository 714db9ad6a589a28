package dev.holdpoint.daemon.wiring;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Work;
import dev.holdpoint.http.server.HttpServer;
import dev.holdpoint.http.server.HttpSettings;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the daemon does before it is ready, step by step: told to those who ask whether it is, and
 * in the log where a step takes long.
 */
public final class Start implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Start.class);
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanos;
  private final Thread watch =
      Thread.ofPlatform().daemon().name("start").unstarted(this::watchUntilOver);
  private final AtomicLong commits = new AtomicLong();
  private @Nullable HttpServer server;
  private @Nullable Styles styles;
  private boolean succeeded;
  private Step step;

  /**
   * @param doing as the end of the sentence "it is …"
   * @param commits how many there were before it
   */
  private record Step(String doing, long sinceNanos, long commits, boolean told) {
    Step asTold() {
      return new Step(doing, sinceNanos, commits, true);
    }
  }

  Start(LongSupplier nanos) {
    this.nanos = nanos;
    this.step = new Step("beginning", nanos.getAsLong(), 0, false);
  }

  public static Start begin() {
    Start start = new Start(System::nanoTime);
    start.watch.start();
    return start;
  }

  /** Listens, and tells those who come what is done, until it is opened. */
  public HttpServer listen(Config config, HttpSettings settings) throws StartRefused {
    Styles made = new Styles(config, () -> Listener.address(config, port()));
    styles = made;
    HttpServer listening = Listener.begin(settings, config, made, this::now);
    synchronized (this) {
      server = listening;
    }
    return listening;
  }

  /** Where it listens; 0 until it does. */
  public synchronized int port() {
    return server == null ? 0 : server.port();
  }

  public Styles styles() {
    return Objects.requireNonNull(styles);
  }

  /** What was done so far is over, and this has begun. */
  public synchronized void step(String doing) {
    end();
    step = new Step(doing, nanos.getAsLong(), commits.get(), false);
  }

  private void end() {
    long taken = nanos.getAsLong() - step.sinceNanos;
    if (taken > LONG_NANOS) {
      log.info("{} took {} ms", step.doing, TimeUnit.NANOSECONDS.toMillis(taken));
    }
  }

  /** What it does, for how long, and how much it has written; as the end of a sentence. */
  synchronized String now() {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - step.sinceNanos);
    long written = commits.get() - step.commits;
    if (seconds == 0) {
      return step.doing;
    }
    return step.doing + " (" + seconds + " s, " + written + " commits so far)";
  }

  /** Says in the log, once, what takes long while it does: nobody knows whether it will end. */
  synchronized void look() {
    if (!step.told && nanos.getAsLong() - step.sinceNanos > LONG_NANOS) {
      step = step.asTold();
      log.info("starting: {}", step.doing);
    }
  }

  private void watchUntilOver() {
    try {
      while (true) {
        TimeUnit.NANOSECONDS.sleep(LOOK_NANOS);
        look();
      }
    } catch (InterruptedException _) {
      // The daemon is ready, or cannot start.
    }
  }

  /** Counts the commits that settle what an earlier daemon has left. */
  public Commits counting(Commits counted) {
    return new Commits() {
      @Override
      public <R> R commit(Work<R> work) {
        R answer = counted.commit(work);
        commits.incrementAndGet();
        return answer;
      }
    };
  }

  public void succeeded() {
    succeeded = true;
  }

  /** The daemon is ready, or cannot start: then nobody is told that it is about to. */
  @Override
  public void close() {
    HttpServer useless;
    synchronized (this) {
      end();
      watch.interrupt();
      useless = succeeded ? null : server;
    }
    if (useless != null) {
      useless.close();
    }
  }
}
