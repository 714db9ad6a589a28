package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {
  @ParameterizedTest
  @CsvSource({
    "0, now",
    "1000, in 1 second",
    "-119999, 119 seconds ago",
    "-120000, 2 minutes ago",
    "7200000, in 2 hours",
    "2592000000, in 30 days"
  })
  void a_time_is_told_by_its_distance(long away, String told) {
    assertThat(Times.from(5_000_000_000L, 5_000_000_000L + away)).isEqualTo(told);
  }

  @Test
  void a_time_is_told_where_the_reader_is() {
    LocalDateTime onTheMinute = LocalDateTime.of(2026, 11, 15, 4, 0);
    long ms = onTheMinute.atZone(ZoneId.systemDefault()).toInstant().toEpochMilli();

    assertThat(Times.at(ms)).isEqualTo("2026-11-15 04:00");
    assertThat(Times.at(ms + 61_001)).isEqualTo("2026-11-15 04:01");
  }

  @Test
  void spans_are_read() {
    assertThat(Times.read("45s")).isEqualTo(Duration.ofSeconds(45));
    assertThat(Times.read("90m")).isEqualTo(Duration.ofMinutes(90));
    assertThat(Times.read("12h")).isEqualTo(Duration.ofHours(12));
    assertThat(Times.read("30d")).isEqualTo(Duration.ofDays(30));
    assertThat(Times.read("2w")).isEqualTo(Duration.ofDays(14));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "30", "d", "-1d", "0d", "1.5h", "30 d", "1y", "9999999999s", "٣d"})
  void what_is_no_span_is_refused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Times.read(text))
        .withMessageContaining("' is not a time span; use 45s, 90m, 12h, 30d or 2w");
  }
}
