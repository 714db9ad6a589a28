package dev.holdpoint.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.HeldDecision;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.Signatories;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.permission.Grant;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.engine.triage.GateTimer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decisions that take effect a moment after they were sent. */
final class HoldsTest {
  private static final long HOLD = 5_000;

  @TempDir private Path folder = Path.of("");
  private Bench bench;
  private Holds holds;
  private GateTimer timer;

  @BeforeEach
  @SuppressWarnings("NullAway.Init") // a test parks its run
  void open() {
    bench = new Bench(folder);
    holds = bench.approvals.holds(bench.commits);
    timer =
        new GateTimer(bench.commits, OutboundPolicy.USUAL, GateTimer.PolicyMoments.NONE)
            .ending(holds);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /** As kill -9 and a start do, so much later. */
  private void restart(long passedMs) {
    close();
    open();
    bench.pass(passedMs);
  }

  private static Approval gate(Run run) {
    return run.approvals().getFirst();
  }

  private static Voter voter(Token token) {
    return new Voter(token.principal(), token.role(), token.id());
  }

  private Run send(Run run, String behavior, Voter by, long holdMs, @Nullable Grant grant) {
    String granted = grant == null ? "" : ",\"grant\":{\"scope\":\"session\"}";
    return bench
        .approvals
        .resolve(
            new GateTarget.OfRun(run.id()),
            List.of(
                new SentDecision(
                    gate(run).id(),
                    behavior.equals("allow"),
                    null,
                    null,
                    behavior.equals("allow") ? null : "not now",
                    null,
                    grant,
                    null,
                    null,
                    new Json(
                        "{\"request_id\":\"%s\",\"behavior\":\"%s\",\"reason\":\"not now\"%s}"
                            .formatted(gate(run).id(), behavior, granted)),
                    false,
                    holdMs)),
            by,
            null)
        .run();
  }

  private Run hold(Run run, Voter by) {
    return send(run, "allow", by, HOLD, null);
  }

  private Run ring() {
    bench.deadlines.expireDue();
    timer.ring();
    return bench.now(run);
  }

  private Run run;

  private Run parked() {
    bench.session("s");
    run = bench.parked("s", GateDraft.Deadline.NONE);
    return run;
  }

  private List<String> history() {
    return history(bench);
  }

  /** What the runs' histories tell of their gates. */
  static List<String> history(Bench bench) {
    return bench.published.stream()
        .map(JournalRow::events)
        .flatMap(List::stream)
        .filter(LedgerEvent.GateUpdated.class::isInstance)
        .map(LedgerEvent.GateUpdated.class::cast)
        .map(it -> it.change().wire() + " " + it.by() + (it.code() == null ? "" : " " + it.code()))
        .toList();
  }

  private List<GateChange> log() {
    return bench
        .engine
        .read(queries -> queries.keptBelow(TriageEntry.KIND, gate(run).id(), Long.MAX_VALUE, 100))
        .reversed()
        .stream()
        .map(TriageEntry::change)
        .toList();
  }

  @Test
  @DisplayName("PG-19 it stays pending and parked, and takes effect at the end by its sender")
  void it_takes_effect_at_the_end_of_the_hold() {
    Token ada = bench.person("ada", Role.OPERATOR);
    Run held = hold(parked(), voter(ada));
    assertThat(held.status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    HeldDecision decision = Objects.requireNonNull(gate(held).held());
    assertThat(decision.by()).isEqualTo("ada");
    assertThat(decision.untilMs()).isEqualTo(Bench.START + HOLD);
    bench.pass(HOLD - 1);
    assertThat(gate(ring())).isEqualTo(gate(held));
    bench.pass(1);
    Run done = ring();
    assertThat(done.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(gate(done).state())
        .isEqualTo(new ApprovalState.Allowed("ada", Bench.START + HOLD, null, null));
    assertThat(gate(done).sent()).isEqualTo(decision.sent());
    assertThat(ring()).isEqualTo(done);
    assertThat(history()).containsExactly("held ada");
    Triage triage =
        Objects.requireNonNull(
            bench.engine.<@Nullable Triage>read(
                queries -> queries.kept(Triage.KIND, gate(run).key())));
    assertThat(triage.dueAtMs()).isNull();
  }

  @Test
  @DisplayName("PG-27 a clock that is set back after its moment was found gives it no effect yet")
  void it_takes_no_effect_before_its_time() {
    Run held = hold(parked(), Voter.named("ada"));
    Triage triage =
        Objects.requireNonNull(
            bench.engine.<@Nullable Triage>read(
                queries -> queries.kept(Triage.KIND, gate(run).key())));
    holds.end(triage, Objects.requireNonNull(gate(held).held()));
    assertThat(gate(bench.now(run))).isEqualTo(gate(held));
    bench.pass(HOLD);
    assertThat(gate(ring()).state()).isInstanceOf(ApprovalState.Allowed.class);
  }

  @Test
  @DisplayName("PG-20 undone it is pending again, and history has both with names")
  void it_can_be_taken_back() {
    hold(parked(), Voter.named("ada"));
    holds.takeBack(gate(run).id(), "bob", null);
    assertThat(gate(bench.now(run))).isEqualTo(gate(run));
    bench.pass(2 * HOLD);
    assertThat(gate(ring())).isEqualTo(gate(run));
    assertThat(history()).containsExactly("held ada", "undone bob");
    assertThat(log()).containsExactly(GateChange.HELD, GateChange.UNDONE);
  }

  @Test
  @DisplayName("PG-26 nothing held is approval_not_held, done already approval_state_conflict")
  void what_is_not_held_cannot_be_taken_back() {
    parked();
    refuses(Problem.APPROVAL_NOT_HELD, () -> holds.takeBack(gate(run).id(), "bob", null));
    hold(run, Voter.named("ada"));
    bench.pass(HOLD);
    ring();
    assertThatThrownBy(() -> holds.takeBack(gate(run).id(), "bob", null))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.refusal().problem()).isEqualTo(Problem.APPROVAL_STATE_CONFLICT);
              assertThat(Objects.requireNonNull(refused.refusal().settlement()).by())
                  .isEqualTo("ada");
            });
    refuses(Problem.APPROVAL_NOT_FOUND, () -> holds.takeBack("apr_none", "bob", null));
  }

  @Test
  @DisplayName("PG-21 killed while it is held, it takes effect once when due")
  void a_restart_loses_nothing() {
    hold(parked(), Voter.named("ada"));
    restart(1_000);
    assertThat(gate(ring()).held()).isNotNull();
    restart(HOLD);
    Run done = ring();
    assertThat(gate(done).state()).isInstanceOf(ApprovalState.Allowed.class);
    restart(2 * HOLD);
    assertThat(ring()).isEqualTo(done);
  }

  @Test
  @DisplayName("PG-22 down past hold and deadline the decision counts")
  void the_decision_counts_and_not_the_deadline() {
    bench.session("s");
    run = bench.parked("s", new GateDraft.Deadline(null, 3_000L));
    Run held = hold(run, Voter.named("ada"));
    assertThat(Objects.requireNonNull(gate(held).held()).untilMs()).isEqualTo(Bench.START + 2_999);
    restart(60_000);
    assertThat(gate(ring()).state())
        .isInstanceOfSatisfying(
            ApprovalState.Allowed.class, allowed -> assertThat(allowed.by()).isEqualTo("ada"));
  }

  @Test
  @DisplayName("PG-22 taken back after its deadline, it expires")
  void what_is_taken_back_too_late_expires() {
    bench.session("s");
    run = bench.parked("s", new GateDraft.Deadline(null, 3_000L));
    hold(run, Voter.named("ada"));
    bench.pass(60_000);
    holds.takeBack(gate(run).id(), "ada", null);
    assertThat(gate(ring()).state()).isInstanceOf(ApprovalState.Expired.class);
  }

  @Test
  @DisplayName("PG-23 of undo and effect in one transaction exactly one happens")
  void undo_and_effect_are_one_or_the_other() {
    Voter ada = Voter.named("ada");
    hold(parked(), ada);
    bench.pass(HOLD);
    List<Object> answers =
        bench.together(
            () -> {
              timer.ring();
              return "rang";
            },
            () -> {
              holds.takeBack(gate(run).id(), "ada", null);
              return "undone";
            });
    assertThat(answers).hasSize(2);
    Approval now = gate(ring());
    assertThat(now.isPending()).isEqualTo(answers.contains("undone"));
    assertThat(log()).hasSize(now.isPending() ? 2 : 1);
  }

  @Test
  @DisplayName("PG-24 while ada's allow is held, others may only deny it")
  void others_may_only_deny_it() {
    hold(parked(), Voter.named("ada"));
    Voter bob = Voter.named("bob");
    assertThatThrownBy(() -> send(run, "allow", bob, 0, null))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.refusal().problem()).isEqualTo(Problem.APPROVAL_HELD);
              assertThat(refused.refusal().settlement()).isNull();
              assertThat(Objects.requireNonNull(refused.refusal().held()).by()).isEqualTo("ada");
            });
    refuses(Problem.APPROVAL_HELD, () -> send(run, "allow", bob, HOLD, null));
    assertThat(log()).containsExactly(GateChange.HELD);
    Run denied = send(run, "deny", bob, HOLD, null);
    assertThat(gate(denied).state())
        .isInstanceOfSatisfying(
            ApprovalState.Denied.class, it -> assertThat(it.by()).isEqualTo("bob"));
    bench.pass(HOLD);
    assertThat(gate(ring())).isEqualTo(gate(denied));
  }

  @Test
  @DisplayName("PG-24 the sender's next decision takes the place of the one that is held")
  void the_sender_may_think_better_of_it() {
    Voter ada = Voter.named("ada");
    hold(parked(), ada);
    bench.pass(1_000);
    Run held = send(run, "deny", ada, HOLD, null);
    assertThat(Objects.requireNonNull(gate(held).held()).behavior()).isEqualTo("deny");
    bench.pass(HOLD - 1_000);
    assertThat(gate(ring()).isPending()).isTrue();
    bench.pass(1_000);
    assertThat(gate(ring()).state())
        .isInstanceOfSatisfying(
            ApprovalState.Denied.class, it -> assertThat(it.reason()).isEqualTo("not now"));
  }

  @Test
  @DisplayName("PG-24 run now: the sender's allow without a hold decides at once")
  void the_sender_may_run_it_now() {
    Voter ada = Voter.named("ada");
    hold(parked(), ada);
    Run done = send(run, "allow", ada, 0, null);
    assertThat(done.status()).isEqualTo(RunStatus.RUNNING);
    bench.pass(HOLD);
    assertThat(gate(ring())).isEqualTo(gate(done));
  }

  @Test
  @DisplayName("PG-24 a run that is cancelled withdraws what is held")
  void a_cancelled_run_withdraws_it() {
    hold(parked(), Voter.named("ada"));
    bench.runs.cancel(run.id(), "eve");
    bench.pass(HOLD);
    Run over = ring();
    assertThat(over.status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(gate(over).state()).isInstanceOf(ApprovalState.Withdrawn.class);
  }

  @Test
  @DisplayName("PG-25 the token of the sender was revoked: nothing runs, and history says why")
  void a_revoked_token_decides_nothing() {
    Token ada = bench.person("ada", Role.OPERATOR);
    hold(parked(), voter(ada));
    bench.tokens.revoke(ada.id());
    bench.pass(HOLD);
    Run now = ring();
    assertThat(gate(now)).isEqualTo(gate(run));
    assertThat(now.status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    assertThat(history()).containsExactly("held ada", "undone daemon unauthorized");
    assertThat(ring()).isEqualTo(now);
  }

  @Test
  @DisplayName("PG-25 the tenant wants a signature by then: it is taken back")
  void a_signature_that_is_required_by_then_takes_it_back() {
    Tenant tenant =
        Signatories.tenant(
            bench.commits, Tenants.ROOT, new ApprovalPolicy(false, 1, true, 600_000));
    bench.sessions.createOrReuse(new Sessions.Spec("t", null, null, null, tenant.id(), null), null);
    run = bench.parked("t", GateDraft.Deadline.NONE);
    hold(run, Voter.named("ada"));
    bench.commits.commit(
        change -> {
          change.keep(
              Tenant.KIND,
              new Tenant(
                  tenant.key(),
                  tenant.id(),
                  tenant.displayName(),
                  null,
                  tenant.parentId(),
                  tenant.createdAtMs(),
                  "admin",
                  null,
                  new ApprovalPolicy(true, 1, false, 600_000)));
          return tenant;
        });
    bench.pass(HOLD);
    assertThat(gate(ring()).held()).isNull();
    assertThat(gate(bench.now(run)).isPending()).isTrue();
    assertThat(history()).containsExactly("held ada", "undone daemon approval_signature_required");
    // PG-26
    refuses(Problem.APPROVAL_INVALID_RESOLUTION, () -> hold(run, Voter.named("ada")));
  }

  @Test
  void a_grant_is_stored_when_the_decision_takes_effect() {
    Grant grant = new Grant(PermissionRule.ScopeKind.SESSION, null, null, null);
    bench.session("s");
    run = deploying("s");
    send(run, "allow", Voter.named("ada"), HOLD, grant);
    assertThat(rules()).isEmpty();
    bench.pass(HOLD);
    Run done = ring();
    assertThat(rules()).hasSize(1);
    assertThat(gate(done).state())
        .isInstanceOfSatisfying(
            ApprovalState.Allowed.class,
            it -> assertThat(it.ruleId()).isEqualTo(rules().getFirst().id()));
  }

  private Run deploying(String session) {
    ToolCall call = new ToolCall("call_1", "deploy", Json.EMPTY_OBJECT);
    return bench.progress.advance(
        new Advance(bench.submit(session))
            .turn("", List.of(call))
            .ask(GateDraft.approval(call).because("may I?")));
  }

  private List<PermissionRule> rules() {
    return bench.commits.commit(change -> change.group(PermissionRule.KIND, null));
  }

  @Test
  @DisplayName("a grant that matches leaves what is held alone")
  void a_grant_leaves_it_alone() {
    bench.session("s");
    run = deploying("s");
    hold(run, Voter.named("ada"));
    bench.session("other");
    Run other = deploying("other");
    bench.approvals.resolve(
        new GateTarget.OfRun(other.id()),
        List.of(
            new SentDecision(
                gate(other).id(),
                true,
                null,
                null,
                null,
                new Grant(PermissionRule.ScopeKind.USER, null, null, null),
                null,
                Json.EMPTY_OBJECT)),
        Voter.named("bob"),
        null);
    while (bench.backlog.ring() > 0) {}
    assertThat(Objects.requireNonNull(gate(bench.now(run)).held()).by()).isEqualTo("ada");
  }

  private static void refuses(Problem problem, Runnable deed) {
    assertThatThrownBy(deed::run)
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.refusal().problem()).isEqualTo(problem));
  }
}
