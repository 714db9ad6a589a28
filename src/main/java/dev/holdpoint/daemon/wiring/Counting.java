package dev.holdpoint.daemon.wiring;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.metrics.DecisionCounters;
import dev.holdpoint.daemon.metrics.Exposition;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Outage;
import dev.holdpoint.engine.stats.Looks;
import dev.holdpoint.engine.stats.Tally;
import dev.holdpoint.engine.stats.TriageLooks;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tallies decisions once a second, on a thread of its own: nothing else that the daemon does now
 * and then may make the numbers late.
 */
final class Counting implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Counting.class);
  private static final long EVERY_MS = 1_000;
  private static final int FORGETS_EVERY = 600;

  private final Tally tally;
  private final DecisionCounters counters;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("tally").unstarted(this::countNowAndThen);
  private volatile boolean open = true;

  Counting(Config config, Commits commits, Engine engine) {
    Looks looks = new TriageLooks();
    this.counters = new DecisionCounters(() -> engine.read(looks::unseen));
    this.tally =
        new Tally(
            commits,
            engine,
            looks,
            new Tally.Policy(config.rubberStampMs(), config.retentionStatsMs()),
            counters);
  }

  Counting start() {
    thread.start();
    return this;
  }

  void write(Exposition out) {
    counters.write(out);
  }

  /** For what is about to remove a part of the journal. */
  void countSoon() {
    try {
      tally.catchUpSoon();
    } catch (RuntimeException e) {
      Outage.unlessAway(log, "decisions could not be counted", e);
    }
  }

  private void countNowAndThen() {
    for (int i = 1; open; i++) {
      try {
        tally.catchUp();
        if (i % FORGETS_EVERY == 0) {
          tally.forget();
        }
      } catch (RuntimeException e) {
        if (open) {
          Outage.unlessAway(log, "decisions could not be counted; the daemon tries again", e);
        }
      }
      rest();
    }
  }

  private void rest() {
    try {
      TimeUnit.MILLISECONDS.sleep(EVERY_MS);
    } catch (InterruptedException _) {
      // Only a stop interrupts it.
      open = false;
    }
  }

  /** What is not counted yet is counted after the next start. */
  @Override
  public void close() {
    open = false;
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
