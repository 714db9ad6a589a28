package dev.holdpoint.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.store.Samples;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RunMemoryTest {
  private static final long NOW = Samples.NOW;

  @Test
  void a_run_that_ended_leaves_what_was_asked_and_what_came_of_it() {
    Run run = ended(new RunState.Completed(NOW), "first", "The fence\nis painted. token=abcdef");

    RunMemory memory = Objects.requireNonNull(RunMemory.of(run));

    assertThat(memory.runId()).isEqualTo(run.id());
    assertThat(memory.key()).isEqualTo(run.key());
    assertThat(memory.recordedAtMs()).isEqualTo(NOW);
    assertThat(memory.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(memory.requestPreview()).isEqualTo(run.head().textPreview());
    assertThat(memory.outcomePreview()).isEqualTo("The fence is painted. token=[redacted]");
    assertThat(memory.summary())
        .startsWith("Completed. Asked: ")
        .endsWith("Outcome: The fence is painted. token=[redacted]");
  }

  @Test
  void one_that_failed_leaves_why() {
    RunMemory memory =
        Objects.requireNonNull(
            RunMemory.of(ended(new RunState.Failed(NOW, "no brush; password: x"), "said")));

    assertThat(memory.status()).isEqualTo(RunStatus.FAILED);
    assertThat(memory.outcomePreview()).isEqualTo("no brush; password: [redacted]");
  }

  @Test
  void previews_are_short_however_much_was_said() {
    RunMemory memory =
        Objects.requireNonNull(
            RunMemory.of(ended(new RunState.Completed(NOW), "word ".repeat(500_000))));

    assertThat(memory.outcomePreview()).hasSize(240).endsWith("…");
    assertThat(memory.summary().length()).isLessThan(1_200);
  }

  @Test
  void a_run_that_has_not_ended_or_never_worked_leaves_nothing() {
    assertThat(RunMemory.of(Samples.run(1, 1, new RunState.Running()))).isNull();
    assertThat(RunMemory.of(Samples.run(1, 1, new RunState.WaitingForApproval()))).isNull();
    Run queued = Samples.run(1, 1, new RunState.Queued());
    assertThat(RunMemory.of(queued.edit().state(new RunState.Cancelled(NOW)).at(NOW))).isNull();
  }

  @Test
  void it_expires_by_the_time_that_policy_gives_it() {
    RunMemory memory = Objects.requireNonNull(RunMemory.of(ended(new RunState.Completed(NOW))));

    assertThat(memory.isExpired(1_000, NOW + 999)).isFalse();
    assertThat(memory.isExpired(1_000, NOW + 1_000)).isTrue();
  }

  private static Run ended(RunState state, String... said) {
    List<Output> outputs =
        List.of(said).stream()
            .map(
                text ->
                    new Output(
                        Output.Source.ASSISTANT_TEXT,
                        "daemon",
                        "",
                        text,
                        new Json("[]"),
                        new Json("[]")))
            .toList();
    return Samples.run(7, 1, state).edit().outputs(outputs).at(NOW);
  }
}
