package dev.holdpoint.core.delivery;

/**
 * How often, and after how long, a delivery is tried again.
 *
 * @param firstMs how long after the first failure; it doubles with each that follows
 * @param longestMs no longer than this, however many failures there were
 */
public record RetryPolicy(int maxAttempts, long firstMs, long longestMs) {
  public static final RetryPolicy USUAL = new RetryPolicy(8, 1_000, 60_000);

  /** Nobody who asks to be left alone is left alone for longer than this. */
  private static final long LONGEST_WISH_MS = 3_600_000;

  /**
   * @param strikes how many attempts in a row have failed at this target, this one included
   * @param jitter from 0 to 1: takes away up to a quarter, so that many do not come back together
   */
  long delayMs(int strikes, double jitter) {
    int doublings = Math.min(Math.max(strikes - 1, 0), 30);
    long whole = Math.min(longestMs, firstMs << doublings);
    return Math.max(1, Math.round(whole * (1 - jitter / 4)));
  }

  long delayMs(int strikes, double jitter, long wishedMs) {
    return Math.max(delayMs(strikes, jitter), Math.min(wishedMs, LONGEST_WISH_MS));
  }

  /** How long a target is left alone after so many failures in a row. */
  public long restMs(int strikes) {
    return delayMs(strikes, 0);
  }
}
