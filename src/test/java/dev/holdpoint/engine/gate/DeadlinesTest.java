package dev.holdpoint.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.timer.Timers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeadlinesTest {
  @TempDir Path folder = Path.of("");
  private Bench bench = NOT_YET;

  @SuppressWarnings("NullAway") // set before each test
  private static final Bench NOT_YET = null;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Run parkedFor(String session, long ms) {
    bench.session(session);
    return bench.parked(session, new GateDraft.Deadline(null, ms));
  }

  @Test
  void nothing_expires_before_its_millisecond_and_everything_at_it() {
    Run run = parkedFor("s", 100);
    bench.pass(99);
    assertThat(bench.deadlines.expireDue()).isZero();
    bench.pass(1);
    assertThat(bench.deadlines.expireDue()).isEqualTo(1);
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.FAILED);
    assertThat(bench.deadlines.expireDue()).isZero();
  }

  @Test
  void more_than_a_hundred_that_passed_while_the_daemon_was_down_are_caught_up() {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 230; i++) {
      runs.add(parkedFor("s" + i, 1 + i % 7));
    }
    Run later = parkedFor("later", 60_000);
    bench.pass(10);
    Timers timers = new Timers(bench.engine, List.of(bench.deadlines::expireDue));
    timers.catchUp();
    assertThat(runs).allMatch(run -> bench.now(run).status() == RunStatus.FAILED);
    assertThat(bench.now(later).status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    assertThat(timers.isDue()).isFalse();
    bench.pass(60_000);
    assertThat(timers.isDue()).as("the alarm for the one that was left").isTrue();
  }

  /** Whoever waits for the start does not wait for all that came due while nobody was there. */
  @Test
  void a_start_catches_up_with_so_much_and_leaves_the_rest_to_the_timer() {
    parkedFor("s", 1);
    bench.pass(10);
    int[] rings = {0};
    Timers timers = new Timers(bench.engine, List.of(() -> ++rings[0]));
    timers.catchUp();
    assertThat(rings[0]).isEqualTo(20);
    assertThat(timers.isDue()).as("the timer goes on at once").isTrue();
  }

  /** One that nobody can read stays due; it must not keep a processor busy. */
  @Test
  void what_is_due_and_cannot_be_done_is_looked_at_once_a_second() {
    parkedFor("s", 1);
    bench.pass(10);
    Timers timers = new Timers(bench.engine, List.of(() -> 0));
    timers.tick();
    assertThat(timers.isDue()).isFalse();
    bench.pass(1_000);
    assertThat(timers.isDue()).isTrue();
  }

  @Test
  void an_alarm_is_set_by_whoever_parks_and_a_failed_one_is_tried_again() {
    Timers timers = new Timers(bench.engine, List.of(bench.deadlines::expireDue));
    bench.engine.onCommit(timers);
    Run run = parkedFor("s", 100);
    assertThat(timers.isDue()).isFalse();
    bench.pass(100);
    assertThat(timers.isDue()).isTrue();
    bench.store.failingCommits = 1;
    timers.tick();
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    assertThat(timers.isDue()).isFalse();
    bench.pass(1_000);
    assertThat(timers.isDue()).isTrue();
    timers.tick();
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.FAILED);
    assertThat(timers.isDue()).isFalse();
  }

  @Test
  void the_thread_of_the_timers_expires_by_itself_and_ends() {
    Timers timers = new Timers(bench.engine, List.of(bench.deadlines::expireDue));
    bench.engine.onCommit(timers);
    timers.start();
    Run run = parkedFor("s", 100);
    bench.pass(100);
    await().until(() -> bench.now(run).status() == RunStatus.FAILED);
    timers.close();
  }

  @Test
  void with_one_deadline_the_other_gates_of_the_run_are_withdrawn() {
    bench.session("s");
    Run run = bench.submit("s");
    Run parked =
        bench.progress.advance(
            new Advance(run)
                .turn(
                    "",
                    List.of(
                        new ToolCall("call_1", "bash", Json.EMPTY_OBJECT),
                        new ToolCall("call_2", "bash", Json.EMPTY_OBJECT)))
                .ask(draft("call_1", new GateDraft.Deadline(null, 100L)))
                .ask(draft("call_2", GateDraft.Deadline.NONE)));
    bench.pass(100);
    bench.deadlines.expireDue();
    assertThat(bench.now(parked).pendingApprovals()).isEmpty();
    assertThat(bench.now(parked).approvals())
        .extracting(approval -> approval.state().getClass().getSimpleName())
        .containsExactly("Expired", "Withdrawn");
  }

  private static GateDraft.OfApproval draft(String callId, GateDraft.Deadline deadline) {
    return GateDraft.approval(new ToolCall(callId, "bash", Json.EMPTY_OBJECT))
        .because("may I?")
        .until(deadline);
  }
}
