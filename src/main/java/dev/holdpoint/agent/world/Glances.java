package dev.holdpoint.agent.world;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How much of files views may read. A list shows many approvals, each of which names up to 20
 * files: what agents wrote must not decide how long people wait for a list.
 */
final class Glances {
  /** At once, and what is given back each second. */
  static final long MOST_BYTES = 256L << 20;

  private static final long BYTES_A_SECOND = 128L << 20;

  /** So that a look at what is missing counts, too. */
  private static final long LEAST_BYTES = 4_096;

  private final LongSupplier nanos;
  private long left = MOST_BYTES;
  private long countedAt;

  Glances(LongSupplier nanos) {
    this.nanos = nanos;
    this.countedAt = nanos.getAsLong();
  }

  /** Whether there is room for one more look. */
  synchronized boolean begin() {
    long now = nanos.getAsLong();
    // Less than that fills it; a longer time must not overflow.
    long passed = Math.min(now - countedAt, TimeUnit.SECONDS.toNanos(4));
    countedAt = now;
    left = Math.min(MOST_BYTES, left + passed / 1_000 * (BYTES_A_SECOND / 1_000_000));
    if (left <= 0) {
      return false;
    }
    left -= LEAST_BYTES;
    return true;
  }

  synchronized void read(long bytes) {
    left -= bytes;
  }
}
