package dev.holdpoint.engine.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.team.Project;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.CountingStore;
import dev.holdpoint.engine.permission.RulePreview.Findings;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Writing;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However much there is to be looked back on, only so much is read. */
class RulePreviewTest {
  private static final int SESSIONS = 10;
  private static final int BATCH = 1_000;
  private static final int MOST_ROWS = 2_000;

  @TempDir private Path folder;
  private CountingStore counting;
  private Bench bench;
  private long lastRow;

  @BeforeEach
  void open() {
    counting = new CountingStore(MigratedLedger.open(folder.resolve("ledger.db")));
    Writing writing = new Writing();
    for (int key = 1; key <= SESSIONS; key++) {
      writing.add(Samples.session(key));
    }
    write(writing);
    bench = new Bench(counting);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private void write(Writing writing) {
    try (Store.Transaction transaction = counting.begin()) {
      transaction.write(writing.writes());
      transaction.commit();
    }
  }

  /** Runs that have ended, one row each; in every n-th the model has called for something. */
  private void fill(int runs, int everyNth) {
    for (int from = 0; from < runs; from += BATCH) {
      Writing writing = new Writing();
      for (int i = from; i < Math.min(runs, from + BATCH); i++) {
        long row = ++lastRow;
        Run run =
            Samples.run(100 + row, 1 + i % SESSIONS, new RunState.Completed(Samples.NOW))
                .onTrail(row);
        writing.add(run);
        writing.add(row(row, run, i % everyNth == 0 ? List.of(turn("make " + i)) : List.of()));
      }
      write(writing);
    }
  }

  private static Step turn(String command) {
    return new Step.Turn(
        "", List.of(new ToolCall(command, "bash", new Json("{\"command\":\"" + command + "\"}"))));
  }

  private static JournalRow row(long key, Run run, List<Step> steps) {
    return new JournalRow(
        key,
        Samples.NOW + key,
        run.head().sessionKey(),
        run.head().sessionId(),
        run,
        List.of(),
        steps);
  }

  private static PermissionRule rule(ScopeKind kind, String id) {
    return new PermissionRule(
        1,
        "rul_1",
        Behavior.ALLOW,
        "bash",
        "make *",
        new Scope(kind, id),
        Tenants.ROOT,
        null,
        null,
        0,
        "ada",
        0,
        null,
        null);
  }

  private Findings look(ScopeKind kind, String id, int limit) {
    counting.reset();
    return new RulePreview(bench.engine, MOST_ROWS).of(rule(kind, id), limit);
  }

  @Test
  void a_walk_through_many_runs_without_calls_ends_and_says_so() {
    fill(4_000, Integer.MAX_VALUE);

    Findings found = look(ScopeKind.USER, Tenants.ROOT, 10);

    assertThat(found.truncated()).isTrue();
    assertThat(found.matched()).isEmpty();
    assertThat(counting.rows()).as("marks, and rows").isBetween(MOST_ROWS, 2 * MOST_ROWS + 300);
    assertThat(counting.questions()).as("read together").isLessThan(MOST_ROWS / 12);
  }

  @Test
  void as_little_is_read_of_a_large_ledger_as_of_a_small_one() {
    fill(300, 1);
    Findings few = look(ScopeKind.USER, Tenants.ROOT, 200);
    int rows = counting.rows();
    fill(5_000, 1);

    Findings many = look(ScopeKind.USER, Tenants.ROOT, 200);

    assertThat(few.examined()).isEqualTo(200);
    assertThat(many.examined()).isEqualTo(200);
    assertThat(many.truncated()).isFalse();
    assertThat(many.matched().getFirst().command()).isEqualTo("make 4999");
    assertThat(counting.rows()).isLessThanOrEqualTo(rows + 100).isLessThan(1_000);
  }

  @Test
  void of_a_session_only_its_own_runs_are_read() {
    fill(5_000, 1);
    String session = Samples.session(3).id();

    Findings found = look(ScopeKind.SESSION, session, 50);

    assertThat(found.examined()).isEqualTo(50);
    assertThat(found.matched()).allMatch(past -> past.sessionId().equals(session));
    assertThat(counting.rows()).as("its 500 runs, and a few rows").isLessThan(700);
    assertThat(look(ScopeKind.SESSION, "nobody", 50)).isEqualTo(new Findings(0, false, List.of()));
  }

  @Test
  void a_long_run_is_read_from_its_end_and_no_further_than_needed() {
    Run run = Samples.run(100, 1, new RunState.Completed(Samples.NOW));
    Writing writing = new Writing();
    for (int i = 1; i <= 1_000; i++) {
      run = run.onTrail(i);
      writing.add(row(i, run, List.of(turn("make " + i))));
    }
    write(writing.add(run));

    Findings some = look(ScopeKind.USER, Tenants.ROOT, 100);
    assertThat(some.matched().stream().map(RulePreview.PastCall::command).toList())
        .hasSize(100)
        .startsWith("make 1000", "make 999")
        .endsWith("make 901");
    assertThat(counting.rows()).isLessThan(400);

    assertThat(look(ScopeKind.USER, Tenants.ROOT, 1_000).matched().getLast().command())
        .isEqualTo("make 1");
  }

  /** A run that begins before many others and calls after all of them. */
  @ParameterizedTest
  @CsvSource({"USER, tnt_root", "SESSION, ", "PROJECT, prj-1"})
  void the_last_call_of_a_long_run_comes_before_those_of_all_runs_that_began_since(
      ScopeKind kind, @Nullable String id) {
    String member = Samples.session(1).id();
    Run first = Samples.run(50, 1, new RunState.Running()).onTrail(++lastRow);
    write(
        new Writing()
            .add(first)
            .add(row(lastRow, first, List.of(turn("make first"))))
            .keep(Project.KIND, new Project(1, "prj-1", "t", List.of(member), Samples.NOW, "ada")));
    fill(2_500, 1);
    Run last = first.onTrail(++lastRow);
    write(new Writing().change(last, false).add(row(lastRow, last, List.of(turn("make last")))));

    Findings found = look(kind, id == null ? member : id, 200);

    assertThat(found.examined()).isEqualTo(200);
    assertThat(found.truncated()).isFalse();
    assertThat(found.matched().getFirst().command()).isEqualTo("make last");
    assertThat(found.matched().getFirst().runId()).isEqualTo(first.id());
    assertThat(found.matched().stream().map(RulePreview.PastCall::requestedAtMs).toList())
        .isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(counting.mostAtOnce()).as("runs or rows").isLessThanOrEqualTo(16);
  }

  @Test
  void runs_side_by_side_are_read_in_the_order_in_which_they_called() {
    Run[] runs = new Run[3];
    Writing writing = new Writing();
    for (int i = 0; i < runs.length; i++) {
      runs[i] = Samples.run(100 + i, 1, new RunState.Running());
    }
    for (int row = 1; row <= 450; row++) {
      // In stretches of ten, so that their trails bend at different places.
      int which = row / 10 % runs.length;
      runs[which] = runs[which].onTrail(row);
      writing.add(row(row, runs[which], List.of(turn("make " + row))));
    }
    write(writing.add(runs));

    for (Findings found :
        List.of(
            look(ScopeKind.SESSION, Samples.session(1).id(), 1_000),
            look(ScopeKind.USER, Tenants.ROOT, 1_000))) {
      assertThat(found.truncated()).isFalse();
      assertThat(found.matched().stream().map(RulePreview.PastCall::command).toList())
          .isEqualTo(IntStream.rangeClosed(1, 450).mapToObj(i -> "make " + (451 - i)).toList());
    }
  }

  @Test
  void a_stretch_without_rows_is_passed_in_a_few_strides() {
    fill(300, 1);
    lastRow += 50_000_000;
    fill(300, 1);

    Findings found = look(ScopeKind.USER, Tenants.ROOT, 1_000);

    assertThat(found.examined()).isEqualTo(600);
    assertThat(found.truncated()).isFalse();
    assertThat(counting.questions()).isLessThan(100);
  }

  @Test
  void a_session_with_more_runs_than_are_looked_up_says_so() {
    fill(MOST_ROWS / 2 * SESSIONS + SESSIONS * 20, 1);

    Findings found = look(ScopeKind.SESSION, Samples.session(3).id(), 50);

    assertThat(found.examined()).isEqualTo(50);
    assertThat(found.truncated()).isTrue();
  }

  @Test
  void a_third_rule_is_not_tried_while_two_are() throws Exception {
    fill(10, 1);
    RulePreview hindsight = new RulePreview(bench.engine, MOST_ROWS);
    PermissionRule rule = rule(ScopeKind.USER, Tenants.ROOT);
    CountDownLatch reading = new CountDownLatch(2);
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    counting.beforeRead(
        () -> {
          // The two, and not the test itself, which would wait for ever where nobody refuses it.
          if (Thread.currentThread().isVirtual()) {
            reading.countDown();
            goOn.join();
          }
        });
    try (ExecutorService two = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Findings>> found =
          List.of(
              two.submit(() -> hindsight.of(rule, 10)), two.submit(() -> hindsight.of(rule, 10)));
      try {
        assertThat(reading.await(30, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> hindsight.of(rule, 10))
            .isInstanceOfSatisfying(
                Refused.class,
                refused -> assertThat(refused.refusal().problem()).isEqualTo(Problem.UNAVAILABLE));
      } finally {
        goOn.complete(null);
      }
      for (Future<Findings> one : found) {
        assertThat(one.get().examined()).isEqualTo(10);
      }
    }
    assertThat(hindsight.of(rule, 10).examined()).isEqualTo(10);
  }

  @Test
  void what_would_make_too_long_an_answer_is_left_out_and_told() {
    Writing writing = new Writing();
    for (int i = 1; i <= 40; i++) {
      Run run = Samples.run(100 + i, 1, new RunState.Completed(Samples.NOW)).onTrail(i);
      writing.add(run).add(row(i, run, List.of(turn("make " + "x".repeat(512 * 1024)))));
    }
    write(writing);

    Findings found = look(ScopeKind.USER, Tenants.ROOT, 100);

    assertThat(found.truncated()).isTrue();
    assertThat(found.matched()).hasSizeBetween(10, 16);
  }
}
