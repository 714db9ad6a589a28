package dev.holdpoint.engine.schedule;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.schedule.CronTimes;
import dev.holdpoint.core.schedule.Trigger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * Five-field cron by the clock on the wall. A time that the clock leaps over in spring is due as
 * much later as the clock leaps; one that comes twice in autumn is due the first time, unless the
 * hour is a wildcard.
 */
public final class UnixCron implements CronTimes {
  private static final CronParser PARSER =
      new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
  private static final String NOISE = "Failed to parse cron expression. ";
  private static final String UNREADABLE = "it cannot be read";

  /** What is wrong with the expression or its zone, under the pointer of its member; or null. */
  public Refusal.@Nullable Fault fault(Trigger.Cron cron, long nowMs) {
    try {
      ZoneId.of(cron.timeZone());
    } catch (DateTimeException e) {
      return new Refusal.Fault(
          "/time_zone",
          "is not a time zone; use a name such as Europe/Berlin, UTC, or an offset "
              + "such as +02:00");
    }
    if (cron.expression().indexOf('|') >= 0) {
      // The parser would take it for several expressions in one.
      return unreadable("it has a |");
    }
    try {
      parse(cron);
    } catch (IllegalArgumentException e) {
      return unreadable(e.getMessage() == null ? UNREADABLE : e.getMessage().replace(NOISE, ""));
    } catch (RuntimeException e) {
      // The parser stumbles over some texts instead of refusing them; what it says is about itself.
      return unreadable(UNREADABLE);
    }
    return after(cron, nowMs) == null
        ? new Refusal.Fault("/expression", "is a time that never comes")
        : null;
  }

  private static Refusal.Fault unreadable(String why) {
    return new Refusal.Fault(
        "/expression",
        "is not a cron expression with five fields (minute, hour, day of month, "
            + "month, day of week): "
            + why);
  }

  @Override
  public @Nullable Long after(Trigger.Cron cron, long afterMs) {
    ExecutionTime times = parse(cron);
    ZoneId zone = ZoneId.of(cron.timeZone());
    Instant after = Instant.ofEpochMilli(afterMs);
    Instant next =
        times.nextExecution(after.atZone(zone)).map(ZonedDateTime::toInstant).orElse(null);
    Instant leapt = leaptOver(times, zone.getRules(), after, next);
    Instant first = leapt == null ? next : leapt;
    return first == null ? null : first.toEpochMilli();
  }

  private static ExecutionTime parse(Trigger.Cron cron) {
    return ExecutionTime.forCron(PARSER.parse(cron.expression()));
  }

  /** The first time in {@code (after, before)} that the clock on the wall does not show. */
  private static @Nullable Instant leaptOver(
      ExecutionTime times, ZoneRules rules, Instant after, @Nullable Instant before) {
    ZoneOffsetTransition last = rules.previousTransition(after.plusNanos(1));
    Instant inLast = last == null ? null : inGap(times, last, after, before);
    if (inLast != null) {
      return inLast;
    }
    ZoneOffsetTransition next = rules.nextTransition(after);
    return next == null || (before != null && !next.getInstant().isBefore(before))
        ? null
        : inGap(times, next, after, before);
  }

  private static @Nullable Instant inGap(
      ExecutionTime times, ZoneOffsetTransition leap, Instant after, @Nullable Instant before) {
    if (!leap.isGap()) {
      return null;
    }
    ZonedDateTime at = leap.getDateTimeBefore().minusSeconds(1).atZone(ZoneOffset.UTC);
    LocalDateTime end = leap.getDateTimeAfter();
    while (true) {
      at = times.nextExecution(at).orElse(null);
      if (at == null || !at.toLocalDateTime().isBefore(end)) {
        return null;
      }
      Instant due = at.toLocalDateTime().toInstant(leap.getOffsetBefore());
      if (due.isAfter(after)) {
        return before == null || due.isBefore(before) ? due : null;
      }
    }
  }
}
