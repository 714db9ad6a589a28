package dev.holdpoint.core.schedule;

import org.jspecify.annotations.Nullable;

/** When a schedule is due. */
public sealed interface Trigger {
  /** The first time at or after {@code nowMs}; null if there is none. */
  @Nullable Long first(long nowMs, CronTimes cron);

  /**
   * The first time after {@code nowMs}, where it was due at {@code dueMs}; null if it was the last.
   */
  @Nullable Long following(long dueMs, long nowMs, CronTimes cron);

  /** A time that has just passed is due at once. */
  record Once(long atMs) implements Trigger {
    @Override
    public Long first(long nowMs, CronTimes cron) {
      return Math.max(atMs, nowMs);
    }

    @Override
    public @Nullable Long following(long dueMs, long nowMs, CronTimes cron) {
      return null;
    }
  }

  /** Keeps its beat: a late ring does not move the next one. */
  record Interval(long everyMs) implements Trigger {
    public static final long SHORTEST_MS = 5_000;

    @Override
    public Long first(long nowMs, CronTimes cron) {
      return nowMs + everyMs;
    }

    @Override
    public Long following(long dueMs, long nowMs, CronTimes cron) {
      long passed = Math.max(0, nowMs - dueMs) / everyMs;
      return dueMs + (passed + 1) * everyMs;
    }
  }

  /** Five fields, in the local time of a zone. */
  record Cron(String expression, String timeZone) implements Trigger {
    @Override
    public @Nullable Long first(long nowMs, CronTimes cron) {
      return cron.after(this, nowMs);
    }

    @Override
    public @Nullable Long following(long dueMs, long nowMs, CronTimes cron) {
      // A clock that was set back must not bring the same time again.
      return cron.after(this, Math.max(dueMs, nowMs));
    }
  }
}
