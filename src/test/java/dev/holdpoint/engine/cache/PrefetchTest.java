package dev.holdpoint.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.Folders;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.audit.Actor;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.PolicyMatch;
import dev.holdpoint.core.policy.Risk;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.CountingStore;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.port.store.AuditQueries;
import dev.holdpoint.store.MigratedLedger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The works of a transaction are loaded together: everybody waits while the writer asks. */
final class PrefetchTest {
  private static final int MANY = 20;
  private static final ClientPrompt PROMPT =
      new ClientPrompt(7, "name", "session", "print", 8, "run_8", true);

  @TempDir Path folder = Path.of("");

  @SuppressWarnings("NullAway") // set before each test
  private CountingStore store = null;

  @SuppressWarnings("NullAway") // set before each test
  private Bench bench = null;

  @BeforeEach
  void open() {
    store = new CountingStore(MigratedLedger.open(folder.resolve("ledger.db")));
    bench = new Bench(store);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /** As after a start, or after another node has written. */
  private void forgetEverything() {
    bench.close();
    open();
    // What is read once for all.
    bench.submit(bench.session("warm-up"));
    store.reset();
  }

  @Test
  void many_submissions_ask_no_more_than_two() {
    for (int i = 0; i < MANY; i++) {
      Run before = bench.submit(bench.session("s" + i));
      bench.runs.cancel(before.id(), "ada");
    }
    forgetEverything();
    submitTo(0, 2);
    int two = store.questionsOfWriter();
    forgetEverything();
    List<Object> answers = submitTo(2, MANY);

    assertThat(store.questionsOfWriter()).isEqualTo(two);
    assertThat(answers)
        .allSatisfy(
            answer -> {
              assertThat(((Run) answer).status()).isEqualTo(RunStatus.RUNNING);
              assertThat(((Run) answer).stepsBefore()).as("of the run before").isEqualTo(1);
            });
  }

  @Test
  void many_starts_ask_no_more_than_two() {
    bench.room = false;
    List<Run> queued = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      Run before = bench.submit(bench.session("s" + i));
      bench.progress.start(before.key());
      bench.runs.cancel(before.id(), "ada");
      queued.add(bench.submit("s" + i));
    }
    forgetEverything();
    start(queued.subList(0, 2));
    int two = store.questionsOfWriter();
    forgetEverything();
    start(queued.subList(2, MANY));

    assertThat(store.questionsOfWriter()).isEqualTo(two);
    assertThat(queued).allSatisfy(run -> assertThat(bench.now(run).stepsBefore()).isEqualTo(1));
  }

  @Test
  void many_decisions_ask_no_more_than_two() {
    List<Run> parked = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      parked.add(bench.parked(bench.session("s" + i), GateDraft.Deadline.NONE));
    }
    forgetEverything();
    allow(parked.subList(0, 2));
    int two = store.questionsOfWriter();
    forgetEverything();
    allow(parked.subList(2, MANY));

    assertThat(store.questionsOfWriter()).isEqualTo(two);
    assertThat(parked)
        .allSatisfy(run -> assertThat(bench.now(run).status()).isEqualTo(RunStatus.RUNNING));
  }

  /** What one decision reads, after others have been made. */
  private List<Integer> costOfADecision(int policies, int waiting) {
    CountingStore counted =
        new CountingStore(MigratedLedger.open(Folders.inMemory("prefetch-").resolve("ledger.db")));
    try (Bench other = new Bench(counted)) {
      for (int i = 1; i <= policies; i++) {
        StoredPolicy policy = elsewhere(i);
        other.commits.commit(
            change -> {
              change.keep(StoredPolicy.KIND, policy);
              return policy;
            });
      }
      List<Run> parked = new ArrayList<>();
      for (int i = 0; i < waiting; i++) {
        parked.add(other.parked(other.session("s" + i), GateDraft.Deadline.NONE));
      }
      other.allow(parked.get(0), "ada", null);
      counted.reset();
      other.allow(parked.get(1), "ada", null);
      assertThat(other.now(parked.get(1)).status()).isEqualTo(RunStatus.RUNNING);
      return List.of(counted.questions(), counted.questionsOfWriter(), counted.rows());
    }
  }

  /** For a tool that no gate here is of. */
  private static StoredPolicy elsewhere(int place) {
    PolicyDraft draft =
        new PolicyDraft(
            null,
            new PolicyMatch(null, null, null, null, List.of("other_" + place), null, null),
            "2 of anyone within 1h else deny",
            null,
            false,
            true,
            false,
            Risk.NORMAL,
            null,
            null,
            null,
            null);
    return new StoredPolicy(
        2_000L + place, "pol_" + place, "p" + place, place, true, draft, 1, "admin", 0, "admin", 0);
  }

  @Test
  // DX-87
  void DX_87_a_decision_reads_no_more_where_policies_and_gates_are_many() {
    List<Integer> few = costOfADecision(1, 2);
    assertThat(costOfADecision(200, 2)).isEqualTo(few);
    assertThat(costOfADecision(200, 300)).isEqualTo(few);
  }

  @Test
  void what_was_answered_before_is_found_among_many() {
    IdempotencyKey key = new IdempotencyKey("scope", "print");
    Run first = bench.submit(bench.session("s"), key);
    forgetEverything();
    List<Object> answers =
        bench.together(
            () -> bench.submit("s", new IdempotencyKey("another", "print")),
            () -> bench.submit("s", key));
    assertThat(((Run) answers.get(0)).id()).isNotEqualTo(first.id());
    assertThat(((Run) answers.get(1)).id()).isEqualTo(first.id());
  }

  /** Of what people administer alone the chain has to know how it was before. */
  @Test
  void a_record_that_nobody_administers_is_not_read_to_be_kept() {
    forgetEverything();
    byAda(change -> change.keep(ClientPrompt.KIND, PROMPT));
    assertThat(store.questionsOfWriter()).isZero();

    byAda(change -> assertThat(change.named(ClientPrompt.KIND, "name")).isEqualTo(PROMPT));
    assertThat(store.questionsOfWriter()).as("found by its name, not by its key again").isOne();

    byAda(
        change -> {
          change.discard(ClientPrompt.KIND, PROMPT);
          assertThat(change.named(ClientPrompt.KIND, "name")).isNull();
        });
  }

  @Test
  void a_rule_that_is_in_hand_is_not_read_to_be_counted() {
    forgetEverything();
    PermissionRule made =
        bench
            .rules
            .add(
                new PermissionRules.Spec(
                    Behavior.ALLOW,
                    "read_file",
                    null,
                    PermissionRule.ScopeKind.USER,
                    null,
                    null,
                    null),
                Tenants.ROOT,
                "ada",
                null)
            .rule();
    store.reset();
    for (int i = 1; i <= 3; i++) {
      int used = i;
      byAda(
          change -> {
            PermissionRule rule = change.group(PermissionRule.KIND, made.group()).getFirst();
            assertThat(PermissionRules.count(change, rule).uses()).isEqualTo(used);
          });
    }
    assertThat(store.questionsOfWriter()).isZero();
    assertThat(bench.engine.read(AuditQueries::lastCheckpoint)).as("use is no act").isNull();
  }

  private void byAda(Consumer<Change> work) {
    ScopedValue.where(Actor.NOW, new Actor("ada", "req_1", "operator", "tnt_root", null))
        .run(
            () ->
                bench.commits.commit(
                    change -> {
                      work.accept(change);
                      return change;
                    }));
  }

  private List<Object> submitTo(int from, int to) {
    List<Supplier<?>> asking = new ArrayList<>();
    for (int i = from; i < to; i++) {
      String session = "s" + i;
      asking.add(() -> bench.submit(session, new IdempotencyKey(session, "print")));
    }
    return bench.together(asking.toArray(new Supplier<?>[0]));
  }

  private void start(List<Run> runs) {
    List<Supplier<?>> asking = new ArrayList<>();
    for (Run run : runs) {
      asking.add(() -> bench.progress.start(run.key()));
    }
    bench.together(asking.toArray(new Supplier<?>[0]));
  }

  private void allow(List<Run> runs) {
    List<Supplier<?>> asking = new ArrayList<>();
    for (Run run : runs) {
      asking.add(() -> bench.allow(run, "ada", new IdempotencyKey(run.id(), "print")));
    }
    bench.together(asking.toArray(new Supplier<?>[0]));
  }
}
