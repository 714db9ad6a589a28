package dev.holdpoint.http.server;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many more credentials may fail from an address. Of the addresses, those that failed last are
 * known; one that has not for long has its whole number again anyway.
 */
final class FailingAddresses {
  static final int MOST = 10_000;
  private static final long MINUTE_MS = 60_000;
  private static final long HOUR_MS = 3_600_000;

  private final int perMinute;
  private final Map<InetAddress, Place> places =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, Place> eldest) {
          return size() > MOST;
        }
      };

  FailingAddresses(int perMinute) {
    this.perMinute = perMinute;
  }

  /** How long to wait until one may fail again; 0 for no time at all. */
  synchronized long waitMs(InetAddress network, long nowMs) {
    Place place = places.get(network);
    if (place == null) {
      return 0;
    }
    long lacking = MINUTE_MS - place.left(nowMs);
    return lacking <= 0 ? 0 : Math.ceilDiv(lacking, (long) perMinute);
  }

  synchronized void failed(InetAddress network, long digest, long nowMs) {
    places.computeIfAbsent(network, _ -> new Place(nowMs)).spend(digest, nowMs);
  }

  private final class Place {
    private final Wrong wrong = new Wrong();

    /**
     * One takes {@link #MINUTE_MS} of it, and each millisecond brings what may fail in a minute.
     */
    private long left = perMinute * MINUTE_MS;

    private long asOfMs;

    Place(long nowMs) {
      this.asOfMs = nowMs;
    }

    long left(long nowMs) {
      long passedMs = Math.clamp(nowMs - asOfMs, 0, MINUTE_MS);
      left = Math.min(perMinute * MINUTE_MS, left + passedMs * perMinute);
      asOfMs = nowMs;
      return left;
    }

    /** A page with an old cookie sends the same one again and again, and guesses nothing. */
    void spend(long digest, long nowMs) {
      if (wrong.isNew(digest, nowMs)) {
        left = Math.max(0, left(nowMs) - MINUTE_MS);
      }
    }
  }

  /** The last wrong ones of an address. As arrays, since there may be very many of them. */
  private static final class Wrong {
    private static final int KNOWN = 128;

    private long[] digests = new long[4];
    private long[] timesMs = new long[4];
    private int size;
    private int next;

    /** Whether it was not seen within an hour. */
    boolean isNew(long digest, long nowMs) {
      for (int i = 0; i < size; i++) {
        if (digests[i] == digest) {
          boolean old = nowMs - timesMs[i] >= HOUR_MS;
          if (old) {
            timesMs[i] = nowMs;
          }
          return old;
        }
      }
      if (next == digests.length && next < KNOWN) {
        digests = Arrays.copyOf(digests, next * 2);
        timesMs = Arrays.copyOf(timesMs, next * 2);
      }
      next %= digests.length;
      digests[next] = digest;
      timesMs[next] = nowMs;
      next++;
      size = Math.max(size, next);
      return true;
    }
  }
}
