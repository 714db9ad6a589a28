package dev.holdpoint.core.schedule;

import org.jspecify.annotations.Nullable;

/** Reads cron expressions. */
@FunctionalInterface
public interface CronTimes {
  /** The first time after {@code afterMs} at which it is due, or null if it never is again. */
  @Nullable Long after(Trigger.Cron cron, long afterMs);
}
