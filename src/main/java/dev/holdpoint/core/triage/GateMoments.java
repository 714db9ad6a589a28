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
   * @param unseenAtMs when it is told that nobody has looked; null when nobody wants to know
   * @param policyAtMs when its policy does something next
   */
  public static Moments of(
      long fromMs,
      @Nullable Long expiresAtMs,
      @Nullable Long soonMs,
      @Nullable Long unseenAtMs,
      @Nullable Long policyAtMs) {
    return new Moments(
        expiresAtMs == null || soonMs == null ? null : soon(fromMs, expiresAtMs, soonMs),
        unseenAtMs,
        policyAtMs);
  }

  /** So long before the end as is usual, or in the middle of a life that is shorter than that. */
  public static long soon(long fromMs, long expiresAtMs, long usualMs) {
    long life = expiresAtMs - fromMs;
    return life > usualMs ? expiresAtMs - usualMs : fromMs + Math.max(0, life) / 2;
  }
}
