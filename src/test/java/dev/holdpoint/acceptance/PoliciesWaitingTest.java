package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.SessionAccess;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.PolicySweep;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.core.triage.TriageMove;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.access.Tokens;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Work;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.gate.StageMoments;
import dev.holdpoint.engine.policy.Groups;
import dev.holdpoint.engine.policy.Policies;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Queries.GateFilter;
import dev.holdpoint.engine.timer.DueWork;
import dev.holdpoint.engine.timer.Timers;
import dev.holdpoint.engine.triage.GateTimer;
import dev.holdpoint.engine.triage.TriageTimes;
import dev.holdpoint.engine.triage.Triages;
import dev.holdpoint.vault.AuditKey;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Gates that wait under policies: many of them, and many people at one. */
@OnBothDatabases
class PoliciesWaitingTest extends OwnClock {
  private static final int OF_ONE_SESSION = 50;
  private static final long MEBIBYTE = 1 << 20;

  /** The caches of two engines, which are full with ten thousand: twice as many take no more. */
  private static final long CACHES = 10 * MEBIBYTE;

  private static final int IN_THE_MIDDLE = 5;
  private static final String STAGES =
      "2 of group:finance within 1h else 1 of group:finance within 1h else deny";

  private final Database database;
  private final Approvals approvals =
      new Approvals(writer, Clarifications.slots(() -> true), ToolInputs.ANYTHING);
  private final Triages triages =
      new Triages(
          writer, Clarifications.slots(() -> true), OutboundPolicy.USUAL, TriageTimes.USUAL);
  private final Policies policies = new Policies(writer, (word, _) -> word);

  PoliciesWaitingTest(Database database) {
    super(database);
    this.database = database;
    Tokens tokens = new Tokens(writer, engine, new Tokens.Defaults(0, SessionAccess.ALL));
    for (String name : List.of("fay", "fin")) {
      tokens.add(
          new Tokens.Wish(name, Role.OPERATOR, null),
          "%064x".formatted(name.hashCode()),
          "admin",
          null);
    }
    new Groups(writer, (word, _) -> word)
        .create(new Groups.Spec("finance", null, List.of("fay", "fin")), "admin", null);
  }

  private void policy(String needs) {
    policies.create(new Policies.Spec("p", null, true, PolicyDraft.of(needs)), "admin", null);
  }

  private static Approval gate(Run run) {
    return run.approvals().getFirst();
  }

  private Approval now(Run run) {
    return gate(Objects.requireNonNull(engine.<Run>read(queries -> queries.run(run.key()))));
  }

  private void say(Run run, String who) {
    approvals.resolve(
        new GateTarget.OfRun(run.id()),
        List.of(
            new SentDecision(
                gate(run).id(), true, null, null, null, null, null, Json.EMPTY_OBJECT)),
        new Voter(who, Role.OPERATOR),
        null);
  }

  private static List<Object> atOnce(List<Callable<Object>> all) throws Exception {
    List<Object> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Object>> futures = new ArrayList<>();
      for (Callable<Object> one : all) {
        futures.add(
            threads.submit(
                () -> {
                  try {
                    return one.call();
                  } catch (Refused refused) {
                    return refused.refusal().problem();
                  }
                }));
      }
      for (Future<Object> future : futures) {
        answers.add(future.get());
      }
    }
    return answers;
  }

  @Test
  // DX-62
  void DX_62_an_extension_that_races_the_expiry_leaves_one_of_the_two() throws Exception {
    policy("2 of group:finance within 1h else deny");
    Map<Object, Integer> seen = new HashMap<>();
    for (int round = 0; round < 40; round++) {
      long start = clock.get();
      Run run = propose("s", "race " + round, 0);
      clock.set(start + HOUR - 1);
      Triages.Actor fay = new Triages.Actor("fay", null);
      Callable<Object> extending =
          () -> {
            triages.extend(gate(run).id(), HOUR, fay, null);
            return "extended";
          };
      Callable<Object> expiring =
          () -> {
            clock.set(start + HOUR);
            return deadlines.expireDue();
          };
      List<Object> answers =
          atOnce(round % 2 == 0 ? List.of(extending, expiring) : List.of(expiring, extending));

      Object extended = answers.get(round % 2);
      Approval after = now(run);
      seen.merge(extended, 1, Integer::sum);
      if (extended.equals("extended")) {
        assertThat(after.isPending()).isTrue();
        assertThat(after.expiresAtMs()).isEqualTo(start + 2 * HOUR);
      } else {
        assertThat(extended).isEqualTo(Problem.GATE_SETTLED);
        deadlines.expireDue();
        assertThat(now(run).state()).isInstanceOf(ApprovalState.Expired.class);
        assertThat(now(run).expiresAtMs()).isEqualTo(start + HOUR);
      }
    }
    assertThat(seen.keySet()).isSubsetOf("extended", Problem.GATE_SETTLED);
  }

  @Test
  // DX-62: a deadline that has passed is no end where the policy gives more time
  void DX_62_what_the_policy_extends_can_be_triaged_before_the_timer_has_come() {
    policy("2 of group:finance within 1h else extend 1h 1 times else deny");
    Run run = propose("s", "late", 0);
    Triages.Actor fay = new Triages.Actor("fay", null);
    clock.set(NOON + HOUR);

    triages.act(gate(run).id(), new TriageMove.Look(), fay, null);
    triages.extend(gate(run).id(), HOUR / 2, fay, null);

    assertThat(now(run).expiresAtMs()).isEqualTo(NOON + HOUR + HOUR / 2);
    clock.set(NOON + HOUR + HOUR / 2);
    deadlines.expireDue();
    assertThat(now(run).expiresAtMs()).isEqualTo(NOON + 2 * HOUR + HOUR / 2);
    clock.set(NOON + 2 * HOUR + HOUR / 2);
    List<Object> over = new ArrayList<>();
    try {
      triages.act(gate(run).id(), new TriageMove.Watch(), fay, null);
    } catch (Refused refused) {
      over.add(refused.refusal().problem());
    }
    assertThat(over).containsExactly(Problem.GATE_SETTLED);
  }

  @Test
  // DX-62: a stage that opens when it was to open takes no extension back
  void DX_62_an_extension_stays_when_the_next_stage_opens() {
    policy(STAGES);
    Run run = propose("s", "extended", 0);
    assertThat(now(run).expiresAtMs()).isEqualTo(NOON + 2 * HOUR);
    triages.extend(gate(run).id(), HOUR, new Triages.Actor("fay", null), null);
    GateTimer timer =
        new GateTimer(
            writer, OutboundPolicy.USUAL, StageMoments.opening(Clarifications.slots(() -> true)));

    clock.set(NOON + HOUR);
    timer.ring();

    assertThat(Objects.requireNonNull(now(run).progress()).stage()).isEqualTo(2);
    assertThat(now(run).expiresAtMs()).isEqualTo(NOON + 3 * HOUR);
    clock.set(NOON + 3 * HOUR - 1);
    deadlines.expireDue();
    assertThat(now(run).isPending()).isTrue();
    clock.set(NOON + 3 * HOUR);
    deadlines.expireDue();
    assertThat(now(run).isPending()).isFalse();
  }

  @Test
  // DX-64
  void DX_64_a_hundred_people_at_one_gate_lose_no_comment_and_settle_it_once() throws Exception {
    policy("2 of group:finance");
    Run run = propose("s", "popular", 0);
    String id = gate(run).id();
    AtomicInteger claims = new AtomicInteger();
    List<Callable<Object>> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Triages.Actor one = new Triages.Actor("person " + i, null);
      int number = i;
      all.add(
          () -> {
            triages.act(id, new TriageMove.Comment("words " + number), one, null);
            if (number % 50 == 1) {
              say(run, number == 1 ? "fay" : "fin");
            }
            triages.act(id, new TriageMove.Look(), one, null);
            triages.act(id, new TriageMove.Claim(HOUR, false), one, null);
            claims.incrementAndGet();
            return true;
          });
    }
    List<Object> answers = atOnce(all);

    assertThat(answers).isSubsetOf(true, Problem.GATE_SETTLED, Problem.GATE_CLAIMED);
    assertThat(claims.get()).isLessThanOrEqualTo(1);
    assertThat(now(run).state()).isInstanceOf(ApprovalState.Allowed.class);
    List<TriageEntry> log =
        engine.read(queries -> queries.keptBelow(TriageEntry.KIND, id, Long.MAX_VALUE, 1_000));
    assertThat(log.stream().filter(it -> it.change() == GateChange.COMMENTED))
        .extracting(TriageEntry::text)
        .doesNotHaveDuplicates()
        .hasSize(100);
    assertThat(
            engine.<Long>read(
                queries ->
                    queries.journalAfter(0, 10_000).stream()
                        .flatMap(row -> row.events().stream())
                        .filter(new LedgerEvent.ApprovalSettled(id)::equals)
                        .count()))
        .isEqualTo(1);
  }

  @Test
  // DX-39, DX-88
  void DX_39_after_a_kill_in_the_walk_every_due_row_is_right_and_fires_in_batches()
      throws Exception {
    walk(database == Database.SQLITE ? 2_000 : 1_000, CACHES);
  }

  @Test
  @Tag("long")
  // DX-39
  void DX_39_the_same_with_ten_thousand() throws Exception {
    walk(10_000, CACHES);
  }

  @Test
  @Tag("long")
  // DX-88
  void DX_88_a_million_gates_with_stages_take_no_memory_and_fire_in_time() throws Exception {
    long perSecond = walk(1_000_000, 32 * MEBIBYTE);
    assertThat(perSecond).as("stages opened a second").isGreaterThanOrEqualTo(1_000);
  }

  /** How many stages opened a second. */
  private long walk(int count, long memory) throws Exception {
    raise(count);
    long before = usedMemory();
    policy(STAGES);
    DueWork sweep = StageMoments.sweep(writer);
    for (int i = 0; i < IN_THE_MIDDLE; i++) {
      assertThat(sweep.ring()).isEqualTo(1);
    }
    // People vote while it walks: on what it has passed, and on what it has not.
    AtomicReference<GateRow> last = new AtomicReference<>();
    assertThat(eachPending(last::set)).isEqualTo(count);
    for (Run one :
        List.of(
            run(store.read(queries -> page(queries, 0)).getFirst()),
            run(Objects.requireNonNull(last.get())))) {
      say(one, "fay");
      assertThat(now(one).isPending()).isTrue();
      say(one, "fin");
      assertThat(now(one).isPending()).isFalse();
    }
    assertThat(engine.<Long>read(queries -> queries.countKept(Triage.KIND, null)))
        .as("due rows in the middle")
        .isLessThan(count);

    // Nothing of the walk is in memory: another engine on the same ledger goes on with it.
    writer.close();
    AtomicInteger commits = new AtomicInteger();
    long perSecond;
    AtomicLong keys = new AtomicLong(engine.<Long>read(Queries::lastKey) + 1_000_000);
    Engine next =
        new Engine(
            store,
            () -> Instant.ofEpochMilli(clock.get()),
            prefix -> Ulid.id(prefix, keys.incrementAndGet(), 0),
            broken -> {
              throw broken;
            },
            Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
    try (Writer other = new Writer(next).start()) {
      Commits counted =
          new Commits() {
            @Override
            public <R> R commit(Work<R> work) {
              commits.incrementAndGet();
              return other.commit(work);
            }
          };
      Timers timers =
          new Timers(
              next,
              List.of(
                  StageMoments.sweep(counted),
                  new GateTimer(
                      counted,
                      OutboundPolicy.USUAL,
                      StageMoments.opening(Clarifications.slots(() -> true)))));
      timers.tick();
      assertThat(next.<Long>read(queries -> queries.countKept(PolicySweep.KIND, null))).isZero();
      eachPending(
          row -> {
            Triage triage = next.read(queries -> queries.kept(Triage.KIND, row.key()));
            if (triage == null || !Long.valueOf(NOON + HOUR).equals(triage.dueAtMs())) {
              throw new AssertionError("the due row of " + row + " is " + triage);
            }
          });
      assertThat(usedMemory() - before).as("bytes for %d gates", count).isLessThan(memory);
      commits.set(0);
      clock.set(NOON + HOUR - 1);
      timers.tick();
      assertThat(stages(next)).as("before their time").isZero();
      clock.set(NOON + HOUR);
      long began = System.nanoTime();
      timers.tick();
      long left = count - 2L;
      perSecond = left * 1_000_000_000L / Math.max(1, System.nanoTime() - began);
      assertThat(stages(next)).isEqualTo(left);
      assertThat(commits.get())
          .as("commits for %d stages", left)
          .isLessThan((int) (left / 20) + 20);
      long events = next.read(Queries::lastEventId);
      timers.tick();
      assertThat(next.<Long>read(Queries::lastEventId)).as("events later").isEqualTo(events);
    }
    return perSecond;
  }

  private static long stages(Engine next) {
    return next.read(
        queries -> {
          long opened = 0;
          long cursor = 0;
          for (List<GateRow> some = page(queries, cursor);
              !some.isEmpty();
              some = page(queries, cursor)) {
            cursor = some.getLast().key();
            for (GateRow row : some) {
              var come = gate(Objects.requireNonNull(queries.run(row.runKey()))).progress();
              opened += come != null && come.stage() == 2 ? 1 : 0;
            }
          }
          return opened;
        });
  }

  private static List<GateRow> page(Queries queries, long above) {
    return queries.gates(
        new GateFilter(GateKind.APPROVAL, GateState.Status.PENDING, null), above, 1_000);
  }

  /** Some at a time: a list of a million is more than the daemon itself takes. */
  private int eachPending(Consumer<GateRow> seen) {
    int count = 0;
    long cursor = 0;
    while (true) {
      long above = cursor;
      List<GateRow> some = store.read(queries -> page(queries, above));
      if (some.isEmpty()) {
        return count;
      }
      some.forEach(seen);
      count += some.size();
      cursor = some.getLast().key();
    }
  }

  private Run run(GateRow row) {
    return Objects.requireNonNull(engine.<Run>read(queries -> queries.run(row.runKey())));
  }

  /** Many at once, as agents would: they share transactions. */
  private void raise(int count) throws Exception {
    try (ExecutorService callers = Executors.newFixedThreadPool(64)) {
      List<Future<?>> asked = new ArrayList<>();
      for (int i = 0; i < count / OF_ONE_SESSION; i++) {
        String session = "waits-" + i;
        asked.add(
            callers.submit(
                () -> {
                  session(session);
                  for (int n = 0; n < OF_ONE_SESSION; n++) {
                    propose(session, "deploy", 0);
                  }
                }));
      }
      for (Future<?> one : asked) {
        one.get();
      }
    }
  }

  private static long usedMemory() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
