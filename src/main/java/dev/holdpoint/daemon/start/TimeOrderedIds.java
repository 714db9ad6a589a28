package dev.holdpoint.daemon.start;

import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.port.Ids;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.InstantSource;

/**
 * Ids whose keys only rise: by the clock, and past it when the clock stands still, goes back, or
 * lay ahead when the last daemon wrote.
 */
public final class TimeOrderedIds implements Ids {
  private static final int COUNTERS = 1 << Ulid.COUNTER_BITS;

  /** A call of the secure generator costs far more than the bytes: one call serves 512 ids. */
  private static final int BLOCK = 4096;

  private final InstantSource clock;
  // Ids are shown to callers who must not be able to compute the ids of others from them.
  private final SecureRandom secure = new SecureRandom();
  private final ByteBuffer random = ByteBuffer.allocate(BLOCK).limit(0);
  private long timeMs;
  private int counter;

  public TimeOrderedIds(InstantSource clock, long lastKey) {
    this.clock = clock;
    this.timeMs = Ulid.timeOf(lastKey);
    this.counter = (int) (lastKey & (COUNTERS - 1));
  }

  /** How far the clock is behind the last id: when it has gone back, for longer than a moment. */
  public synchronized long aheadMs() {
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
  public String next(String prefix) {
    return next(prefix, clock.millis());
  }

  @Override
  public synchronized String next(String prefix, long nowMs) {
    if (nowMs > timeMs) {
      timeMs = nowMs;
      counter = 0;
    } else if (++counter == COUNTERS) {
      timeMs++;
      counter = 0;
    }
    return Ulid.id(prefix, Ulid.key(timeMs, counter), nextRandom());
  }

  private long nextRandom() {
    if (!random.hasRemaining()) {
      secure.nextBytes(random.array());
      random.clear();
    }
    return random.getLong();
  }
}
