package dev.holdpoint.core.stats;

import java.util.Arrays;

/**
 * Counts of times in milliseconds, from which percentiles are read that are right to 1 %.
 *
 * <p>Up to 100 ms every value has its own bucket. Above, bucket {@code i} holds the values between
 * {@code 100·g^(i-1)} and {@code 100·g^i} with {@code g = 1.005/0.995}; what is told of it, {@code
 * 2·100·g^i/(g+1)}, is at most 0.5 % from each of them. Rounding to whole milliseconds adds less
 * than 0.5 %. It takes no more room for many values than for few.
 */
public final class Quantiles {
  private static final int EXACT = 100;
  private static final double RATIO = 1.005 / 0.995;
  private static final double LOG = Math.log(RATIO);

  private int[] counts = new int[0];
  private long count;

  public void add(long ms) {
    int at = bucket(Math.max(0, ms));
    if (at >= counts.length) {
      counts = Arrays.copyOf(counts, at + 1 + at / 8);
    }
    counts[at]++;
    count++;
  }

  public long count() {
    return count;
  }

  /**
   * The smallest value that is not exceeded by this percentage of all values; 0 without values.
   *
   * @param percent above 0, at most 100
   */
  public long percentile(int percent) {
    // The rank is rounded up, without the errors of floating point.
    long rank = (count * percent + 99) / 100;
    long seen = 0;
    for (int at = 0; at < counts.length; at++) {
      seen += counts[at];
      if (seen >= rank && counts[at] > 0) {
        return value(at);
      }
    }
    return 0;
  }

  private static int bucket(long ms) {
    return ms <= EXACT
        ? (int) ms
        : EXACT + Math.max(1, (int) Math.ceil(Math.log((double) ms / EXACT) / LOG));
  }

  private static long value(int at) {
    return at <= EXACT ? at : Math.round(2 * EXACT * Math.exp((at - EXACT) * LOG) / (RATIO + 1));
  }
}
