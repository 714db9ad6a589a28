package dev.holdpoint.http.server;

import java.util.concurrent.TimeUnit;

/**
 * How many lines a caller may cause. A log that grows with every bad request is a way to fill a
 * disk, so what exceeds the budget is counted and told in one line.
 */
final class LogBudget {
  /** How many lines may come at once, and how many a second in the long run. */
  static final int AT_ONCE = 500;

  static final int PER_SECOND = 2;

  private static final long EACH = TimeUnit.SECONDS.toNanos(1) / PER_SECOND;

  private long left = AT_ONCE;
  private long since;
  private long untold;

  LogBudget(long nowNanos) {
    since = nowNanos;
  }

  /** How many lines were left out before this one; below 0 when this is left out too. */
  synchronized long take(long nowNanos) {
    long more = (nowNanos - since) / EACH;
    if (more > 0) {
      left = Math.min(AT_ONCE, left + more);
      since += more * EACH;
    }
    if (left == 0) {
      untold++;
      return -1;
    }
    left--;
    long told = untold;
    untold = 0;
    return told;
  }
}
