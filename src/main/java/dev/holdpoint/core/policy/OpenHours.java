package dev.holdpoint.core.policy;

import dev.holdpoint.core.problem.Refusal.Fault;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The hours of a week in which the times of stages and reminders run, on the clocks of one zone.
 *
 * @param ranges within one day each, without overlaps, in the order of the week
 */
public record OpenHours(ZoneId zone, List<Range> ranges) {
  public static final int MOST_ENTRIES = 100;

  private static final Pattern ENTRY =
      Pattern.compile(
          "(mon|tue|wed|thu|fri|sat|sun)(?:-(mon|tue|wed|thu|fri|sat|sun))?"
              + " ([01][0-9]|2[0-3]):([0-5][0-9])-([01][0-9]|2[0-4]):([0-5][0-9])");
  private static final int DAY = 24 * 60;
  private static final long MINUTE_MS = 60_000;
  private static final long WEEK_MS = 7L * DAY * MINUTE_MS;
  private static final int LEAST_MINUTES = 60;
  private static final int DAYS_AT_ONCE = 10;

  /** From one minute of the day to another; the end of the day is minute 1440. */
  public record Range(DayOfWeek day, int from, int to) {}

  /** What was read, or what is wrong with it; null with faults. */
  public record Reading(@Nullable OpenHours hours, List<Fault> faults) {}

  /**
   * Reads {@code {time_zone, open}}.
   *
   * @param pointer where the object stands in the request
   */
  public static Reading read(String pointer, String timeZone, List<String> open) {
    List<Fault> faults = new ArrayList<>();
    if (!isKnown(timeZone)) {
      faults.add(
          new Fault(
              pointer + "/time_zone", "is not the name of a time zone, such as Europe/Berlin"));
    }
    if (open.isEmpty() || open.size() > MOST_ENTRIES) {
      faults.add(new Fault(pointer + "/open", "has 1 to " + MOST_ENTRIES + " entries"));
    }
    List<Range> ranges = new ArrayList<>();
    for (int i = 0; i < Math.min(open.size(), MOST_ENTRIES); i++) {
      read(pointer + "/open/" + i, open.get(i), ranges, faults);
    }
    ranges.sort(Comparator.comparing(Range::day).thenComparingInt(Range::from));
    if (faults.isEmpty() && ranges.stream().mapToInt(it -> it.to - it.from).sum() < LEAST_MINUTES) {
      faults.add(new Fault(pointer + "/open", "is less than an hour a week"));
    }
    return new Reading(
        faults.isEmpty() ? new OpenHours(ZoneId.of(timeZone), List.copyOf(ranges)) : null, faults);
  }

  static boolean isKnown(String timeZone) {
    // Offsets and Java's own short names are no IANA names and are not in this set.
    return ZoneId.getAvailableZoneIds().contains(timeZone);
  }

  private static void read(String at, String entry, List<Range> ranges, List<Fault> faults) {
    Matcher parts = ENTRY.matcher(entry);
    int from = parts.matches() ? minute(parts, 3) : 0;
    int to = parts.matches() ? minute(parts, 5) : 0;
    if (from >= to || to > DAY) {
      faults.add(
          new Fault(
              at,
              "is not a day or days and a time of day, the earlier time first, such as mon-fri"
                  + " 08:00-18:00"));
      return;
    }
    DayOfWeek day = day(parts.group(1));
    DayOfWeek last = parts.group(2) == null ? day : day(parts.group(2));
    List<Range> read = new ArrayList<>();
    while (true) {
      read.add(new Range(day, from, to));
      if (day == last) {
        break;
      }
      day = day.plus(1);
    }
    for (Range range : read) {
      if (ranges.stream().anyMatch(it -> overlap(it, range))) {
        faults.add(new Fault(at, "overlaps with another entry on " + word(range.day)));
        return;
      }
    }
    ranges.addAll(read);
  }

  private static boolean overlap(Range one, Range other) {
    return one.day == other.day && one.from < other.to && other.from < one.to;
  }

  private static int minute(Matcher parts, int group) {
    return Integer.parseInt(parts.group(group)) * 60 + Integer.parseInt(parts.group(group + 1));
  }

  private static DayOfWeek day(String word) {
    for (DayOfWeek day : DayOfWeek.values()) {
      if (word(day).equals(word)) {
        return day;
      }
    }
    throw new IllegalArgumentException(word);
  }

  private static String word(DayOfWeek day) {
    return day.name().substring(0, 3).toLowerCase(Locale.ROOT);
  }

  /**
   * The instant at which so much open time has passed. A time of day that a clock change skips or
   * repeats is read as {@code java.time} reads it: later by the gap, or the first of the two.
   */
  public long after(long sinceMs, long openMs) {
    long at = sinceMs;
    long left = openMs;
    while (left > 0) {
      long weeks = wholeWeeks(at, left);
      at += weeks * WEEK_MS;
      left -= weeks * openMsOfWeek();
      // The day before too: clocks that go back at midnight return to it.
      LocalDate date = Instant.ofEpochMilli(at).atZone(zone).toLocalDate().minusDays(1);
      for (int days = 0; days < DAYS_AT_ONCE; days++) {
        for (Range range : ranges) {
          if (range.day == date.getDayOfWeek()) {
            long from = Math.max(at, instant(date, range.from));
            long to = instant(date, range.to);
            if (left <= to - from) {
              return from + left;
            }
            left -= Math.max(0, to - from);
            at = Math.max(at, to);
          }
        }
        date = date.plusDays(1);
      }
      at = Math.max(at, instant(date, 0));
    }
    return at;
  }

  /**
   * Weeks that can be passed at once: no clock changes in them, and something is left to pass. The
   * days after a change are walked, because ranges of its day may be longer or later.
   */
  private long wholeWeeks(long atMs, long leftMs) {
    long weeks = (leftMs - 1) / openMsOfWeek();
    if (weeks <= 0) {
      return 0;
    }
    Instant at = Instant.ofEpochMilli(atMs);
    ZoneOffsetTransition last = zone.getRules().previousTransition(at.plusMillis(1));
    if (last != null && atMs - last.getInstant().toEpochMilli() < WEEK_MS) {
      return 0;
    }
    ZoneOffsetTransition next = zone.getRules().nextTransition(at);
    return next == null
        ? weeks
        : Math.min(weeks, Math.max(0, (next.getInstant().toEpochMilli() - 1 - atMs) / WEEK_MS));
  }

  private long openMsOfWeek() {
    return ranges.stream().mapToInt(it -> it.to - it.from).sum() * MINUTE_MS;
  }

  private long instant(LocalDate date, int minute) {
    return minute == DAY
        ? instant(date.plusDays(1), 0)
        : date.atTime(LocalTime.of(minute / 60, minute % 60))
            .atZone(zone)
            .toInstant()
            .toEpochMilli();
  }
}
