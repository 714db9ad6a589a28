package dev.holdpoint.core.triage;

import dev.holdpoint.core.triage.Triage.Moments;
import org.jspecify.annotations.Nullable;

/** When something happens to a gate by itself, apart from its deadline. */
public final class GateMoments {
  /** So often it is told at most that nobody has looked. */
  public static final int MOST_REMINDERS = 5;

  private GateMoments() {}

  /**
   * Of a gate whose life begins, or whose deadline has moved.
   *
   * @param soonMs how long before the end it is usual to tell of it; null when nobody wants to know
   * @param unseenMs how long it may wait without a look; 0 when nobody wants to know
   * @param policyAtMs when its policy does something next
   */
  public static Moments of(
      long fromMs,
      @Nullable Long expiresAtMs,
      @Nullable Long soonMs,
      long unseenMs,
      @Nullable Long policyAtMs) {
    return new Moments(
        expiresAtMs == null || soonMs == null ? null : soon(fromMs, expiresAtMs, soonMs),
        unseenMs <= 0 ? null : Long.valueOf(fromMs + unseenMs),
        policyAtMs);
  }

  /** So long before the end as is usual, or in the middle of a life that is shorter than that. */
  public static long soon(long fromMs, long expiresAtMs, long usualMs) {
    long life = expiresAtMs - fromMs;
    return life > usualMs ? expiresAtMs - usualMs : fromMs + Math.max(0, life) / 2;
  }

  /**
   * When to tell again that nobody has looked; null when it was told often enough.
   *
   * @param reminded how often it was told, this time included
   */
  public static @Nullable Long unseenAgain(long nowMs, long everyMs, int reminded) {
    return everyMs <= 0 || reminded >= MOST_REMINDERS ? null : Long.valueOf(nowMs + everyMs);
  }
}
