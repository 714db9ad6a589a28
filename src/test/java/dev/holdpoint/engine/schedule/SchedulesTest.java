package dev.holdpoint.engine.schedule;

import static dev.holdpoint.engine.commit.Bench.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.schedule.Misfire;
import dev.holdpoint.core.schedule.Overlap;
import dev.holdpoint.core.schedule.Schedule;
import dev.holdpoint.core.schedule.Trigger;
import dev.holdpoint.core.session.CredentialScope;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.session.Sessions;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SchedulesTest {
  private static final long MINUTE = 60_000;
  private static final Trigger EVERY_MINUTE = new Trigger.Interval(MINUTE);

  private static final CredentialScope NO_ROUTE =
      new CredentialScope(
          List.of(),
          List.of("scripted"),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of());

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

  private Schedule every(Overlap overlap, Misfire misfire) {
    return make(bench, EVERY_MINUTE, overlap, misfire);
  }

  private static Schedule make(Bench bench, Trigger trigger, Overlap overlap, Misfire misfire) {
    return bench
        .schedules
        .create(new Schedules.Spec("s", "tick", trigger, overlap, misfire, true), "ada", null)
        .schedule();
  }

  private static Schedule now(Bench bench, Schedule schedule) {
    return Objects.requireNonNull(
        bench.store.read(queries -> queries.kept(Schedule.KIND, schedule.key())));
  }

  private static List<Run> runs(Bench bench) {
    return bench.store.read(
        queries ->
            queries
                .runPage(
                    new Queries.RunFilter(
                        Objects.requireNonNull(queries.session("s")).key(), null, false, null, 99))
                .runs());
  }

  /** The next daemon, on the same database, at the same time of day as this one. */
  private void restart(long later) {
    bench.close();
    bench = new Bench(folder);
    bench.pass(later);
  }

  private static void end(Bench bench, Run run) {
    bench.progress.advance(new Advance(bench.now(run)).complete());
  }

  @Test
  void a_ring_makes_one_run_and_keeps_the_beat() {
    Schedule schedule = every(Overlap.SKIP, Misfire.COALESCE);
    assertThat(schedule.nextAtMs()).isEqualTo(START + MINUTE);
    bench.pass(MINUTE - 1);
    assertThat(bench.schedules.ring()).isZero();

    bench.pass(3);
    assertThat(bench.schedules.ring()).isEqualTo(1);
    assertThat(bench.schedules.ring()).isZero();

    Run run = runs(bench).getFirst();
    assertThat(runs(bench)).hasSize(1);
    assertThat(run.head().originKind()).isEqualTo(RunKind.SCHEDULED_INPUT);
    assertThat(run.head().sourcePlugin()).isEqualTo("daemon");
    assertThat(run.head().sourceKind()).isEqualTo("schedule");
    assertThat(run.head().actorId()).isEqualTo(schedule.id());
    Schedule after = now(bench, schedule);
    assertThat(after.nextAtMs()).isEqualTo(START + 2 * MINUTE);
    assertThat(after.past().lastRunId()).isEqualTo(run.id());
    assertThat(after.past().lastFiredAtMs()).isEqualTo(START + MINUTE + 2);
  }

  @Test
  void once_is_over_afterwards() {
    Schedule schedule = make(bench, new Trigger.Once(START + 10), Overlap.SKIP, Misfire.COALESCE);
    bench.pass(10);
    assertThat(bench.schedules.ring()).isEqualTo(1);
    assertThat(runs(bench)).hasSize(1);
    Schedule after = now(bench, schedule);
    assertThat(after.enabled()).isFalse();
    assertThat(after.nextAtMs()).isNull();
    assertThat(after.past().lastError()).isNull();

    assertThatThrownBy(() -> enable(schedule, null)).isInstanceOf(Refused.class);
    assertThat(enable(schedule, new Trigger.Once(START + 90)).nextAtMs()).isEqualTo(START + 90);
    assertThat(runs(bench)).hasSize(1);
  }

  private Schedule enable(Schedule schedule, @Nullable Trigger trigger) {
    return bench.schedules.change(
        schedule.id(), new Schedules.Patch(null, trigger, null, null, true));
  }

  @Test
  void what_passed_while_the_daemon_was_down_is_one_run_or_none() {
    Schedule coalesce = every(Overlap.SKIP, Misfire.COALESCE);
    Schedule skip = every(Overlap.SKIP, Misfire.SKIP);
    Schedule once = make(bench, new Trigger.Once(START + 5), Overlap.SKIP, Misfire.SKIP);
    bench.close();
    bench = new Bench(folder);
    bench.pass(10 * MINUTE + 1);
    Schedules next = new Schedules(bench.commits, bench.intake, START + 10 * MINUTE);

    assertThat(next.ring()).isEqualTo(3);
    assertThat(next.ring()).isZero();

    assertThat(runs(bench)).hasSize(1);
    assertThat(runs(bench).getFirst().head().actorId()).isEqualTo(coalesce.id());
    assertThat(now(bench, coalesce).nextAtMs()).isEqualTo(START + 11 * MINUTE);
    assertThat(now(bench, skip).nextAtMs()).isEqualTo(START + 11 * MINUTE);
    assertThat(now(bench, skip).past().misfireSkips()).isEqualTo(1);
    assertThat(now(bench, once).enabled()).isFalse();

    bench.pass(MINUTE);
    next.ring();
    assertThat(now(bench, skip).past().lastRunId()).isNotNull();
  }

  @Test
  void a_run_that_has_not_ended_is_in_the_way_of_the_next() {
    Schedule schedule = every(Overlap.SKIP, Misfire.COALESCE);
    for (int i = 0; i < 3; i++) {
      bench.pass(MINUTE);
      bench.schedules.ring();
    }
    assertThat(runs(bench)).hasSize(1);
    assertThat(now(bench, schedule).past().overlapSkips()).isEqualTo(2);

    end(bench, runs(bench).getFirst());
    bench.pass(MINUTE);
    bench.schedules.ring();
    assertThat(runs(bench)).hasSize(2);
  }

  @Test
  void one_may_wait_behind_it_and_never_two() {
    Schedule schedule = every(Overlap.QUEUE_ONE, Misfire.COALESCE);
    for (int i = 0; i < 4; i++) {
      bench.pass(MINUTE);
      bench.schedules.ring();
    }
    assertThat(runs(bench).stream().map(Run::status))
        .containsExactly(RunStatus.QUEUED, RunStatus.RUNNING);
    assertThat(now(bench, schedule).past().overlapSkips()).isEqualTo(2);

    end(bench, runs(bench).getLast());
    bench.pass(MINUTE);
    bench.schedules.ring();
    assertThat(runs(bench).stream().map(Run::status))
        .containsExactly(RunStatus.QUEUED, RunStatus.RUNNING, RunStatus.COMPLETED);
  }

  @Test
  void a_session_that_has_ended_disables_it_and_says_why() {
    Schedule schedule = every(Overlap.SKIP, Misfire.COALESCE);
    bench.sessions.end("s", null, "ada");
    bench.pass(MINUTE);
    assertThat(bench.schedules.ring()).isEqualTo(1);
    assertThat(bench.schedules.ring()).isZero();

    Schedule after = now(bench, schedule);
    assertThat(after.enabled()).isFalse();
    assertThat(after.nextAtMs()).isNull();
    assertThat(after.past().lastError()).contains("ended");
    assertThat(runs(bench)).isEmpty();
    assertThatThrownBy(
            () ->
                bench.schedules.change(
                    schedule.id(), new Schedules.Patch(null, null, null, null, true)))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.refusal().problem()).isEqualTo(Problem.SESSION_CONFLICT));
  }

  @Test
  void a_route_that_the_session_may_not_use_disables_it_and_says_why() {
    bench.sessions.createOrReuse(
        new Sessions.Spec("closed", null, null, NO_ROUTE, null, null), null);
    Schedule schedule =
        bench
            .schedules
            .create(
                new Schedules.Spec(
                    "closed", "tick", EVERY_MINUTE, Overlap.SKIP, Misfire.COALESCE, true),
                "ada",
                null)
            .schedule();
    bench.pass(MINUTE);
    bench.schedules.ring();
    assertThat(now(bench, schedule).enabled()).isFalse();
    assertThat(now(bench, schedule).past().lastError()).contains("credential scope");
  }

  @Test
  void a_full_queue_costs_one_ring_and_once_comes_again() {
    for (int i = 0; i < 6; i++) {
      bench.submit("s");
    }
    Schedule schedule = every(Overlap.SKIP, Misfire.COALESCE);
    Schedule once = make(bench, new Trigger.Once(START + 9), Overlap.SKIP, Misfire.SKIP);
    bench.pass(MINUTE);
    bench.schedules.ring();
    assertThat(now(bench, schedule).enabled()).isTrue();
    assertThat(now(bench, schedule).past().lastError()).contains("full");
    assertThat(runs(bench)).hasSize(6);

    runs(bench).reversed().forEach(run -> end(bench, run));
    bench.pass(MINUTE);
    bench.schedules.ring();
    assertThat(now(bench, schedule).past().lastError()).isNull();
    assertThat(now(bench, once).enabled()).isFalse();
  }

  @Test
  void many_that_are_due_at_once_come_in_portions() {
    for (int i = 0; i < 120; i++) {
      bench.session("many-" + i);
      bench.schedules.create(
          new Schedules.Spec(
              "many-" + i, "tick", EVERY_MINUTE, Overlap.SKIP, Misfire.COALESCE, true),
          "ada",
          null);
    }
    bench.pass(MINUTE);
    assertThat(List.of(ring(), ring(), ring(), ring())).containsExactly(50, 50, 20, 0);
    assertThat(bench.store.read(Queries::countRunsByStatus)).containsEntry(RunStatus.RUNNING, 120L);
  }

  private int ring() {
    return bench.schedules.ring();
  }

  @Test
  void by_hand_it_runs_now_and_its_own_time_stays() {
    Schedule schedule = every(Overlap.SKIP, Misfire.COALESCE);
    bench.pass(5);
    IdempotencyKey key = new IdempotencyKey("scope", "print");
    RunOutcome first = bench.schedules.trigger(schedule.id(), null, key);
    RunOutcome again = bench.schedules.trigger(schedule.id(), null, key);
    assertThat(again.replayed()).isTrue();
    assertThat(again.run().id()).isEqualTo(first.run().id());
    assertThat(runs(bench)).hasSize(1);
    assertThat(now(bench, schedule).nextAtMs()).isEqualTo(START + MINUTE);

    bench.pass(MINUTE);
    bench.schedules.ring();
    assertThat(runs(bench)).as("the run by hand is in the way").hasSize(1);
  }

  @Test
  void a_pause_that_comes_with_the_ring_wins_if_it_was_first() {
    Schedule schedule = every(Overlap.SKIP, Misfire.COALESCE);
    bench.pass(MINUTE);
    bench.together(
        () ->
            bench.schedules.change(
                schedule.id(), new Schedules.Patch(null, null, null, null, false)),
        bench.schedules::ring);
    assertThat(runs(bench)).isEmpty();
    assertThat(now(bench, schedule).nextAtMs()).isNull();

    Schedule on =
        bench.schedules.change(schedule.id(), new Schedules.Patch(null, null, null, null, true));
    assertThat(on.nextAtMs()).isEqualTo(START + 2 * MINUTE);
  }

  /** The daemon dies right before or right after the commit of a ring; the next one goes on. */
  @ParameterizedTest(name = "durable: {0}, {1}")
  @CsvSource({"false, coalesce", "true, coalesce", "false, skip", "true, skip"})
  void a_death_around_the_commit_loses_and_doubles_nothing(boolean durable, String misfire) {
    Schedule schedule =
        every(Overlap.QUEUE_ONE, misfire.equals("skip") ? Misfire.SKIP : Misfire.COALESCE);
    bench.pass(MINUTE);
    if (durable) {
      bench.store.lostAnswers = 1;
    } else {
      bench.store.failingCommits = 1;
    }
    assertThatThrownBy(bench.schedules::ring).isInstanceOf(Refused.class);

    for (int i = 0; i < 3; i++) {
      restart(MINUTE + 1 + i);
      bench.schedules.ring();
    }

    assertThat(runs(bench)).hasSize(1);
    assertThat(now(bench, schedule).nextAtMs()).isEqualTo(START + 2 * MINUTE);
    assertThat(now(bench, schedule).past().lastRunId()).isEqualTo(runs(bench).getFirst().id());
  }
}
