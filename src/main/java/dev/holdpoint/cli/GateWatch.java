package dev.holdpoint.cli;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.client.http.CallFailed;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Waits for a decision as long as it takes, over restarts of the daemon too. */
public final class GateWatch {
  private static final int FIRST_PAUSE_MS = 100;
  private static final int LONGEST_PAUSE_MS = 5_000;

  private final PrintWriter err;
  private final @Nullable Duration atMost;
  private final long began = System.nanoTime();

  /**
   * @param atMost null is as long as it takes
   */
  public GateWatch(PrintWriter err, @Nullable Duration atMost) {
    this.err = err;
    this.atMost = atMost;
  }

  /** Asks the daemon, which may hold its answer back for so long. */
  public interface Look<T> {
    T within(int waitMs) throws CallFailed;
  }

  /** What was seen last: settled, or still open when the time was up. */
  public <T> T await(Look<T> look, Predicate<T> settled) throws CallFailed, InterruptedException {
    int failures = 0;
    while (true) {
      try {
        T seen = look.within((int) Math.min(Limits.WAIT_MS, leftMs()));
        failures = 0;
        if (settled.test(seen) || leftMs() == 0) {
          return seen;
        }
      } catch (CallFailed e) {
        // The gate is on disk and the daemon will be back: what was asked stays asked.
        if (!passes(e) || leftMs() == 0) {
          throw e;
        }
        if (failures++ == 0) {
          err.println("holdpoint: " + Visible.line(String.valueOf(e.getMessage())) + " (waiting)");
          err.flush();
        }
        int pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS << Math.min(failures, 10));
        Thread.sleep(Math.min(pauseMs, leftMs())); // backing off before it asks again
      }
    }
  }

  private long leftMs() {
    return atMost == null
        ? Long.MAX_VALUE
        : Math.max(0, atMost.minusNanos(System.nanoTime() - began).toMillis());
  }

  /** As for a stream: a daemon that is going down or coming up may say anything of this. */
  private static boolean passes(CallFailed failure) {
    return failure.kind() == CallFailed.Kind.NO_ANSWER
        || failure.status() == 429
        || failure.status() >= 500;
  }
}
