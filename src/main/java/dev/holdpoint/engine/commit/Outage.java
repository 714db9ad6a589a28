package dev.holdpoint.engine.commit;

import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.engine.port.failure.StoreFailure;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store that cannot be used, as the log tells of it: once, then once a minute with a count, and
 * once when it is back. Everything that runs tries again meanwhile, many times a second; whatever
 * fails for this reason alone is told here and by nobody else.
 */
public final class Outage {
  private static final Logger log = LoggerFactory.getLogger(Outage.class);

  private static final long EVERY_MS = 60_000;

  private final InstantSource clock;

  /** Whether the last that was heard of the store is that it failed. */
  private volatile boolean on;

  private long sinceMs;
  private @Nullable Long toldMs;
  private boolean told;
  private long untold;

  Outage(InstantSource clock) {
    this.clock = clock;
  }

  /** Says that something failed, at most once a minute, also when it works now and then. */
  synchronized void failed(StoreFailure cause) {
    if (Thread.currentThread().isInterrupted() || cause instanceof Damaged) {
      // The thread was told to stop, or one document is damaged: the store can be used.
      return;
    }
    long nowMs = clock.millis();
    boolean began = !on;
    if (began) {
      on = true;
      sinceMs = nowMs;
    }
    // A clock that was set back does not silence it.
    if (toldMs != null && nowMs >= toldMs && nowMs - toldMs < EVERY_MS) {
      untold++;
      return;
    }
    if (began && untold == 0) {
      log.warn("the ledger is unavailable; work waits and requests are refused", cause);
    } else {
      log.warn(
          "the ledger has been unavailable for {} s: {}; {} failures were not logged",
          (nowMs - sinceMs) / 1_000,
          cause.getMessage(),
          untold);
    }
    toldMs = nowMs;
    told = true;
    untold = 0;
  }

  /** Something worked. */
  void over() {
    if (on) {
      end();
    }
  }

  private synchronized void end() {
    if (!on) {
      return;
    }
    on = false;
    if (told) {
      told = false;
      log.info(
          "the ledger is available again after {} s; {} failures were not logged",
          (clock.millis() - sinceMs) / 1_000,
          untold);
      untold = 0;
    }
  }

  /**
   * Logs what went wrong, unless it is that the store cannot be used: that is told already, and
   * passes.
   */
  public static void unlessAway(Logger to, String what, Throwable cause) {
    if (cause instanceof StoreFailure
        || (cause instanceof Refused refused && refused.refusal().isPassing())) {
      to.debug("{}: {}", what, cause.getMessage());
    } else {
      to.error(what, cause);
    }
  }
}
