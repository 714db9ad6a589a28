package dev.holdpoint.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.run.RunStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiringTest {
  private static final CronTimes HOURLY = (_, afterMs) -> (afterMs / 3_600_000 + 1) * 3_600_000;

  /** The daemon is up since 10 000. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          coalesce | skip      | 20000 | 20000 |                              | fires
          coalesce | skip      | 20000 | 24999 |                              | fires
          coalesce | skip      | 20000 | 99000 |                              | fires
          coalesce | skip      |  9000 | 10000 |                              | fires
          skip     | skip      | 20000 | 20000 |                              | fires
          skip     | skip      | 20000 | 24999 |                              | fires
          skip     | skip      | 20000 | 25000 |                              | missed
          skip     | skip      |  9999 | 10000 |                              | missed
          skip     | skip      | 10000 | 10000 |                              | fires
          coalesce | skip      | 20000 | 20000 | queued                       | overlaps
          coalesce | skip      | 20000 | 20000 | running                      | overlaps
          coalesce | skip      | 20000 | 20000 | waiting_for_approval         | overlaps
          coalesce | queue_one | 20000 | 20000 | running                      | fires
          coalesce | queue_one | 20000 | 20000 | waiting_for_user_question    | fires
          coalesce | queue_one | 20000 | 20000 | queued                       | overlaps
          coalesce | queue_one | 20000 | 20000 | running queued               | overlaps
          skip     | queue_one | 20000 | 99000 | running                      | missed
          """)
  void a_ring_fires_unless_it_is_missed_or_another_run_is_in_the_way(
      String misfire,
      String overlap,
      long dueMs,
      long nowMs,
      @Nullable String open,
      String expected) {
    List<RunStatus> statuses =
        open == null
            ? List.of()
            : Arrays.stream(open.split(" ", -1))
                .map(name -> RunStatus.valueOf(upper(name)))
                .toList();
    assertThat(
            Firing.of(
                Misfire.valueOf(upper(misfire)),
                Overlap.valueOf(upper(overlap)),
                dueMs,
                nowMs,
                10_000,
                statuses))
        .isEqualTo(Firing.valueOf(upper(expected)));
  }

  private static String upper(String name) {
    return name.toUpperCase(Locale.ROOT);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 1000, 6000",
    "1000, 1001, 6000",
    "1000, 5999, 6000",
    "1000, 6000, 11000",
    "1000, 86401000, 86406000",
    "1000, 500, 6000"
  })
  void an_interval_keeps_its_beat(long dueMs, long nowMs, long next) {
    assertThat(new Trigger.Interval(5_000).following(dueMs, nowMs, HOURLY)).isEqualTo(next);
  }

  @Test
  void once_is_due_at_its_time_or_at_once_and_never_again() {
    Trigger once = new Trigger.Once(500);
    assertThat(once.first(100, HOURLY)).isEqualTo(500);
    assertThat(once.first(900, HOURLY)).isEqualTo(900);
    assertThat(once.following(500, 500, HOURLY)).isNull();
  }

  @Test
  void cron_goes_on_after_now_and_never_back() {
    Trigger cron = new Trigger.Cron("0 * * * *", "UTC");
    assertThat(cron.first(100, HOURLY)).isEqualTo(3_600_000);
    assertThat(cron.following(3_600_000, 9_000_000, HOURLY)).isEqualTo(10_800_000);
    assertThat(cron.following(3_600_000, 3_500_000, HOURLY)).isEqualTo(7_200_000);
  }
}
