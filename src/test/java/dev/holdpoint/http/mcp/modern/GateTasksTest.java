package dev.holdpoint.http.mcp.modern;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateTasksTest {
  @ParameterizedTest
  @CsvSource({"0,1000", "59999,1000", "60000,5000", "86400000,5000"})
  void polls_are_rarer_after_the_first_minute(long ageMs, int intervalMs) {
    assertThat(GateTasks.pollIntervalMs(ageMs)).isEqualTo(intervalMs);
  }
}
