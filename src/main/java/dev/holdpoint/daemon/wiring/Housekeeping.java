package dev.holdpoint.daemon.wiring;

import dev.holdpoint.agent.loop.WorkerPool;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.SearchVisibility;
import dev.holdpoint.engine.audit.DeniedAccess;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Outage;
import dev.holdpoint.engine.memory.Recollections;
import dev.holdpoint.engine.port.RunFiles;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.retention.Retention;
import dev.holdpoint.http.server.FailedCredentials;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Throws away, once an hour, what has served its time, and looks every few seconds for runs whose
 * wake-up was lost.
 */
public final class Housekeeping implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

  private final Store store;
  private final InstantSource clock;
  private final WorkerPool crew;
  private final IntSupplier expired;
  private final Retention retention;
  private final IntSupplier unnamed;
  private volatile @Nullable DeniedAccess denied;
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(
          2, Thread.ofPlatform().daemon().name("housekeeping-", 0).factory());

  /**
   * @param expired throws away what runs left too long ago, and gives how much
   * @param unnamed throws away the files that no asset names, and gives how many
   */
  public Housekeeping(
      Store store,
      InstantSource clock,
      WorkerPool crew,
      IntSupplier expired,
      IntSupplier unnamed,
      Retention retention) {
    this.retention = retention;
    this.unnamed = unnamed;
    this.store = store;
    this.clock = clock;
    this.crew = crew;
    this.expired = expired;
  }

  /** Keeps runs, and what happened in them, as long as the operator wants. */
  public static Retention retention(Config config, Commits commits, Engine engine, RunFiles files) {
    return new Retention(
        commits,
        engine,
        files,
        new Retention.Policy(
            config.retentionRunsMs().orElse(null), config.retentionEventsMs().orElse(null)),
        queries -> queries.decided().tallied());
  }

  /** What runs have learned, and how long that is kept. */
  public static Recollections memory(Config config, Commits commits) {
    return new Recollections(
        commits,
        new Recollections.Policy(
            config.memoryVisibility() == SearchVisibility.LEARNING_SCOPES, config.memoryTtlMs()));
  }

  /**
   * @param failures who was turned away is put on record now and then
   */
  public void start(FailedCredentials failures) {
    denied = failures.denied();
    every(1_000, this::tellOfDenied);
    var _ = timer.scheduleWithFixedDelay(this::tidy, 1, 60, TimeUnit.MINUTES);
    OptionalLong everyMs = retention.everyMs();
    if (everyMs.isPresent()) {
      long ms = everyMs.getAsLong();
      var _ = timer.scheduleWithFixedDelay(this::retain, ms, ms, TimeUnit.MILLISECONDS);
    }
    var _ = timer.scheduleWithFixedDelay(crew::lookAgain, 5, 5, TimeUnit.SECONDS);
  }

  /** One more chore; it lets nothing out that goes wrong. */
  public void every(long ms, Runnable chore) {
    var _ = timer.scheduleWithFixedDelay(chore, ms, ms, TimeUnit.MILLISECONDS);
  }

  private void tellOfDenied() {
    DeniedAccess known = denied;
    try {
      if (known != null) {
        known.write();
      }
    } catch (RuntimeException e) {
      Outage.unlessAway(log, "denied access could not be put on record", e);
    }
  }

  private void retain() {
    try {
      int swept = retention.sweep();
      if (swept > 0) {
        log.info("removed {} expired runs or their events", swept);
        giveBack();
      }
    } catch (RuntimeException e) {
      Outage.unlessAway(log, "expired data could not be removed", e);
    }
  }

  private void giveBack() {
    long bytes = store.giveBack();
    if (bytes > 0) {
      log.info("returned {} MB of the database file to the disk", bytes >> 20);
    }
  }

  private void tidy() {
    try {
      int forgotten = expired.getAsInt();
      if (forgotten > 0) {
        log.info("removed the memory of {} runs", forgotten);
      }
      int dropped = store.forgetBelow(Ulid.key(clock.millis() - IdempotencyKey.KEPT_MS, 0));
      if (dropped > 0) {
        log.info("removed {} idempotency records older than seven days", dropped);
      }
      giveBack();
    } catch (RuntimeException e) {
      // Whatever is not dropped now is dropped in an hour.
      log.warn("expired data could not be removed: {}", e.getMessage());
    }
    try {
      int swept = unnamed.getAsInt();
      if (swept > 0) {
        log.info("removed {} files without an asset", swept);
      }
    } catch (RuntimeException e) {
      log.warn("files without an asset could not be removed: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    DeniedAccess known = denied;
    try {
      if (known != null) {
        known.close();
      }
    } catch (RuntimeException e) {
      Outage.unlessAway(log, "denied access could not be put on record", e);
    }
  }
}
