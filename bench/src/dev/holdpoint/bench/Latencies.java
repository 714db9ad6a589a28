package dev.holdpoint.bench;

import java.util.Arrays;

/** How long things took, in nanoseconds. */
final class Latencies {
  private long[] nanos = new long[1024];
  private int count;
  private boolean sorted;

  void add(long took) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = took;
    sorted = false;
  }

  int count() {
    return count;
  }

  /** The time within which this share of them was done, in milliseconds. */
  double millis(double share) {
    if (count == 0) {
      return Double.NaN;
    }
    if (!sorted) {
      Arrays.sort(nanos, 0, count);
      sorted = true;
    }
    int index = (int) Math.ceil(share * count) - 1;
    return nanos[Math.clamp(index, 0, count - 1)] / 1e6;
  }
}
