package dev.holdpoint.cli.schedule;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleTrigger;
import dev.holdpoint.api.schedule.ScheduleBodies.ScheduleView;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.cli.Times;
import java.io.PrintWriter;
import java.time.Duration;

/** A schedule as people read it. */
final class ScheduleText {
  private ScheduleText() {}

  static String when(ScheduleTrigger trigger) {
    return switch (trigger) {
      case ScheduleTrigger.Once once -> "once, " + Times.at(once.atMs());
      case ScheduleTrigger.Interval interval ->
          "every " + Times.span(Duration.ofMillis(interval.everyMs()));
      case ScheduleTrigger.Cron cron -> cron.expression() + " " + cron.timeZone();
    };
  }

  static String next(ScheduleView schedule) {
    Long nextAtMs = schedule.nextAtMs();
    return nextAtMs == null
        ? "never"
        : Times.at(nextAtMs) + ", " + Times.from(System.currentTimeMillis(), nextAtMs);
  }

  static void print(ScheduleView schedule, PrintWriter out, Paint paint) {
    new Facts(out, paint)
        .line("schedule", schedule.scheduleId())
        .line("session", schedule.sessionId())
        .line("state", schedule.enabled() ? "on" : "off")
        .line("when", when(schedule.trigger()))
        .line("next", next(schedule))
        .line("overlap", Wire.name(schedule.overlap()))
        .line("misfire", Wire.name(schedule.misfire()))
        .line("last run", schedule.lastRunId())
        .time("last time", schedule.lastFiredAtMs())
        .line("in the way", times(schedule.overlapSkips()))
        .line("missed", times(schedule.misfireSkips()))
        .line("last error", schedule.lastError())
        .line("work", schedule.content());
  }

  private static String times(int n) {
    return n == 0 ? "" : Times.count(n, "time");
  }
}
