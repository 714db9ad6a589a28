package dev.holdpoint.daemon;

import dev.holdpoint.core.id.Ulid;
import dev.holdpoint.engine.port.Ids;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.SplittableRandom;

/**
 * Ids whose keys only rise: by the clock, and past it when the clock stands still, goes back, or
 * lay ahead when the last daemon wrote.
 */
final class TimeOrderedIds implements Ids {
  private static final int COUNTERS = 1 << Ulid.COUNTER_BITS;

  private final InstantSource clock;
  // Guessing an id gains nobody anything; the random part only keeps a wrong id from matching a
  // row.
  private final SplittableRandom random = new SplittableRandom(new SecureRandom().nextLong());
  private long timeMs;
  private int counter;

  TimeOrderedIds(InstantSource clock, long lastKey) {
    this.clock = clock;
    this.timeMs = Ulid.timeOf(lastKey);
    this.counter = (int) (lastKey & (COUNTERS - 1));
  }

  /** How far the clock is behind the last id: when it has gone back, for longer than a moment. */
  synchronized long aheadMs() {
    return Math.max(0, timeMs - clock.millis());
  }

  @Override
  public synchronized void past(long key) {
    if (key > last()) {
      timeMs = Ulid.timeOf(key);
      counter = (int) (key & (COUNTERS - 1));
    }
  }

  @Override
  public synchronized long last() {
    return Ulid.key(timeMs, counter);
  }

  @Override
  public synchronized String next(String prefix) {
    long nowMs = clock.millis();
    if (nowMs > timeMs) {
      timeMs = nowMs;
      counter = 0;
    } else if (++counter == COUNTERS) {
      timeMs++;
      counter = 0;
    }
    return Ulid.id(prefix, Ulid.key(timeMs, counter), random.nextLong());
  }
}
