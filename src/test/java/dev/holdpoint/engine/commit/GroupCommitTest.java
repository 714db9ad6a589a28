package dev.holdpoint.engine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GroupCommitTest {
  @TempDir Path folder = Path.of("");
  private Bench bench = NOT_YET;

  @SuppressWarnings("NullAway") // set before each test
  private static final Bench NOT_YET = null;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    bench.session("s");
    bench.session("t");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void a_work_that_throws_fails_alone() {
    List<Object> answers =
        bench.together(
            () -> bench.submit("s"),
            () ->
                bench.commits.commit(
                    _ -> {
                      throw new IllegalStateException("a mistake");
                    }),
            () -> bench.submit("t"));
    assertThat(answers.get(0)).isInstanceOf(Run.class);
    assertThat(answers.get(1)).isEqualTo(Problem.INTERNAL_ERROR);
    assertThat(answers.get(2)).isInstanceOf(Run.class);
    assertThat(bench.store.read(Queries::countRunsByStatus)).containsEntry(RunStatus.RUNNING, 2L);
  }

  @Test
  void of_a_commit_in_doubt_all_are_told_also_behind_a_listener_that_fails() {
    List<String> told = new ArrayList<>();
    for (String name : List.of("first", "second")) {
      bench.engine.onCommit(
          new CommitListener() {
            @Override
            public void rows(List<JournalRow> rows) {}

            @Override
            public void unknown() {
              told.add(name);
              throw new IllegalStateException("a mistake");
            }
          });
    }
    bench.store.lostAnswers = 1;
    assertThat(bench.together(() -> bench.submit("s"))).containsExactly(Problem.UNAVAILABLE);
    assertThat(told).containsExactly("first", "second");
  }

  @Test
  void how_the_last_commit_went_is_known_until_the_next_one_succeeds() {
    assertThat(bench.engine.storeHealth()).isEqualTo(StoreHealth.WELL);
    for (StoreHealth ill : List.of(StoreHealth.UNAVAILABLE, StoreHealth.FULL)) {
      bench.store.failingCommits = ill == StoreHealth.UNAVAILABLE ? 1 : 0;
      bench.store.fullCommits = ill == StoreHealth.FULL ? 1 : 0;
      bench.together(() -> bench.submit("s"));
      assertThat(bench.engine.storeHealth()).isEqualTo(ill);

      bench.together(() -> bench.submit("nowhere"));
      assertThat(bench.engine.storeHealth()).as("a refusal proves nothing").isEqualTo(ill);

      bench.submit("s");
      assertThat(bench.engine.storeHealth()).isEqualTo(StoreHealth.WELL);
    }
    bench.store.lostAnswers = 1;
    bench.together(() -> bench.submit("s"));
    assertThat(bench.engine.storeHealth()).isEqualTo(StoreHealth.UNAVAILABLE);
  }

  @Test
  void a_work_that_breaks_a_constraint_fails_alone() {
    Session existing = existing();
    List<Object> answers =
        bench.together(
            () -> bench.submit("s"),
            () ->
                bench.commits.commit(
                    change -> {
                      change.add(existing);
                      return existing;
                    }),
            () -> bench.submit("t"));
    assertThat(answers.get(0)).isInstanceOf(Run.class);
    assertThat(answers.get(1)).isEqualTo(Problem.UNAVAILABLE);
    assertThat(answers.get(2)).isInstanceOf(Run.class);
    assertThat(bench.store.read(Queries::countRunsByStatus)).containsEntry(RunStatus.RUNNING, 2L);
  }

  private Session existing() {
    Session session = bench.store.read(queries -> queries.session("s"));
    if (session == null) {
      throw new AssertionError("the session is not there");
    }
    return session;
  }

  @Test
  void what_a_failed_transaction_would_have_left_is_not_believed_later() {
    Run run = bench.parked("s", GateDraft.Deadline.NONE);
    bench.store.failingCommits = 1;
    assertThat(bench.together(() -> bench.allow(run, "ada", null)))
        .containsExactly(Problem.UNAVAILABLE);
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    assertThat(bench.allow(run, "bob", null).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(bench.published.getLast().run()).isEqualTo(bench.now(run));
  }

  @Test
  void a_refusal_that_rests_on_what_was_not_committed_is_not_told() {
    Run run = bench.parked("s", GateDraft.Deadline.NONE);
    // Together they fail, and the first fails alone as well: then the second was in time.
    bench.store.failingCommits = 2;
    List<Object> answers =
        bench.together(() -> bench.allow(run, "ada", null), () -> bench.allow(run, "bob", null));
    assertThat(answers.get(0)).isEqualTo(Problem.UNAVAILABLE);
    assertThat(answers.get(1)).isInstanceOf(Run.class);
  }

  @Test
  void a_commit_in_doubt_is_not_repeated_and_its_key_finds_it() {
    IdempotencyKey key = new IdempotencyKey("scope", "print");
    bench.store.lostAnswers = 1;
    assertThat(bench.together(() -> bench.submit("s", key), () -> bench.submit("t")))
        .containsExactly(Problem.UNAVAILABLE, Problem.UNAVAILABLE);
    assertThat(bench.store.read(Queries::countRunsByStatus)).containsEntry(RunStatus.RUNNING, 2L);
    assertThat(bench.submit("s", key).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(bench.store.read(Queries::countRunsByStatus)).containsEntry(RunStatus.RUNNING, 2L);
  }

  @Test
  void a_listener_that_fails_keeps_nobody_from_the_answer() {
    bench.engine.onCommit(
        _ -> {
          throw new IllegalStateException("a mistake");
        });
    assertThat(bench.submit("s").status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void a_refusal_leaves_nothing_behind() {
    long before = bench.store.read(Queries::lastEventId);
    assertThat(
            bench.together(
                () ->
                    bench.commits.commit(
                        change -> {
                          Run run =
                              Runs.draft(
                                  change,
                                  Existing.session(change, "s"),
                                  Bench.submission(dev.holdpoint.core.run.RunHead.Driver.LOOP),
                                  new Routes.Route("scripted", "scripted", Json.EMPTY_OBJECT),
                                  null);
                          change.add(run, true, List.of(), List.of());
                          throw Problem.SESSION_BUSY.because("after all").asException();
                        })))
        .containsExactly(Problem.SESSION_BUSY);
    assertThat(bench.store.read(Queries::lastEventId)).isEqualTo(before);
    assertThat(bench.store.read(Queries::countRunsByStatus)).isEmpty();
  }

  @Test
  void of_two_resolvers_in_one_transaction_the_first_wins() {
    Run run = bench.parked("s", GateDraft.Deadline.NONE);
    List<Object> answers =
        bench.together(() -> bench.allow(run, "ada", null), () -> bench.allow(run, "bob", null));
    assertThat(answers.get(0)).isInstanceOf(Run.class);
    assertThat(answers.get(1)).isEqualTo(Problem.APPROVAL_STATE_CONFLICT);
  }

  @Test
  void a_late_click_records_the_deadline_and_is_refused() {
    Run run = bench.parked("s", new GateDraft.Deadline(null, 100L));
    bench.pass(100);
    IdempotencyKey key = new IdempotencyKey("scope", "print");
    assertThat(bench.together(() -> bench.allow(run, "ada", key)))
        .containsExactly(Problem.APPROVAL_EXPIRED);
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.FAILED);
    assertThat(bench.now(run).error()).isEqualTo("approval_expired");
    assertThat(bench.together(() -> bench.allow(run, "ada", key)))
        .as("the same call again")
        .containsExactly(Problem.APPROVAL_EXPIRED);
  }

  @Test
  void one_key_twice_in_one_transaction_makes_one_run() {
    IdempotencyKey key = new IdempotencyKey("scope", "print");
    List<Object> answers =
        bench.together(() -> bench.submit("s", key), () -> bench.submit("s", key));
    assertThat(((Run) answers.get(1)).id()).isEqualTo(((Run) answers.get(0)).id());
    assertThat(bench.store.read(Queries::countRunsByStatus)).containsEntry(RunStatus.RUNNING, 1L);
  }

  @Test
  void one_key_with_another_request_in_one_transaction_is_a_conflict() {
    List<Object> answers =
        bench.together(
            () -> bench.submit("s", new IdempotencyKey("scope", "one")),
            () -> bench.submit("s", new IdempotencyKey("scope", "other")));
    assertThat(answers.get(1)).isEqualTo(Problem.IDEMPOTENCY_CONFLICT);
  }

  @Test
  void a_slot_is_handed_on_inside_a_transaction() {
    Run first = bench.submit("s");
    Run second = bench.submit("s");
    Run third = bench.submit("s");
    assertThat(second.status()).isEqualTo(RunStatus.QUEUED);
    bench.together(
        () -> bench.runs.cancel(first.id(), "ada"), () -> bench.runs.cancel(second.id(), "ada"));
    assertThat(bench.now(second).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(bench.now(third).status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void a_run_submitted_and_freed_in_one_transaction_starts() {
    Run first = bench.submit("s");
    List<Object> answers =
        bench.together(() -> bench.submit("s"), () -> bench.runs.cancel(first.id(), "ada"));
    assertThat(bench.now((Run) answers.getFirst()).status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void without_a_free_worker_the_next_run_is_marked_and_not_started() {
    Run first = bench.submit("s");
    Run second = bench.submit("s");
    bench.room = false;
    bench.runs.cancel(first.id(), "ada");
    assertThat(bench.now(second).status()).isEqualTo(RunStatus.QUEUED);
    List<Long> runnable = bench.store.read(queries -> queries.runnableRuns(9));
    assertThat(runnable).containsExactly(second.key());
    assertThat(bench.progress.start(second.key()).status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void event_ids_rise_in_the_order_of_the_commits() {
    bench.together(() -> bench.submit("s"), () -> bench.submit("t"));
    bench.submit("s");
    long last = 0;
    for (JournalRow row : bench.published) {
      assertThat(row.idOf(0)).isEqualTo(last + 1);
      last = row.lastId();
    }
    List<JournalRow> stored = bench.store.read(queries -> queries.journalAfter(0, 99));
    assertThat(stored).isEqualTo(bench.published);
  }

  @Test
  void a_session_whose_waiting_run_is_followed_by_another_tells_what_it_does_now() {
    Run waiting = bench.parked("s", GateDraft.Deadline.NONE);
    bench.submit("s");
    bench.published.clear();
    bench.runs.cancel(waiting.id(), "ada");
    assertThat(bench.published)
        .flatExtracting(JournalRow::events)
        .contains(
            new dev.holdpoint.core.event.LedgerEvent.SessionChanged(
                dev.holdpoint.core.session.SessionStatus.RUNNING, 0, 0));
  }
}
