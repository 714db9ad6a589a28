package dev.holdpoint.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.schedule.Trigger.Cron;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnixCronTest {
  private final UnixCron cron = new UnixCron();

  @ParameterizedTest(name = "{0} in {1} after {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          */15 * * * *       | UTC                 | 2026-03-06T10:00:00Z     | 2026-03-06T10:15 2026-03-06T10:30
          */15 * * * *       | UTC                 | 2026-03-06T10:14:59.999Z | 2026-03-06T10:15 2026-03-06T10:30
          0 9 * * mon-fri    | Europe/Berlin       | 2026-03-06T10:00:00Z     | 2026-03-09T09:00 2026-03-10T09:00
          0 9 1 jan *        | +05:30              | 2026-03-06T10:00:00Z     | 2027-01-01T09:00 2028-01-01T09:00
          0 0 * * 0          | UTC                 | 2026-03-01T00:00:00Z     | 2026-03-08T00:00 2026-03-15T00:00
          0 0 * * 7          | UTC                 | 2026-03-01T00:00:00Z     | 2026-03-08T00:00 2026-03-15T00:00
          0 0 13 * 5         | UTC                 | 2026-04-10T00:00:00Z     | 2026-04-13T00:00 2026-04-17T00:00
          0 0 29 2 *         | UTC                 | 2026-03-01T00:00:00Z     | 2028-02-29T00:00 2032-02-29T00:00
          0 0 29 2 *         | UTC                 | 2096-03-01T00:00:00Z     | 2104-02-29T00:00 2108-02-29T00:00
          0 0 1 1 *          | UTC                 | 2999-06-01T00:00:00Z     | 3000-01-01T00:00 3001-01-01T00:00
          30 2 * * *         | Europe/Berlin       | 2026-03-28T01:30:00Z     | 2026-03-29T03:30 2026-03-30T02:30
          30 2 * * *         | Europe/Berlin       | 2026-03-29T01:10:00Z     | 2026-03-29T03:30 2026-03-30T02:30
          */30 2 * * *       | Europe/Berlin       | 2026-03-28T01:30:00Z     | 2026-03-29T03:00 2026-03-29T03:30 2026-03-30T02:00
          15 * * * *         | Europe/Berlin       | 2026-03-29T00:15:00Z     | 2026-03-29T03:15 2026-03-29T04:15
          0 0 * * *          | America/Sao_Paulo   | 2018-11-03T12:00:00Z     | 2018-11-04T01:00 2018-11-05T00:00
          30 2 * * *         | Europe/Berlin       | 2026-10-24T12:00:00Z     | 2026-10-25T02:30 2026-10-26T02:30
          0,30 * * * *       | Europe/Berlin       | 2026-10-24T23:30:00Z     | 2026-10-25T02:00 2026-10-25T02:30 2026-10-25T02:00 2026-10-25T02:30 2026-10-25T03:00
          15 2 * * *         | Australia/Lord_Howe | 2026-10-03T10:00:00Z     | 2026-10-04T02:45 2026-10-05T02:15
          """)
  void it_is_due_by_the_clock_on_the_wall(
      String expression, String zone, String after, String expected) {
    List<String> times = new ArrayList<>();
    long at = Instant.parse(after).toEpochMilli();
    for (String _ : expected.split(" ", -1)) {
      Long next = cron.after(new Cron(expression, zone), at);
      assertThat(next).isNotNull().isGreaterThan(at);
      at = next == null ? at : next;
      times.add(Instant.ofEpochMilli(at).atZone(ZoneId.of(zone)).toLocalDateTime().toString());
    }
    assertThat(String.join(" ", times)).isEqualTo(expected);
  }

  @Test
  void a_time_that_comes_twice_in_autumn_is_due_the_first_time() {
    long noon = Instant.parse("2026-10-24T12:00:00Z").toEpochMilli();
    assertThat(cron.after(new Cron("30 2 * * *", "Europe/Berlin"), noon))
        .isEqualTo(Instant.parse("2026-10-25T00:30:00Z").toEpochMilli());
  }

  @ParameterizedTest(name = "{0} in {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          61 * * * *       | UTC         | /expression | 61 not in range
          * * * *          | UTC         | /expression | 4 parts
          0 0 1 1 * 2030   | UTC         | /expression | 6 parts
          ''               | UTC         | /expression | Empty
          @daily           | UTC         | /expression | Nicknames
          */0 * * * *      | UTC         | /expression | Period 0
          a b c d e        | UTC         | /expression | five fields
          '| * * * *'      | UTC         | /expression | 'it has a |'
          '0|1 * * * *'    | UTC         | /expression | 'it has a |'
          '0 * * * *||'    | UTC         | /expression | 'it has a |'
          0 0 30 2 *       | UTC         | /expression | never comes
          0 0 31 4,6,9 *   | UTC         | /expression | never comes
          0 0 * * *        | Mars/Crater | /time_zone  | Europe/Berlin
          0 0 * * *        | ''          | /time_zone  | Europe/Berlin
          """)
  void what_is_wrong_is_named(String expression, String zone, String pointer, String message) {
    Refusal.@Nullable Fault fault = cron.fault(new Cron(expression, zone), 1_763_200_000_000L);
    assertThat(fault).isNotNull();
    if (fault != null) {
      assertThat(fault.pointer()).isEqualTo(pointer);
      assertThat(fault.message()).contains(message);
    }
  }
}
