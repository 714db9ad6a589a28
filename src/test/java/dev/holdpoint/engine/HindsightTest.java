package dev.holdpoint.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.PermissionRule.Scope;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.Hindsight.Findings;
import dev.holdpoint.engine.port.Queries;
import dev.holdpoint.engine.port.Store;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Writing;
import dev.holdpoint.store.sqlite.SqliteStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However much there is to be looked back on, only so much is read. */
class HindsightTest {
  private static final int SESSIONS = 10;
  private static final int BATCH = 1_000;
  private static final int MOST_ROWS = 2_000;

  @TempDir private Path folder;
  private Counting counting;
  private Bench bench;
  private long lastRow;

  @BeforeEach
  void open() {
    counting = new Counting(SqliteStore.open(folder.resolve("ledger.db")));
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
    counting.rows = 0;
    counting.questions = 0;
    return new Hindsight(bench.engine, MOST_ROWS).of(rule(kind, id), limit);
  }

  @Test
  void a_walk_through_many_runs_without_calls_ends_and_says_so() {
    fill(4_000, Integer.MAX_VALUE);

    Findings found = look(ScopeKind.USER, Tenants.ROOT, 10);

    assertThat(found.truncated()).isTrue();
    assertThat(found.matched()).isEmpty();
    assertThat(counting.rows).isBetween(MOST_ROWS, MOST_ROWS + 200);
    assertThat(counting.questions).as("read together").isLessThan(MOST_ROWS / 20);
  }

  @Test
  void as_little_is_read_of_a_large_ledger_as_of_a_small_one() {
    fill(300, 1);
    Findings few = look(ScopeKind.USER, Tenants.ROOT, 200);
    int rows = counting.rows;
    fill(5_000, 1);

    Findings many = look(ScopeKind.USER, Tenants.ROOT, 200);

    assertThat(few.examined()).isEqualTo(200);
    assertThat(many.examined()).isEqualTo(200);
    assertThat(many.truncated()).isFalse();
    assertThat(many.matched().getFirst().command()).isEqualTo("make 4999");
    assertThat(counting.rows).isLessThanOrEqualTo(rows + 100).isLessThan(1_000);
  }

  @Test
  void of_a_session_only_its_own_runs_are_read() {
    fill(5_000, 1);
    String session = Samples.session(3).id();

    Findings found = look(ScopeKind.SESSION, session, 50);

    assertThat(found.examined()).isEqualTo(50);
    assertThat(found.matched()).allMatch(past -> past.sessionId().equals(session));
    assertThat(counting.rows).isLessThan(400);
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
    assertThat(some.matched().stream().map(Hindsight.PastCall::command).toList())
        .hasSize(100)
        .startsWith("make 1000", "make 999")
        .endsWith("make 901");
    assertThat(counting.rows).isLessThan(300);

    assertThat(look(ScopeKind.USER, Tenants.ROOT, 1_000).matched().getLast().command())
        .isEqualTo("make 1");
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

  /** A store that knows how much of it was read. */
  private static final class Counting implements Store {
    private final Store store;
    private int rows;
    private int questions;

    Counting(Store store) {
      this.store = store;
    }

    @Override
    public <T> T read(Function<Queries, T> query) {
      return store.read(queries -> query.apply(counted(queries)));
    }

    private Queries counted(Queries queries) {
      return (Queries)
          Proxy.newProxyInstance(
              Queries.class.getClassLoader(),
              new Class<?>[] {Queries.class},
              (_, method, args) -> {
                try {
                  Object answer = method.invoke(queries, args);
                  questions++;
                  rows +=
                      switch (answer) {
                        case Queries.RunPage page -> page.runs().size();
                        case Collection<?> list -> list.size();
                        case null, default -> 1;
                      };
                  return answer;
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    @Override
    public String kind() {
      return store.kind();
    }

    @Override
    public String ledgerId() {
      return store.ledgerId();
    }

    @Override
    public Transaction begin() {
      return store.begin();
    }

    @Override
    public int forgetBelow(long key) {
      return store.forgetBelow(key);
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
