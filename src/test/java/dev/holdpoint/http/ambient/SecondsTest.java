package dev.holdpoint.http.ambient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.json.WireJson;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SecondsTest {
  private static final WireJson JSON = new WireJson();

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 0.001",
    "60000, 60",
    "1763200000000, 1763200000",
    "1763200000120, 1763200000.12",
    "1763200000123, 1763200000.123",
    "253402300799999, 253402300799.999"
  })
  void milliseconds_are_written_as_seconds_without_an_exponent(long ms, String seconds) {
    assertThat(JSON.text(Seconds.of(ms))).isEqualTo(seconds);
  }

  // H3-55
  @Test
  void a_deadline_is_the_sum_that_a_reader_computes() {
    Random random = new Random(55);
    for (int i = 0; i < 100_000; i++) {
      long from = random.nextLong(1_000_000_000_000L, 4_000_000_000_000L);
      long until = from + random.nextLong(1, 315_360_000_000L);
      double requested = Double.parseDouble(JSON.text(Seconds.of(from)));
      double timeout = Double.parseDouble(JSON.text(Seconds.of(until - from)));
      String end = JSON.text(Seconds.end(from, until));
      assertThat(Double.parseDouble(end)).isEqualTo(requested + timeout);
      assertThat(end).doesNotContainIgnoringCase("e");
      assertThat(Double.parseDouble(end)).isCloseTo(until / 1000.0, within());
    }
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.data.Offset.offset(1e-6);
  }
}
