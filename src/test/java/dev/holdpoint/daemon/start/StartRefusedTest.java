package dev.holdpoint.daemon.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.problem.Problem;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StartRefusedTest {
  @Test
  void a_commit_that_is_refused_at_a_start_is_one_clear_line() {
    StartRefused refused =
        StartRefused.because(
            Problem.STORAGE_FULL
                .because("Free disk space and send the request again.")
                .asException(),
            Path.of("data"));

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.getMessage())
        .contains("could not write to the ledger in data", "storage_full", "holdpoint doctor")
        .doesNotContain("send the request");
  }
}
