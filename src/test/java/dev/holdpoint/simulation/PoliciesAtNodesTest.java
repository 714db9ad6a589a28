package dev.holdpoint.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.SessionAccess;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.PolicyVersion;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.triage.TriageMove;
import dev.holdpoint.engine.access.Tokens;
import dev.holdpoint.engine.commit.NodeAtWork;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.Deadlines;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.Holds;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.gate.StageMoments;
import dev.holdpoint.engine.policy.Groups;
import dev.holdpoint.engine.policy.Policies;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.triage.GateTimer;
import dev.holdpoint.engine.triage.TriageTimes;
import dev.holdpoint.engine.triage.Triages;
import dev.holdpoint.store.EmbeddedPostgres;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three nodes on one PostgreSQL, at which people vote, claim and change policies at once. */
final class PoliciesAtNodesTest {
  private static final int ROUNDS = 8;
  private static final long SECOND = 1_000;
  private static final String TWO =
      "2 of group:crew|person:dan within 1s else 1 of role:admin within 2s";

  private static final AtomicLong NOW = new AtomicLong(System.currentTimeMillis());
  private static final List<Place> PLACES = new ArrayList<>();
  private static final Map<String, String> TOKENS = new HashMap<>();
  private static int sessions;

  /** A node with the doors that this is about. */
  private static final class Place {
    private final NodeAtWork node;
    private final Approvals approvals;
    private final Triages triages;
    private final Policies policies;
    private final Groups groups;
    private final Tokens tokens;
    private final Deadlines deadlines;
    private final Holds holds;
    private final GateTimer timer;

    Place(String url, String name) {
      Slots slots = Clarifications.slots(() -> true);
      node = new NodeAtWork(url, name, new Clock());
      approvals = new Approvals(node.writing, slots, ToolInputs.ANYTHING);
      triages =
          new Triages(node.writing, slots, OutboundPolicy.USUAL, new TriageTimes(900_000, 900_000));
      policies = new Policies(node.writing, (word, _) -> word);
      groups = new Groups(node.writing, (word, _) -> word);
      tokens = new Tokens(node.writing, node.engine, new Tokens.Defaults(0, SessionAccess.ALL));
      deadlines = new Deadlines(node.writing, slots);
      holds = approvals.holds();
      timer =
          new GateTimer(node.writing, OutboundPolicy.USUAL, StageMoments.opening(slots))
              .ending(holds);
    }

    Run vote(Run run, String who, boolean allow) {
      return approvals
          .resolve(
              new GateTarget.OfRun(run.id()),
              List.of(
                  new SentDecision(
                      gate(run).id(),
                      allow,
                      null,
                      "no",
                      null,
                      null,
                      null,
                      new Json("{\"by\":\"" + who + "\"}"))),
              new Voter(who, Council.PEOPLE.get(who)),
              null)
          .run();
    }

    void hold(Run run, String who, long ms) {
      approvals.resolve(
          new GateTarget.OfRun(run.id()),
          List.of(
              new SentDecision(
                  gate(run).id(),
                  true,
                  null,
                  null,
                  null,
                  null,
                  null,
                  null,
                  null,
                  new Json("{\"by\":\"" + who + "\"}"),
                  false,
                  ms)),
          new Voter(who, Council.PEOPLE.get(who)),
          null);
    }

    void needs(String needs) {
      PolicyDraft draft = Council.approvals(needs, null);
      policies.replace(
          Council.APPROVALS,
          new Policies.Spec(Council.APPROVALS, null, true, draft),
          null,
          "admin");
    }
  }

  private static final class Clock implements InstantSource {
    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(NOW.get());
    }
  }

  @BeforeAll
  static void open() {
    String url = EmbeddedPostgres.shared().newDatabase();
    for (String name : List.of("one", "two", "three")) {
      PLACES.add(new Place(url, name));
    }
    Place first = PLACES.getFirst();
    Council.PEOPLE.forEach((name, role) -> TOKENS.put(name, token(first, name, role).id()));
    first.node.writing.commit(
        change -> {
          change.keep(Group.KIND, Council.crew());
          for (PolicyVersion one : Council.policies()) {
            change.keep(StoredPolicy.KIND, one.policy());
            change.keep(PolicyVersion.KIND, one);
          }
          return true;
        });
  }

  private static Token token(Place place, String name, Role role) {
    String hash = "%064x".formatted(name.hashCode());
    return place.tokens.add(new Tokens.Wish(name, role, null), hash, "admin", null);
  }

  @AfterAll
  static void close() {
    PLACES.forEach(place -> place.node.close());
  }

  private static Approval gate(Run run) {
    return run.approvals().getFirst();
  }

  private static Approval now(Run run) {
    return gate(PLACES.getFirst().node.now(run));
  }

  /** A run of the loop that waits under the policy. */
  private static Run parked() {
    NodeAtWork node = PLACES.get(sessions % PLACES.size()).node;
    return node.asking(
        node.submitted(Council.SESSION + "-" + ++sessions, "scripted", RunSettings.NONE));
  }

  /** The same of an asker outside with a deadline of its own. */
  private static Run raised(long untilMs) {
    NodeAtWork node = PLACES.getFirst().node;
    ToolCall call = new ToolCall("call_1", "deploy", Json.EMPTY_OBJECT);
    Run opened = node.submitted(Council.SESSION + "-" + ++sessions, "scripted", RunSettings.NONE);
    return node.now(
        node.outside
            .raise(
                opened.head().sessionId(),
                new Submission(
                    RunKind.INPUT,
                    RunHead.Driver.OUTSIDE,
                    "client",
                    "test",
                    "test",
                    "actor",
                    "",
                    "scripted",
                    new Json("[]"),
                    Json.EMPTY_OBJECT,
                    RunSettings.NONE),
                new ExternalGates.Gate(
                    call,
                    GateDraft.approval(call)
                        .because("deploy?")
                        .until(new GateDraft.Deadline(untilMs, null))),
                null,
                null)
            .run());
  }

  /** What each of them answers; a refusal is an answer too. */
  private static List<Object> atOnce(List<Callable<Object>> all) throws Exception {
    CyclicBarrier start = new CyclicBarrier(all.size());
    List<Object> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Object>> futures = new ArrayList<>();
      for (Callable<Object> one : all) {
        futures.add(
            threads.submit(
                () -> {
                  start.await();
                  try {
                    return one.call();
                  } catch (Refused refused) {
                    return refused.refusal();
                  }
                }));
      }
      for (Future<Object> future : futures) {
        answers.add(future.get());
      }
    }
    return answers;
  }

  private static Refusal refusal(List<Object> answers) {
    return answers.stream()
        .filter(Refusal.class::isInstance)
        .map(Refusal.class::cast)
        .findFirst()
        .orElseThrow(() -> new AssertionError("nobody was refused: " + answers));
  }

  private static List<JournalRow> rows() {
    return PLACES.getFirst().node.store.read(queries -> queries.journalAfter(0, 100_000));
  }

  private static long settlements(Run run) {
    return rows().stream()
        .flatMap(row -> row.events().stream())
        .filter(new LedgerEvent.ApprovalSettled(gate(run).id())::equals)
        .count();
  }

  @Test
  // DX-83
  void DX_83_of_two_last_votes_at_once_one_settles_and_the_other_is_told() throws Exception {
    PLACES.getLast().needs(TWO);
    for (int round = 0; round < ROUNDS; round++) {
      Run run = parked();
      PLACES.get(2).vote(run, "dan", true);
      Place one = PLACES.get(round % 2);
      Place other = PLACES.get(1 + (round + 1) % 2);
      Place another = one == other ? PLACES.get(2) : other;
      List<Object> answers =
          atOnce(List.of(() -> one.vote(run, "bob", true), () -> another.vote(run, "cyd", true)));

      Refusal refused = refusal(answers);
      assertThat(answers).filteredOn(Run.class::isInstance).hasSize(1);
      assertThat(Objects.requireNonNull(refused.settlement()).outcome()).isEqualTo("allowed");
      assertThat(settlements(run)).isEqualTo(1);
      Run after = one.node.now(run);
      assertThat(after.status()).isEqualTo(RunStatus.RUNNING);
      assertThat(((ApprovalState.Allowed) gate(after).state()).endorsements()).hasSize(2);
      assertThat(PLACES.stream().filter(place -> place.node.owns().contains(run.key()))).hasSize(1);
    }
  }

  @Test
  // DX-84
  void DX_84_a_stage_an_expiry_and_a_vote_at_the_same_moment_make_one_history() throws Exception {
    PLACES.getFirst().needs(TWO + " else deny");
    Map<Run, Outcome> ends = new HashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (int kind = 0; kind < 3; kind++) {
        long start = NOW.get();
        // Its first stage ends; its asker's deadline comes at the same moment; its last stage ends.
        Run run = kind == 1 ? raised(start + SECOND) : parked();
        NOW.set(start + SECOND);
        if (kind == 2) {
          assertThat(PLACES.getLast().timer.ring()).isEqualTo(1);
          NOW.set(start + 3 * SECOND);
        }
        List<Callable<Object>> all =
            List.of(
                () -> PLACES.get(0).timer.ring(),
                () -> PLACES.get(1).deadlines.expireDue(),
                () -> PLACES.get(2).vote(run, "eve", true));
        List<Object> answers = atOnce(all);
        ends.put(run, kind == 0 ? Outcome.ALLOWED : Outcome.EXPIRED);
        assertThat(answers.getLast())
            .as("what the voter hears of kind %d", kind)
            .isInstanceOf(kind == 0 ? Run.class : Refusal.class);
        // What came too early for one of them is there for the next.
        PLACES.get(0).timer.ring();
        PLACES.get(1).deadlines.expireDue();
      }
    }
    ends.forEach(
        (run, outcome) -> {
          assertThat(((GateState.Settled) now(run).state()).outcome()).isEqualTo(outcome);
          assertThat(settlements(run)).isEqualTo(1);
        });
    List<Integer> stages =
        PLACES
            .getFirst()
            .node
            .store
            .read(
                queries -> {
                  Deliberations history = new Deliberations(queries);
                  queries
                      .journalAfter(0, 100_000)
                      .forEach(
                          row -> {
                            history.begin();
                            history.check(row);
                          });
                  history.reckon();
                  return List.of(history.stages(), history.expired());
                });
    assertThat(stages.getFirst()).as("stages that opened").isGreaterThanOrEqualTo(2 * ROUNDS);
    assertThat(stages.getLast()).as("gates that expired").isGreaterThanOrEqualTo(2 * ROUNDS);
  }

  @Test
  // DX-86
  void DX_86_what_was_written_at_one_node_holds_for_the_next_vote_at_another() {
    for (int round = 0; round < ROUNDS; round++) {
      Place writes = PLACES.get(round % 3);
      Place votes = PLACES.get((round + 1) % 3);
      writes.needs(round % 2 == 0 ? TWO : "1 of group:crew within 1s");
      Run run = parked();
      votes.vote(run, "bob", true);
      assertThat(now(run).isPending()).as("round %d", round).isEqualTo(round % 2 == 0);
    }
    PLACES.get(1).needs("1 of group:crew");
    Run run = parked();
    PLACES.get(0).groups.changeMembers(Council.GROUP, List.of(), List.of("bob"));
    assertThat(refused(() -> PLACES.get(1).vote(run, "bob", true)))
        .isEqualTo(Problem.APPROVAL_NOT_ELIGIBLE);
    PLACES.get(2).groups.changeMembers(Council.GROUP, List.of("bob"), List.of());
    PLACES.get(1).vote(run, "bob", true);
    assertThat(now(run).isPending()).isFalse();

    Run last = parked();
    PLACES.get(2).tokens.revoke(String.valueOf(TOKENS.get("cyd")));
    assertThat(refused(() -> PLACES.get(0).vote(last, "cyd", true)))
        .isEqualTo(Problem.APPROVAL_NOT_ELIGIBLE);
    token(PLACES.get(1), "cyd", Role.OPERATOR);
    PLACES.get(0).vote(last, "cyd", true);
    assertThat(now(last).isPending()).isFalse();
  }

  private static Problem refused(Runnable call) {
    try {
      call.run();
    } catch (Refused refused) {
      return refused.refusal().problem();
    }
    throw new AssertionError("it was not refused");
  }

  @Test
  // DX-59
  void DX_59_of_two_claims_at_once_one_wins_and_the_other_is_told_whose_it_is() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Run run = parked();
      TriageMove claim = new TriageMove.Claim(60_000, false);
      Place one = PLACES.get(round % 3);
      Place other = PLACES.get((round + 1) % 3);
      List<Object> answers =
          atOnce(
              List.of(
                  () -> claimed(one, run, claim, "bob"), () -> claimed(other, run, claim, "cyd")));
      Refusal refused = refusal(answers);
      assertThat(answers).filteredOn(String.class::isInstance).hasSize(1);
      assertThat(refused.problem()).isEqualTo(Problem.GATE_CLAIMED);
      String winner =
          String.valueOf(answers.stream().filter(String.class::isInstance).findFirst().get());
      assertThat(refused.detail()).startsWith(winner + " has claimed it until ");
    }
  }

  private static String claimed(Place place, Run run, TriageMove claim, String who) {
    place.triages.act(gate(run).id(), claim, new Triages.Actor(who, null), null);
    return who;
  }

  @Test
  // PG-23
  void PG_23_undo_and_the_end_of_a_hold_at_two_nodes_are_one_or_the_other() throws Exception {
    int undone = 0;
    for (int round = 0; round < ROUNDS; round++) {
      NodeAtWork node = PLACES.get(round % 3).node;
      Run run = node.asking(node.submitted("held-" + round, "scripted", RunSettings.NONE));
      PLACES.get(1).hold(run, "bob", SECOND);
      NOW.addAndGet(SECOND);
      Place ends = PLACES.get(round % 3);
      Place undoes = PLACES.get((round + 1) % 3);
      Place third = PLACES.get((round + 2) % 3);
      List<Object> answers =
          atOnce(
              List.of(
                  () -> ends.timer.ring(),
                  () -> third.timer.ring(),
                  () -> {
                    undoes.holds.takeBack(gate(run).id(), "cyd", null);
                    return "undone";
                  }));
      PLACES.forEach(place -> place.timer.ring());
      Approval after = now(run);
      if (answers.getLast() instanceof Refusal refused) {
        assertThat(refused.problem()).isEqualTo(Problem.APPROVAL_STATE_CONFLICT);
        assertThat(Objects.requireNonNull(refused.settlement()).by()).isEqualTo("bob");
        assertThat(((ApprovalState.Allowed) after.state()).by()).isEqualTo("bob");
      } else {
        undone++;
        assertThat(after.isPending()).isTrue();
      }
      assertThat(after.held()).isNull();
      assertThat(settlements(run)).isEqualTo(after.isPending() ? 0 : 1);
    }
    assertThat(undone).isBetween(0, ROUNDS);
  }
}
