package dev.holdpoint.engine.schedule;

import static dev.holdpoint.engine.commit.Bench.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.schedule.Observation;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.loop.Advance;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ObservationsTest {
  @TempDir private Path folder = Path.of("");
  private Bench bench;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    bench.session("s");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Observation observe(@Nullable Long atMs) {
    return bench
        .observations
        .record(
            new Observations.Spec("s", "sensor", "it rains", Json.NULL, atMs, null), "ada", null)
        .observation();
  }

  private Run run(Observation observation) {
    return Objects.requireNonNull(bench.store.read(queries -> queries.run(observation.runKey())));
  }

  private List<JournalRow> history(Observation observation) {
    Run run = run(observation);
    return bench.store.read(queries -> Trails.history(queries, run));
  }

  private boolean isIdle() {
    return bench.store.read(
        queries -> queries.load(Objects.requireNonNull(queries.session("s")).key()).isIdle());
  }

  @Test
  void what_is_for_now_is_a_run_now() {
    for (Long atMs : java.util.Arrays.asList(null, START - 1, START)) {
      Run run = run(observe(atMs));
      assertThat(run.head().originKind()).isEqualTo(RunKind.OBSERVATION_MATERIALIZATION);
      assertThat(run.isDeferred()).isFalse();
    }
  }

  @Test
  void what_is_for_later_keeps_nobody_busy_until_then() {
    Observation later = observe(START + 100);
    assertThat(run(later).status()).isEqualTo(RunStatus.QUEUED);
    assertThat(run(later).head().originKind())
        .isEqualTo(RunKind.SCHEDULED_OBSERVATION_MATERIALIZATION);
    assertThat(isIdle()).isTrue();
    Run other = bench.submit("s");
    assertThat(other.status()).isEqualTo(RunStatus.RUNNING);
    bench.pass(99);
    assertThat(bench.observations.ring()).isZero();

    bench.pass(1);
    assertThat(bench.observations.ring()).isEqualTo(1);
    assertThat(bench.observations.ring()).isZero();

    assertThat(run(later).isInQueue()).isTrue();
    bench.progress.advance(new Advance(other).complete());
    assertThat(run(later).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(run(later).stepsBefore()).as("what was said meanwhile").isEqualTo(1);
    List<LedgerEvent> events =
        history(later).stream()
            .flatMap(row -> row.events().stream())
            .filter(LedgerEvent.OfRun.class::isInstance)
            .toList();
    assertThat(events)
        .containsExactly(
            new LedgerEvent.Accepted(), new LedgerEvent.Queued(1), new LedgerEvent.Started());
  }

  @Test
  void one_that_comes_into_the_queue_is_started_by_whoever_frees_the_slot_in_the_same_commit() {
    Observation later = observe(START + 1);
    Run other = bench.submit("s");
    bench.pass(1);
    bench.together(
        bench.observations::ring, () -> bench.progress.advance(new Advance(other).complete()));
    assertThat(run(later).status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void one_that_was_cancelled_stays_so() {
    Observation later = observe(START + 1);
    bench.runs.cancel(later.runId(), "ada");
    bench.pass(1);
    assertThat(bench.observations.ring()).isEqualTo(1);
    assertThat(bench.observations.ring()).isZero();
    assertThat(run(later).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(isIdle()).isTrue();
  }

  @Test
  void a_session_that_ends_cancels_what_was_for_later() {
    Observation later = observe(START + 1);
    Observation last = observe(START + 2);
    bench.sessions.end("s", null, "ada");
    assertThat(run(later).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(run(last).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(bench.published.getLast().run()).as("the end is told last").isNull();
    bench.pass(5);
    assertThat(bench.observations.ring()).isEqualTo(2);
    assertThat(isIdle()).isTrue();
  }

  @Test
  void one_that_is_made_in_the_commit_that_ends_the_session_is_cancelled_too() {
    List<Object> answers =
        bench.together(() -> observe(START + 1), () -> bench.sessions.end("s", null, "ada"));
    Observation later = (Observation) answers.getFirst();
    assertThat(run(later).status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  void there_is_an_end_to_what_can_be_put_off() {
    for (int i = 0; i < 5; i++) {
      observe(START + 1);
    }
    assertThatThrownBy(() -> observe(START + 1))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.refusal().problem()).isEqualTo(Problem.SESSION_BUSY));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_death_around_the_commit_loses_and_doubles_nothing(boolean durable) {
    Observation later = observe(START + 1);
    bench.pass(1);
    if (durable) {
      bench.store.lostAnswers = 1;
    } else {
      bench.store.failingCommits = 1;
    }
    assertThatThrownBy(bench.observations::ring).isInstanceOf(Refused.class);
    for (int i = 0; i < 3; i++) {
      bench.close();
      bench = new Bench(folder);
      bench.pass(2);
      bench.observations.ring();
    }
    assertThat(run(later).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(
            history(later).stream()
                .flatMap(row -> row.events().stream())
                .filter(LedgerEvent.Queued.class::isInstance))
        .hasSize(1);
  }
}
