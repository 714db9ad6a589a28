package dev.holdpoint.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.problem.Refusal.Fault;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OpenHoursTest {
  @ParameterizedTest
  @DisplayName("DX-33 a stage's time runs while it is open, also over both clock changes")
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          # open                             ~ zone             ~ from                       ~ open time ~ until
          mon-fri 08:00-18:00                ~ Europe/Berlin    ~ 2026-11-13T17:00+01:00     ~ PT2H      ~ 2026-11-16T09:00+01:00
          mon-fri 08:00-18:00                ~ Europe/Berlin    ~ 2026-03-27T17:00+01:00     ~ PT2H      ~ 2026-03-30T09:00+02:00
          mon-fri 08:00-18:00                ~ Europe/Berlin    ~ 2026-10-23T17:00+02:00     ~ PT2H      ~ 2026-10-26T09:00+01:00
          mon-fri 08:00-18:00                ~ Europe/Berlin    ~ 2026-11-13T17:00+01:00     ~ PT1H      ~ 2026-11-13T18:00+01:00
          mon-fri 08:00-18:00                ~ Europe/Berlin    ~ 2026-11-13T17:00+01:00     ~ PT1H0.001S ~ 2026-11-16T08:00:00.001+01:00
          mon-fri 08:00-18:00                ~ Europe/Berlin    ~ 2026-11-14T12:00+01:00     ~ PT1S      ~ 2026-11-16T08:00:01+01:00
          mon-fri 08:00-18:00                ~ Europe/Berlin    ~ 2026-11-16T05:00+01:00     ~ PT50H     ~ 2026-11-20T18:00+01:00
          mon-fri 08:00-18:00                ~ Europe/Berlin    ~ 2026-11-16T05:00+01:00     ~ PT51H     ~ 2026-11-23T09:00+01:00
          mon-fri 08:00-12:00,mon-fri 13:00-17:00 ~ Europe/Berlin ~ 2026-11-16T11:00+01:00   ~ PT2H      ~ 2026-11-16T14:00+01:00
          sat-mon 10:00-11:00                ~ UTC              ~ 2026-11-14T10:30Z          ~ PT2H      ~ 2026-11-16T10:30Z
          mon-sun 00:00-24:00                ~ Europe/Berlin    ~ 2026-03-28T12:00+01:00     ~ PT24H     ~ 2026-03-29T13:00+02:00
          mon-sun 00:00-24:00                ~ Europe/Berlin    ~ 2026-10-24T12:00+02:00     ~ PT24H     ~ 2026-10-25T11:00+01:00
          sun 02:00-03:00                    ~ Europe/Berlin    ~ 2026-03-28T12:00+01:00     ~ PT1H      ~ 2026-04-05T03:00+02:00
          sun 01:00-02:30                    ~ Europe/Berlin    ~ 2026-03-28T12:00+01:00     ~ PT1H30M   ~ 2026-03-29T03:30+02:00
          sun 02:00-03:00                    ~ Europe/Berlin    ~ 2026-10-24T12:00+02:00     ~ PT2H      ~ 2026-10-25T03:00+01:00
          sun 02:30-03:30                    ~ Europe/Berlin    ~ 2026-10-24T12:00+02:00     ~ PT30M     ~ 2026-10-25T02:00+01:00
          mon-fri 09:00-17:00                ~ America/New_York ~ 2026-03-06T16:00-05:00     ~ PT2H      ~ 2026-03-09T10:00-04:00
          """)
  void DX_33_open_time(String open, String zone, String from, String time, String until) {
    OpenHours hours = hours(zone, open.split(","));
    long end = hours.after(ms(from), Duration.parse(time).toMillis());
    assertThat(Instant.ofEpochMilli(end)).isEqualTo(Instant.ofEpochMilli(ms(until)));
  }

  private static long ms(String text) {
    return ZonedDateTime.parse(text).toInstant().toEpochMilli();
  }

  @ParameterizedTest
  @CsvSource({
    "Europe/Berlin, 2026",
    "America/St_Johns, 2008",
    "America/Sao_Paulo, 2016",
    "Pacific/Apia, 2011",
    "Australia/Lord_Howe, 2026",
    "UTC, 2026"
  })
  void open_time_is_what_counting_minute_by_minute_gives(String zone, int year) {
    Random random = new Random(33);
    List<OpenHours> some =
        List.of(
            hours(zone, "mon-sun 23:00-24:00", "mon-sun 00:00-01:30"),
            hours(zone, "sat-sun 00:00-04:00", "wed 12:00-13:00"),
            hours(zone, "sun 02:15-02:45", "sun 03:00-04:00"));
    for (OpenHours hours : some) {
      long[] opened = minutes(hours, year);
      for (int i = 0; i < 200; i++) {
        int first = random.nextInt(opened.length / 2);
        int count = 1 + random.nextInt(opened.length / 3);
        assertThat(hours.after(opened[first], count * 60_000L))
            .as("%s %s from minute %d for %d", zone, hours.ranges(), first, count)
            .isEqualTo(opened[first + count - 1] + 60_000);
      }
    }
  }

  /** Each minute of a year and a half that is open, read by the local ranges of the days around. */
  private static long[] minutes(OpenHours hours, int year) {
    List<Long> open = new ArrayList<>();
    LocalDateTime start = LocalDateTime.of(year, 1, 1, 0, 0);
    long last = 0;
    for (int day = 0; day < 500; day++) {
      for (OpenHours.Range range : hours.ranges()) {
        LocalDateTime date = start.plusDays(day);
        if (date.getDayOfWeek() == range.day()) {
          long to = at(date.plusMinutes(range.to()), hours.zone());
          long from = Math.max(last, at(date.plusMinutes(range.from()), hours.zone()));
          for (long minute = from; minute < to; minute += 60_000) {
            open.add(minute);
          }
          last = Math.max(last, to);
        }
      }
    }
    return open.stream().mapToLong(it -> it).toArray();
  }

  private static long at(LocalDateTime local, ZoneId zone) {
    return local.atZone(zone).toInstant().toEpochMilli();
  }

  @Test
  void ten_years_of_one_hour_a_week_are_found_quickly() {
    OpenHours hours = hours("Europe/Berlin", "mon 08:00-09:00");
    long tenYears = Duration.ofDays(3_660).toMillis();
    long from = ms("2026-11-16T08:00+01:00");
    Instant end = Instant.ofEpochMilli(hours.after(from, tenYears));
    assertThat(end)
        .isEqualTo(
            LocalDateTime.of(2026, 11, 16, 9, 0)
                .plusWeeks(3_660 * 24 - 1)
                .atZone(hours.zone())
                .toInstant());
    assertThat(hours.after(from, 0)).isEqualTo(from);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          Europe/Berlin ~ mon-fri 08:00-18:00,fri 18:00-19:00       ~ -
          UTC           ~ sun 23:00-24:00                           ~ -
          Mars/Base     ~ mon-fri 08:00-18:00                       ~ /h/time_zone
          +02:00        ~ mon-fri 08:00-18:00                       ~ /h/time_zone
          EST5          ~ mon-fri 08:00-18:00                       ~ /h/time_zone
          UTC           ~ mon-fri 8:00-18:00                        ~ /h/open/0
          UTC           ~ mon-fri 08:00-24:01                       ~ /h/open/0
          UTC           ~ mon-fri 18:00-08:00                       ~ /h/open/0
          UTC           ~ mon-fri 08:00-08:00                       ~ /h/open/0
          UTC           ~ Mon-Fri 08:00-18:00                       ~ /h/open/0
          UTC           ~ mon–fri 08:00-18:00                       ~ /h/open/0
          UTC           ~ mon-fri 08:00-18:00,wed 17:59-19:00       ~ /h/open/1
          UTC           ~ sun-tue 08:00-18:00,fri-mon 17:00-19:00   ~ /h/open/1
          UTC           ~ mon 08:00-08:59                           ~ /h/open
          """)
  void hours_that_make_no_sense_are_refused(String zone, String open, String pointer) {
    OpenHours.Reading reading = OpenHours.read("/h", zone, Arrays.asList(open.split(",")));
    assertThat(reading.faults().stream().map(Fault::pointer).toList())
        .isEqualTo(pointer.equals("-") ? List.of() : List.of(pointer));
    assertThat(reading.hours() != null).isEqualTo(pointer.equals("-"));
  }

  @Test
  void there_is_at_least_one_entry() {
    assertThat(OpenHours.read("/h", "UTC", List.of()).faults())
        .containsExactly(new Fault("/h/open", "has 1 to 100 entries"));
  }

  private static OpenHours hours(String zone, String... open) {
    return Objects.requireNonNull(OpenHours.read("", zone, Arrays.asList(open)).hours());
  }
}
