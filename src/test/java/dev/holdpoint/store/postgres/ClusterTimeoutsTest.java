package dev.holdpoint.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a node waits for, it waits within its lease, down to the shortest that is allowed. */
final class ClusterTimeoutsTest {
  @ParameterizedTest
  @ValueSource(longs = {2_000, 3_000, 5_000, 10_000, 60_000, 300_000})
  void all_of_it_lies_within_the_lease(long leaseMs) {
    ClusterTimeouts patience = new ClusterTimeouts(leaseMs);
    long beatMs = leaseMs / 10;
    long silentMs = 7 * beatMs;
    assertThat(patience.idleMs()).isLessThan(patience.lockMs());
    assertThat(patience.lockMs()).isLessThan(silentMs);
    assertThat((long) patience.answerMs()).isBetween(patience.lockMs() + 1, leaseMs);
    assertThat(beatMs + patience.sideMs() + beatMs)
        .as("a beat on a line that was just cut, the wait, the next beat on a new one")
        .isLessThan(silentMs);
    assertThat(patience.connectSeconds()).isPositive();
    assertThat(1_000L * patience.connectSeconds()).isLessThan(silentMs);
  }
}
