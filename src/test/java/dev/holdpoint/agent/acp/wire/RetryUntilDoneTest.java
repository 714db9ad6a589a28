package dev.holdpoint.agent.acp.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.port.failure.StoreFailure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryUntilDoneTest {
  private final Deque<RuntimeException> failures = new ArrayDeque<>();

  private void fails() {
    RuntimeException next = failures.poll();
    if (next != null) {
      throw next;
    }
  }

  @Test
  void what_passes_is_waited_for() {
    failures.addAll(
        List.of(
            new StoreFailure("away"),
            Problem.STORAGE_FULL.because("full").asException(),
            Problem.UNAVAILABLE.because("away").asException()));
    RetryUntilDone.until(this::fails, () -> false, Duration.ZERO);
    assertThat(failures).isEmpty();
  }

  @Test
  void what_does_not_pass_is_told() {
    failures.add(Problem.RUN_NOT_FOUND.because("gone").asException());
    assertThatThrownBy(() -> RetryUntilDone.until(this::fails, () -> false, Duration.ZERO))
        .isInstanceOf(Refused.class);
  }

  @Test
  void a_daemon_that_stops_waits_no_longer() {
    failures.add(Problem.STORAGE_FULL.because("full").asException());
    failures.add(Problem.STORAGE_FULL.because("full").asException());
    RetryUntilDone.until(this::fails, () -> failures.size() == 1, Duration.ZERO);
    assertThat(failures).hasSize(1);
  }
}
