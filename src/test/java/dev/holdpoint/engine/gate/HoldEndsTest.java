package dev.holdpoint.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.SignedIn;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageMachine;
import dev.holdpoint.engine.cluster.Reachability;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Signatories;
import dev.holdpoint.engine.commit.Work;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.engine.triage.GateTimer;
import dev.holdpoint.engine.triage.TriageLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ends of holds at which the decision cannot simply take effect. */
final class HoldEndsTest {
  private static final long HOLD = 5_000;
  private static final int MOST_RINGS = 10;

  @TempDir private Path folder = Path.of("");
  private Bench bench;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private GateTimer timer(Approvals approvals) {
    return new GateTimer(bench.commits, OutboundPolicy.USUAL, GateTimer.PolicyMoments.NONE)
        .ending(approvals.holds(bench.commits));
  }

  private GateTimer timer() {
    return timer(bench.approvals);
  }

  /** Rings until nothing is due, which must not take for ever. */
  private void ring(GateTimer timer) {
    int rings = 0;
    while (timer.ring() > 0) {
      assertThat(++rings)
          .as("the timer finds something to do again and again")
          .isLessThan(MOST_RINGS);
    }
  }

  private static Approval gate(Run run) {
    return run.approvals().getFirst();
  }

  private Approval now(Run run) {
    return gate(bench.now(run));
  }

  private Run parked(String session) {
    bench.session(session);
    return bench.parked(session, GateDraft.Deadline.NONE);
  }

  private Approval send(Run run, String behavior, Voter by, long holdMs) {
    boolean allow = behavior.equals("allow");
    String reason = allow ? null : "not now";
    Json sent =
        new Json(
            "{\"request_id\":\"%s\",\"behavior\":\"%s\"%s}"
                .formatted(gate(run).id(), behavior, allow ? "" : ",\"reason\":\"not now\""));
    SentDecision decision =
        new SentDecision(
            gate(run).id(), allow, null, null, reason, null, null, null, null, sent, false, holdMs);
    return resolved(run, decision, by);
  }

  private Approval resolved(Run run, SentDecision decision, Voter by) {
    return gate(
        bench.approvals.resolve(new GateTarget.OfRun(run.id()), List.of(decision), by, null).run());
  }

  private List<String> history() {
    return HoldsTest.history(bench);
  }

  /** One yes of anyone is enough, and only security's no ends it: bob's is an objection. */
  private Voter bobWhoMayOnlyObject() {
    bench.person("sue", Role.OPERATOR);
    Token bob = bench.person("bob", Role.OPERATOR);
    bench.commits.commit(
        change -> {
          change.keep(
              Group.KIND,
              new Group(1, "grp_1", "security", Tenants.ROOT, List.of("sue"), 1, "admin", 0, 0));
          PolicyDraft needs = PolicyDraft.of("1 of anyone");
          change.keep(
              StoredPolicy.KIND,
              new StoredPolicy(
                  2,
                  "pol_2",
                  "p",
                  1,
                  true,
                  new PolicyDraft(
                      null,
                      needs.match(),
                      needs.needs(),
                      "group:security",
                      true,
                      true,
                      false,
                      needs.risk(),
                      null,
                      null,
                      null,
                      null),
                  1,
                  "admin",
                  0,
                  "admin",
                  0));
          return "kept";
        });
    return new Voter("bob", bob.role(), bob.id());
  }

  @Test
  @DisplayName("PG-24 the sender's own no replaces their held yes, though they objected before")
  void an_objection_that_was_made_before_ends_what_is_held() {
    Voter bob = bobWhoMayOnlyObject();
    Run run = parked("s");
    send(run, "deny", bob, 0);
    assertThat(send(run, "allow", bob, 60_000).held()).isNotNull();
    assertThat(send(run, "deny", bob, 0).held()).isNull();
    bench.pass(60_000);
    ring(timer());
    assertThat(now(run).isPending()).isTrue();
  }

  @Test
  @DisplayName("PG-24 a held no that was said before takes effect once, and the timer rests")
  void a_held_objection_that_was_made_before_is_not_due_for_ever() {
    Voter bob = bobWhoMayOnlyObject();
    Run run = parked("s");
    send(run, "deny", bob, 0);
    assertThat(send(run, "deny", bob, HOLD).held()).isNotNull();
    bench.pass(HOLD);
    ring(timer());
    assertThat(now(run).isPending()).isTrue();
    assertThat(now(run).held()).isNull();
    assertThat(history()).containsExactly("objected bob", "held bob", "objected bob");
  }

  /** Agents whose sessions are not called {@code here} are at this place. */
  private Approvals reaching(Reachability.Place place) {
    Reachability reach =
        new Reachability() {
          @Override
          public Place whereIs(Run run, Queries queries) {
            return run.head().sessionId().equals("here") ? Place.HERE : away[0];
          }

          @Override
          public void bring(long runKey) {}
        };
    away[0] = place;
    Commits never =
        new Commits() {
          @Override
          public <R> R commit(Work<R> work) {
            throw new IllegalStateException("the agent takes its time");
          }
        };
    return new Approvals(
        never, Clarifications.slots(() -> true), ToolInputs.ANYTHING, Long.MAX_VALUE, reach);
  }

  private final Reachability.Place[] away = {Reachability.Place.HERE};

  @Test
  @DisplayName("PG-21 of an agent at a node that is only late, the held yes is tried again")
  void a_node_that_is_late_gets_the_decision_later() {
    Voter ada = Voter.named("ada");
    Run run = parked("late");
    Approval held = send(run, "allow", ada, HOLD);
    GateTimer timer = timer(reaching(Reachability.Place.DOUBTFUL));
    bench.pass(HOLD);
    ring(timer);
    assertThat(now(run)).isEqualTo(held);
    away[0] = Reachability.Place.ELSEWHERE;
    bench.pass(HOLD);
    ring(timer);
    assertThat(now(run).state())
        .isInstanceOfSatisfying(
            ApprovalState.Allowed.class, it -> assertThat(it.by()).isEqualTo("ada"));
    assertThat(history()).containsExactly("held ada");
  }

  @Test
  @DisplayName("PG-19 an agent that is away keeps no other gate from its turn")
  void what_cannot_take_effect_lets_the_others_go_first() {
    for (Reachability.Place place :
        List.of(Reachability.Place.DOUBTFUL, Reachability.Place.NOWHERE)) {
      List<Run> waiting = new ArrayList<>();
      for (int i = 0; i < 51; i++) {
        Run run = parked(place + "-" + i);
        send(run, "allow", Voter.named("ada"), HOLD);
        waiting.add(run);
      }
      bench.pass(1);
      bench.session("here");
      Run ordinary = bench.parked("here", GateDraft.Deadline.NONE);
      long until =
          Objects.requireNonNull(send(ordinary, "allow", Voter.named("ada"), HOLD).held())
              .untilMs();
      bench.pass(HOLD);
      ring(timer(reaching(place)));
      assertThat(now(ordinary).state()).isInstanceOf(ApprovalState.Allowed.class);
      for (Run run : waiting) {
        assertThat(Objects.requireNonNull(now(run).held()).untilMs()).isEqualTo(until - 1);
      }
      away[0] = Reachability.Place.ELSEWHERE;
      bench.pass(HOLD);
      ring(timer(bench.approvals));
      assertThat(waiting).allMatch(run -> !now(run).isPending());
      bench.runs.cancel(ordinary.id(), "eve");
    }
  }

  @Test
  @DisplayName("PG-25 the role that counts is the one at the end, also in the audit")
  void who_may_not_decide_by_then_decides_nothing() {
    for (Role role : List.of(Role.VIEWER, Role.OPERATOR, Role.ADMIN)) {
      Token ada = signIn("ada" + role, Role.OPERATOR);
      Run run = parked("s" + role);
      send(run, "allow", new Voter(ada.principal(), ada.role(), ada.id()), HOLD);
      assertThat(signIn("ada" + role, role).id()).isEqualTo(ada.id());
      bench.pass(HOLD);
      ring(timer());
      boolean may = role != Role.VIEWER;
      assertThat(now(run).isPending()).as("%s", role).isEqualTo(!may);
      assertThat(now(run).held()).isNull();
      assertThat(history().getLast())
          .isEqualTo(may ? "held ada" + role : "undone daemon forbidden");
    }
  }

  private Token signIn(String name, Role role) {
    return bench.tokens.signIn(
        new SignedIn("https://id", name, List.of()),
        name,
        role,
        3_600_000,
        "%064x".formatted(name.hashCode()));
  }

  @Test
  @DisplayName("PG-22 after the deadline what is held counts, and nothing new but a plain no")
  void after_the_deadline_nothing_new_decides() {
    Voter ada = Voter.named("ada");
    for (boolean denied : List.of(true, false)) {
      String session = "s" + denied;
      bench.session(session);
      Run run = bench.parked(session, new GateDraft.Deadline(null, 3_000L));
      Approval held = send(run, "allow", ada, HOLD);
      bench.pass(60_000);
      for (long hold : List.of(0L, HOLD)) {
        refuses(Problem.APPROVAL_EXPIRED, () -> send(run, "allow", ada, hold));
      }
      assertThat(now(run)).isEqualTo(held);
      if (denied) {
        send(run, "deny", Voter.named("bob"), 0);
      }
      ring(timer());
      assertThat(now(run).state())
          .isInstanceOf(denied ? ApprovalState.Denied.class : ApprovalState.Allowed.class);
    }
  }

  @Test
  @DisplayName("PG-24 the sender's signed yes replaces their held one, another's does not")
  void a_signed_yes_is_the_persons_own() {
    Tenant tenant =
        Signatories.tenant(
            bench.commits, Tenants.ROOT, new ApprovalPolicy(false, 1, true, 600_000));
    bench.sessions.createOrReuse(new Sessions.Spec("t", null, null, null, tenant.id(), null), null);
    Run run = bench.parked("t", GateDraft.Deadline.NONE);
    send(run, "allow", Voter.named("ada"), HOLD);
    refuses(Problem.APPROVAL_HELD, () -> allowSigned(run, tenant, "bob"));
    assertThat(allowSigned(run, tenant, "ada").state()).isInstanceOf(ApprovalState.Allowed.class);
  }

  private Approval allowSigned(Run run, Tenant tenant, String principal) {
    ApproverKey key = Signatories.ed25519(bench.commits, tenant, principal, null);
    Assertion assertion = new Assertion(key.id(), Algorithm.ED25519, Bench.START / 1_000 + 60, "v");
    SentDecision decision =
        new SentDecision(
            gate(run).id(),
            true,
            null,
            null,
            null,
            null,
            new VerifiedAssertion(assertion, gate(run).id(), true, true),
            Json.EMPTY_OBJECT);
    return resolved(run, decision, Voter.named("carrier"));
  }

  @Test
  @DisplayName("PG-19 a full log keeps nobody from a held decision, for a while")
  void a_full_log_takes_what_is_held() {
    Run run = parked("s");
    logged(run, TriageMachine.MOST_ENTRIES);
    assertThat(send(run, "allow", Voter.named("ada"), HOLD).held()).isNotNull();
    logged(run, TriageMachine.MOST_WITH_HOLDS);
    refuses(Problem.GATE_LOG_FULL, () -> send(run, "allow", Voter.named("ada"), HOLD));
  }

  private void logged(Run run, int entries) {
    bench.commits.commit(
        change -> {
          Triage triage = TriageLog.of(change, run.head(), gate(run));
          change.keep(
              Triage.KIND,
              new Triage(
                  triage.key(),
                  triage.gateId(),
                  triage.kind(),
                  triage.runKey(),
                  triage.runId(),
                  triage.sessionKey(),
                  triage.sessionId(),
                  triage.tenantId(),
                  List.of(),
                  null,
                  List.of(),
                  List.of(),
                  0,
                  0,
                  entries,
                  List.of(),
                  List.of(),
                  triage.moments()));
          return triage;
        });
  }

  private static void refuses(Problem problem, Runnable deed) {
    assertThatThrownBy(deed::run)
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.refusal().problem()).isEqualTo(problem));
  }
}
