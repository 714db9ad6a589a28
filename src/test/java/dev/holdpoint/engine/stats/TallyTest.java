package dev.holdpoint.engine.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.stats.Decided;
import dev.holdpoint.core.stats.DecidedBy;
import dev.holdpoint.core.stats.StageCause;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.NodeAtWork;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.port.store.DecidedQueries.Place;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.retention.Retention;
import dev.holdpoint.store.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TallyTest {
  private static final Tally.Policy POLICY = new Tally.Policy(1_000, 1_000_000);

  @TempDir Path folder = Path.of("");
  private Bench bench = NOT_YET;
  private final List<Looks.Look> looks = new ArrayList<>();
  private final List<Decided> told = new ArrayList<>();
  private final AtomicInteger counted = new AtomicInteger();
  private final List<StageCause> opened = new ArrayList<>();
  private final AtomicInteger late = new AtomicInteger();

  @SuppressWarnings("NullAway") // set before each test
  private static final Bench NOT_YET = null;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    bench.session("s");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Tally tally() {
    return new Tally(bench.commits, bench.engine, (_, _) -> looks, POLICY, new Telling());
  }

  private final class Telling implements TallyMetrics {
    @Override
    public void decided(Decided gate) {
      told.add(gate);
    }

    @Override
    public void stageOpened(StageCause because) {
      opened.add(because);
    }

    @Override
    public void lateAnswers(int count) {
      late.addAndGet(count);
    }
  }

  private static List<Decided> rows(Store store) {
    return store
        .<List<Decided>>read(
            queries ->
                queries.decided().below(0, new Place(Long.MAX_VALUE, Long.MAX_VALUE), 10_000))
        .reversed();
  }

  private Run parked(String session, GateDraft.Deadline deadline) {
    bench.session(session);
    return bench.parked(session, deadline);
  }

  // DX-80
  @Test
  void DX_80_what_nobody_has_looked_at_is_read_with_a_bound() {
    for (int i = 0; i < 3; i++) {
      parked("s" + i, GateDraft.Deadline.NONE);
    }
    assertThat(bench.store.<Long>read(new TriageLooks()::unseen)).isEqualTo(3);
    assertThat(bench.store.<Long>read(new TriageLooks(2)::unseen)).isEqualTo(2);
  }

  // DX-80
  @Test
  void a_stage_is_counted_with_its_cause_and_a_late_answer_with_its_gate() {
    bench.person("ana", Role.OPERATOR);
    bench.person("ben", Role.OPERATOR);
    PolicyDraft draft =
        PolicyDraft.of("person:ana within 1h or unseen 10m else person:ben within 1h else deny");
    bench.commits.commit(
        change -> {
          change.keep(
              StoredPolicy.KIND,
              new StoredPolicy(1, "pol_1", "p", 1, true, draft, 1, "admin", 0, "admin", 0));
          return true;
        });
    Run run = parked("s", GateDraft.Deadline.NONE);
    bench.pass(600_000);
    bench.allow(run, "ben", null);
    tally().catchUp();
    tally().catchUp();
    assertThat(opened).containsExactly(StageCause.UNSEEN);
    assertThat(late).hasValue(0);

    assertThatThrownBy(() -> bench.allow(run, "ana", null)).isInstanceOf(Refused.class);
    tally().catchUp();
    tally().catchUp();
    assertThat(late).hasValue(1);
    assertThat(rows(bench.store)).singleElement().extracting(Decided::lateAnswers).isEqualTo(1);
  }

  @Test
  void a_settled_gate_leaves_one_row_with_who_when_and_how() {
    Run run = parked("s", GateDraft.Deadline.NONE);
    bench.pass(5_000);
    bench.allow(run, "ana", null);
    tally().catchUp();
    tally().catchUp();
    assertThat(rows(bench.store))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.gateKey()).isEqualTo(run.approvals().getFirst().key());
              assertThat(row.kind()).isEqualTo(GateKind.APPROVAL);
              assertThat(row.outcome()).isEqualTo(Outcome.ALLOWED);
              assertThat(row.by()).isEqualTo(DecidedBy.PERSON);
              assertThat(row.person()).isEqualTo("ana");
              assertThat(row.tool()).isEqualTo("bash");
              assertThat(row.tenantId()).isEqualTo("tnt_root");
              assertThat(row.sessionKey()).isEqualTo(run.head().sessionKey());
              assertThat(row.seenAfterMs()).as("a decision is a look").isEqualTo(5_000);
              assertThat(row.decidedAfterMs()).isEqualTo(5_000);
            });
    assertThat(told).isEqualTo(rows(bench.store));
  }

  @Test
  void a_deadline_and_a_run_that_ends_are_no_persons_decisions() {
    parked("a", new GateDraft.Deadline(null, 100L));
    Run cancelled = parked("b", GateDraft.Deadline.NONE);
    bench.pass(100);
    bench.deadlines.expireDue();
    bench.runs.cancel(cancelled.id(), "ana");
    tally().catchUp();
    assertThat(rows(bench.store))
        .extracting(Decided::outcome, Decided::by, Decided::person, Decided::seenAtMs)
        .containsExactly(
            tuple(Outcome.EXPIRED, DecidedBy.DEADLINE, null, null),
            tuple(Outcome.CANCELLED, DecidedBy.RUN, null, null));
  }

  // DX-79
  @Test
  void a_yes_right_after_ones_own_first_look_is_a_rubber_stamp() {
    record Case(long raised, long looked, String by, long decided, boolean stamp) {}
    for (Case it :
        List.of(
            new Case(0, 60_000, "ana", 60_500, true),
            new Case(0, 60_000, "ana", 61_000, true),
            new Case(0, 60_000, "ana", 61_001, false),
            new Case(0, 60_000, "ana", 61_500, false),
            new Case(0, 60_000, "bob", 60_500, false),
            new Case(0, 400, "bob", 500, true))) {
      looks.clear();
      Run run = parked("s" + it, GateDraft.Deadline.NONE);
      looks.add(new Looks.Look(it.by, bench.engine.nowMs() + it.looked));
      bench.pass(it.decided);
      bench.allow(run, "ana", null);
      tally().catchUp();
      Decided last = rows(bench.store).getLast();
      assertThat(last.rubberStamp()).as(it.toString()).isEqualTo(it.stamp);
      assertThat(last.seenAfterMs()).as(it.toString()).isEqualTo(it.looked);
    }
  }

  @Test
  void a_no_is_never_a_rubber_stamp_and_a_look_after_the_decision_is_none() {
    Run run = parked("s", GateDraft.Deadline.NONE);
    bench.pass(10);
    bench.runs.cancel(run.id(), "ana");
    looks.add(new Looks.Look("bob", bench.engine.nowMs() + 1));
    tally().catchUp();
    assertThat(rows(bench.store))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.rubberStamp()).isFalse();
              assertThat(row.seenAtMs()).isNull();
            });
  }

  // DX-77
  @Test
  void a_commit_that_fails_or_is_in_doubt_is_counted_once() {
    for (int i = 0; i < 3; i++) {
      allow("f" + i);
      bench.store.failingCommits = 1;
      assertThatThrownBy(() -> tally().catchUp()).isInstanceOf(Refused.class);
      assertThat(rows(bench.store)).as("nothing half done").hasSize(2 * i);
      tally().catchUp();
      assertThat(rows(bench.store)).hasSize(2 * i + 1);

      allow("d" + i);
      bench.store.lostAnswers = 1;
      assertThatThrownBy(() -> tally().catchUp()).isInstanceOf(Refused.class);
      tally().catchUp();
      assertThat(rows(bench.store)).as("the commit had happened").hasSize(2 * i + 2);
    }
  }

  private void allow(String session) {
    bench.allow(parked(session, GateDraft.Deadline.NONE), "ana", null);
  }

  @Test
  void a_journal_longer_than_one_portion_is_counted_whole() {
    for (int i = 0; i < 700; i++) {
      allow("s" + i);
    }
    tally().catchUp();
    assertThat(rows(bench.store)).extracting(Decided::gateKey).doesNotHaveDuplicates().hasSize(700);
    assertThat(bench.store.<Long>read(queries -> queries.decided().tallied()))
        .isEqualTo(bench.published.getLast().lastId());
  }

  // DX-87
  @Test
  void what_this_daemon_committed_is_counted_without_reading_the_journal() throws Exception {
    allow("before");
    Tally tally = tally();
    for (int i = 0; i < 20; i++) {
      allow("s" + i);
    }
    tally.catchUp();
    assertThat(rows(bench.store)).as("one before it listened, so all of them are read").hasSize(21);

    for (int i = 20; i < 40; i++) {
      allow("s" + i);
    }
    execute("UPDATE journal SET doc = 'x'");
    tally.catchUp();
    assertThat(rows(bench.store)).extracting(Decided::gateKey).doesNotHaveDuplicates().hasSize(41);
  }

  // DX-87
  @Test
  void more_than_a_daemon_remembers_is_forgotten_and_begins_anew() {
    HeardRows heard = new HeardRows(10);
    bench.engine.onCommit(heard);
    for (int i = 0; i < 10; i++) {
      allow("s" + i);
    }
    List<HeardRows.Heard> all = heard.after(0);
    assertThat(all).filteredOn(row -> row.row() != null).hasSize(10);
    assertThat(all.getFirst().firstId()).isLessThan(all.getLast().lastId());
    assertThat(heard.after(all.getLast().lastId())).isEmpty();

    for (int i = 10; i < 22; i++) {
      allow("s" + i);
    }
    assertThat(heard.after(0)).filteredOn(row -> row.row() != null).hasSizeLessThan(10);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("ledger.db"));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void nothing_is_removed_from_the_journal_before_it_is_counted() {
    Run run = parked("s", GateDraft.Deadline.NONE);
    bench.runs.cancel(run.id(), "ana");
    bench.pass(1_000);
    Retention retention =
        new Retention(
            bench.commits,
            bench.engine,
            _ -> {},
            new Retention.Policy(500L, 500L),
            queries -> queries.decided().tallied());
    assertThat(retention.sweep()).isZero();
    tally().catchUp();
    assertThat(retention.sweep()).isPositive();
    assertThat(rows(bench.store)).as("numbers stay").hasSize(1);
  }

  @Test
  void rows_go_when_their_time_is_over() {
    allow("a");
    bench.pass(999_999);
    allow("b");
    tally().catchUp();
    bench.pass(2);
    tally().forget();
    assertThat(rows(bench.store)).hasSize(1);
    tally().catchUp();
    assertThat(rows(bench.store)).as("and are not counted again").hasSize(1);
  }

  @Test
  void history_is_counted_in_the_ledger_and_not_in_the_counters_of_this_daemon() {
    allow("a");
    bench.pass(600_001);
    tally().catchUp();
    assertThat(rows(bench.store)).hasSize(1);
    assertThat(told).isEmpty();
  }

  // DX-77
  @Test
  void three_nodes_count_each_gate_once_while_all_of_them_decide() throws Exception {
    String url = EmbeddedPostgres.shared().newDatabase();
    try (NodeAtWork one = new NodeAtWork(url, "one");
        NodeAtWork two = new NodeAtWork(url, "two");
        NodeAtWork three = new NodeAtWork(url, "three");
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> working = new ArrayList<>();
      for (NodeAtWork node : List.of(one, two, three)) {
        Tally tally = new Tally(node.writing, node.engine, Looks.NONE, POLICY, new Counting());
        Callable<Integer> work =
            () -> {
              for (int i = 0; i < 20; i++) {
                Run run = node.submitted("s-" + node.epoch + "-" + i, "scripted", RunSettings.NONE);
                node.runs.cancel(node.asking(run).id(), "ana");
                tally.catchUp();
              }
              return 20;
            };
        working.add(threads.submit(work));
      }
      int gates = 0;
      for (Future<Integer> each : working) {
        gates += each.get();
      }
      new Tally(one.writing, one.engine, Looks.NONE, POLICY, new Counting()).catchUp();
      assertThat(rows(one.store))
          .extracting(Decided::gateKey)
          .doesNotHaveDuplicates()
          .hasSize(gates);
      assertThat(counted.get()).as("each told by one node").isEqualTo(gates);
    }
  }

  private final class Counting implements TallyMetrics {
    @Override
    public void decided(Decided gate) {
      counted.incrementAndGet();
    }

    @Override
    public void stageOpened(StageCause because) {}

    @Override
    public void lateAnswers(int count) {}
  }
}
