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

  /** The same for what many are refused at once for one reason, which passes. */
  static final int PASSING_AT_ONCE = 20;

  private static final long EACH = TimeUnit.SECONDS.toNanos(1) / PER_SECOND;

  private final int atOnce;
  private final long each;
  private long left;
  private long since;
  private long untold;

  LogBudget(long nowNanos) {
    this(nowNanos, AT_ONCE, EACH);
  }

  private LogBudget(long nowNanos, int atOnce, long each) {
    this.atOnce = atOnce;
    this.each = each;
    this.left = atOnce;
    this.since = nowNanos;
  }

  /** One a minute in the long run. */
  static LogBudget ofPassing(long nowNanos) {
    return new LogBudget(nowNanos, PASSING_AT_ONCE, TimeUnit.MINUTES.toNanos(1));
  }

  /** How many lines were left out before this one; below 0 when this is left out too. */
  synchronized long take(long nowNanos) {
    long more = (nowNanos - since) / each;
    if (more > 0) {
      left = Math.min(atOnce, left + more);
      since += more * each;
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
