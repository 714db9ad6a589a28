package dev.holdpoint.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.GateProgress;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.gate.Ruling;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.OnExpiry;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.PolicyMatch;
import dev.holdpoint.core.policy.PolicySweep;
import dev.holdpoint.core.policy.Risk;
import dev.holdpoint.core.policy.Standing;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.core.triage.TriageMove;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.Signatories;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.external.FrontEndRefused;
import dev.holdpoint.engine.external.FrontEndReply;
import dev.holdpoint.engine.external.FrontEndRuns;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.permission.Rulebook;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.engine.standing.Judgement;
import dev.holdpoint.engine.stats.Looks;
import dev.holdpoint.engine.stats.TriageLooks;
import dev.holdpoint.engine.timer.DueWork;
import dev.holdpoint.engine.triage.GateTimer;
import dev.holdpoint.engine.triage.TriageLog;
import dev.holdpoint.engine.triage.TriageTimes;
import dev.holdpoint.engine.triage.Triages;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.postgres.PostgresStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Policies at the one door that all doors lead through. */
@ParameterizedClass(name = "{0}")
@EnumSource(PolicyDecisionTest.Where.class)
final class PolicyDecisionTest {
  enum Where {
    SQLITE,
    POSTGRES
  }

  private final Where where;

  PolicyDecisionTest(Where where) {
    this.where = where;
  }

  private static final long HOUR = 3_600_000;
  private static final long SECOND = 1_000;

  @TempDir private Path folder = Path.of("");
  private Bench bench;
  private int policies;
  private int groups;

  @BeforeEach
  void open() {
    bench =
        switch (where) {
          case SQLITE -> new Bench(folder);
          case POSTGRES -> new Bench(PostgresStore.open(EmbeddedPostgres.shared().newDatabase()));
        };
    bench.session("s");
    for (String name : List.of("fay", "fin", "sue", "pat")) {
      bench.person(name, Role.OPERATOR);
    }
    group("finance", "fay", "fin");
    group("security", "sue");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Group group(String title, String... members) {
    long key = 1_000L + ++groups;
    return keep(
        new Group(key, "grp_" + key, title, Tenants.ROOT, List.of(members), 1, "admin", 0, 0));
  }

  private Group keep(Group group) {
    return bench.commits.commit(
        change -> {
          change.keep(Group.KIND, group);
          return group;
        });
  }

  private StoredPolicy policy(String needs) {
    return policy(PolicyDraft.of(needs));
  }

  private StoredPolicy policy(PolicyDraft draft) {
    int place = ++policies;
    return keep(
        new StoredPolicy(
            2_000L + place,
            "pol_" + place,
            "p" + place,
            place,
            true,
            draft,
            1,
            "admin",
            0,
            "admin",
            0));
  }

  private StoredPolicy keep(StoredPolicy policy) {
    return bench.commits.commit(
        change -> {
          change.keep(StoredPolicy.KIND, policy);
          return policy;
        });
  }

  private StoredPolicy moved(StoredPolicy one, int position, boolean enabled, String needs) {
    return new StoredPolicy(
        one.key(),
        one.id(),
        one.title(),
        position,
        enabled,
        PolicyDraft.of(needs),
        one.version() + 1,
        one.createdBy(),
        one.createdAtMs(),
        one.updatedBy(),
        one.updatedAtMs());
  }

  private static PolicyDraft draft(
      String needs, @Nullable String veto, boolean requester, boolean distinct, Risk risk) {
    return new PolicyDraft(
        null,
        new PolicyMatch(null, null, null, null, List.of("bash"), null, null),
        needs,
        veto,
        requester,
        distinct,
        false,
        risk,
        null,
        null,
        null,
        null);
  }

  private Run parked() {
    return bench.parked("s", GateDraft.Deadline.NONE);
  }

  private static Approval gate(Run run) {
    return run.approvals().getFirst();
  }

  private Run say(Run run, String name, boolean allow) {
    return say(run, new Voter(name, Role.OPERATOR), allow, null);
  }

  private Run say(Run run, Voter voter, boolean allow, @Nullable Json input) {
    return bench
        .approvals
        .resolve(
            new GateTarget.OfRun(run.id()),
            List.of(
                new SentDecision(
                    gate(run).id(), allow, input, null, null, null, null, Json.EMPTY_OBJECT)),
            voter,
            null)
        .run();
  }

  private void refused(Problem problem, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.refusal().problem()).isEqualTo(problem));
  }

  private String summary(Run run) {
    return bench.engine.read(
        queries ->
            Judgement.of(PolicyBook.of(queries, bench.engine.nowMs()), run, gate(run))
                .now()
                .standing()
                .summary(bench.engine.nowMs()));
  }

  private ApprovalState state(Run run) {
    return gate(bench.now(run)).state();
  }

  // DX-15
  @Test
  void two_people_fill_two_places_in_either_order_and_one_does_not() {
    bench.person("both", Role.ADMIN);
    group("peer", "both", "pat");
    policy("all(1 of group:peer, 1 of role:admin)");

    Run run = parked();
    say(run, new Voter("both", Role.ADMIN), true, null);
    assertThat(state(run)).isInstanceOf(ApprovalState.Pending.class);
    say(run, "pat", true);
    assertThat(state(run)).isInstanceOf(ApprovalState.Allowed.class);

    Run other = bench.parked(bench.session("t"), GateDraft.Deadline.NONE);
    say(other, "pat", true);
    say(other, new Voter("both", Role.ADMIN), true, null);
    assertThat(state(other)).isInstanceOf(ApprovalState.Allowed.class);
  }

  // DX-18
  @Test
  void the_requester_says_no_and_never_yes() {
    policy("1 of anyone");
    Run run = bench.parkedBy("pat", "s");

    refused(Problem.FORBIDDEN, () -> say(run, "pat", true));
    say(run, "pat", false);

    assertThat(state(run)).isInstanceOf(ApprovalState.Denied.class);
  }

  // DX-18
  @Test
  void the_requester_does_not_allow_themselves_by_a_rule_either() {
    policy("1 of anyone");
    Run run = bench.parkedBy("pat", "s");
    ToolCall call = run.call(gate(run).callId());
    rule();

    assertThat(decided(run, call)).isEqualTo(Behavior.ASK);
  }

  // DX-19
  @Test
  void somebody_who_is_not_named_is_refused_with_the_summary_and_leaves_no_trace() {
    policy("1 of group:finance");
    Run run = parked();

    assertThatThrownBy(() -> say(run, "pat", true))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.refusal().problem()).isEqualTo(Problem.APPROVAL_NOT_ELIGIBLE);
              assertThat(refused.refusal().detail()).contains(summary(run));
            });
    assertThat(bench.now(run)).isEqualTo(run);
    say(run, "fay", true);
    assertThat(state(run)).isInstanceOf(ApprovalState.Allowed.class);
  }

  // DX-20
  @Test
  void only_a_genuine_signature_learns_that_its_principal_is_not_named() {
    Tenant tenant =
        Signatories.tenant(bench.commits, Tenants.ROOT, new ApprovalPolicy(false, 1, true, HOUR));
    bench.sessions.createOrReuse(
        new Sessions.Spec("in", null, null, null, tenant.id(), null), null);
    policy("1 of group:finance");
    ApproverKey eve = Signatories.ed25519(bench.commits, tenant, "eve", null);
    Run run = bench.parked("in", GateDraft.Deadline.NONE);

    refused(Problem.APPROVAL_SIGNATURE_INVALID, () -> sign(run, eve, false));
    refused(Problem.APPROVAL_NOT_ELIGIBLE, () -> sign(run, eve, true));
    assertThat(bench.now(run)).isEqualTo(run);
  }

  private Run sign(Run run, ApproverKey key, boolean genuine) {
    Assertion assertion = new Assertion(key.id(), Algorithm.ED25519, Bench.START / 1_000 + 60, "v");
    return bench
        .approvals
        .resolve(
            new GateTarget.OfRun(run.id()),
            List.of(
                new SentDecision(
                    gate(run).id(),
                    true,
                    null,
                    null,
                    null,
                    null,
                    new VerifiedAssertion(assertion, gate(run).id(), true, genuine),
                    Json.EMPTY_OBJECT)),
            Voter.named("carrier"),
            null)
        .run();
  }

  // DX-21
  @Test
  void a_no_without_the_veto_is_an_objection() {
    policy(draft("1 of group:finance", "group:security", false, true, Risk.NORMAL));
    Run run = parked();

    Run objected = say(run, "fay", false);
    ApprovalState.Pending waits = (ApprovalState.Pending) gate(objected).state();
    assertThat(waits.objections()).extracting("principal").containsExactly("fay");
    assertThat(objected.status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);

    Run second = bench.parked(bench.session("t"), GateDraft.Deadline.NONE);
    say(second, "sue", false);
    assertThat(state(second)).isInstanceOf(ApprovalState.Denied.class);
  }

  // DX-21
  @Test
  void objections_that_leave_no_way_end_it() {
    policy(draft("1 of group:finance", "group:security", false, true, Risk.NORMAL));
    Run run = parked();

    say(run, "fay", false);
    assertThat(state(run)).isInstanceOf(ApprovalState.Pending.class);
    say(run, "fin", false);

    assertThat(state(run)).isInstanceOf(ApprovalState.Denied.class);
    assertThat(gate(bench.now(run)).ruling()).isNotNull();
  }

  // DX-22
  @Test
  void a_persons_last_word_counts_and_the_same_word_twice_changes_nothing() {
    group("trio", "fay", "fin", "pat");
    policy(draft("2 of group:trio", "group:security", false, true, Risk.NORMAL));
    Run run = parked();

    ApprovalState yes = gate(say(run, "fay", true)).state();
    assertThat(gate(say(run, "fay", true)).state()).isEqualTo(yes);
    say(run, "fay", false);
    say(run, "fin", true);
    assertThat(state(run)).isInstanceOf(ApprovalState.Pending.class);
    say(run, "fay", true);

    assertThat(state(run)).isInstanceOf(ApprovalState.Allowed.class);
  }

  // DX-23
  @Test
  void a_voter_who_leaves_or_loses_their_token_is_not_counted() {
    Group trio = group("trio", "fay", "fin", "tom");
    Token tom = bench.person("tom", Role.OPERATOR);
    policy("2 of group:trio");
    Run run = parked();
    say(run, "tom", true);
    bench.tokens.revoke(tom.id());
    say(run, "fay", true);
    assertThat(state(run)).isInstanceOf(ApprovalState.Pending.class);

    keep(
        new Group(
            trio.key(), trio.id(), "trio", Tenants.ROOT, List.of("fin", "sue"), 2, "admin", 0, 0));
    say(run, "fin", true);
    assertThat(state(run)).isInstanceOf(ApprovalState.Pending.class);
    say(run, "sue", true);

    assertThat(state(run)).isInstanceOf(ApprovalState.Allowed.class);
  }

  // DX-19, DX-23, DX-38
  @Test
  void a_former_member_does_not_settle_what_others_have_met_by_saying_yes_again() {
    Group trio = group("trio", "fay", "fin", "pat");
    StoredPolicy one = policy("3 of group:trio");
    Run run = parked();
    say(run, "fay", true);
    say(run, "pat", true);
    keep(former(trio));
    keep(moved(one, 1, true, "1 of group:trio"));

    refused(Problem.APPROVAL_NOT_ELIGIBLE, () -> say(run, "pat", true));
    assertThat(state(run)).isInstanceOf(ApprovalState.Pending.class);
    say(run, "fay", true);

    assertThat(((ApprovalState.Allowed) state(run)).by()).isEqualTo("fay");
  }

  // DX-23, DX-30
  @Test
  void a_stage_that_opens_settles_by_a_yes_that_counts_and_not_by_a_former_members() {
    Group trio = group("trio", "fay", "fin", "pat");
    policy("3 of group:trio within 1h else 1 of group:trio within 1h else deny");
    Run run = parked();
    say(run, "fay", true);
    say(run, "pat", true);
    keep(former(trio));

    bench.pass(HOUR);
    bench.deadlines.expireDue();
    timer().ring();

    assertThat(((ApprovalState.Allowed) state(run)).by()).isEqualTo("fay");
  }

  private static Group former(Group trio) {
    return new Group(
        trio.key(), trio.id(), trio.title(), Tenants.ROOT, List.of("fay", "fin"), 2, "admin", 0, 0);
  }

  // DX-24
  @Test
  void the_tenants_number_and_the_policy_hold_together() {
    Tenant tenant =
        Signatories.tenant(bench.commits, Tenants.ROOT, new ApprovalPolicy(false, 2, true, HOUR));
    bench.sessions.createOrReuse(
        new Sessions.Spec("in", null, null, null, tenant.id(), null), null);
    policy("1 of group:finance");
    Run run = bench.parked("in", GateDraft.Deadline.NONE);

    say(run, "pat", true);
    assertThat(state(run)).isInstanceOf(ApprovalState.Pending.class);
    // The one that is missing is of finance now.
    refused(Problem.APPROVAL_NOT_ELIGIBLE, () -> say(run, "sue", true));
    say(run, "fay", true);

    assertThat(state(run)).isInstanceOf(ApprovalState.Allowed.class);
  }

  // DX-25
  @Test
  void an_allow_rule_does_not_speak_for_a_guarded_call() {
    Run run = parked();
    ToolCall call = run.call(gate(run).callId());
    rule();
    assertThat(decided(run, call)).isEqualTo(Behavior.ALLOW);

    policy("1 of group:finance");

    assertThat(decided(run, call)).isEqualTo(Behavior.ASK);
  }

  private void rule() {
    bench.rules.add(
        new PermissionRules.Spec(
            Behavior.ALLOW, "bash", null, PermissionRule.ScopeKind.SESSION, "s", null, null),
        Tenants.ROOT,
        "admin",
        null);
  }

  private Behavior decided(Run run, ToolCall call) {
    return bench.commits.commit(
        change -> Rulebook.decide(change, run, call, Behavior.ASK, false).behavior());
  }

  // DX-26
  @Test
  void an_edit_needs_a_yes_that_decides_by_itself() {
    StoredPolicy one = policy("2 of group:finance");
    Run run = parked();
    Json edited = new Json("{\"command\":\"ls\"}");

    refused(
        Problem.APPROVAL_INVALID_RESOLUTION,
        () -> say(run, new Voter("fay", Role.OPERATOR), true, edited));
    keep(moved(one, 1, true, "1 of group:finance"));
    say(run, new Voter("fay", Role.OPERATOR), true, edited);

    assertThat(((ApprovalState.Allowed) state(run)).updatedInput()).isEqualTo(edited);
  }

  // DX-31
  @Test
  void a_vote_after_a_stages_end_finds_the_next_one_open() {
    policy("1 of group:finance within 1h else 1 of group:security within 1h else deny");
    Run run = parked();
    assertThat(gate(run).expiresAtMs()).isEqualTo(Bench.START + 2 * HOUR);

    refused(Problem.APPROVAL_NOT_ELIGIBLE, () -> say(run, "sue", true));
    bench.pass(HOUR);
    say(run, "sue", true);

    assertThat(state(run)).isInstanceOf(ApprovalState.Allowed.class);
    assertThat(ruling(run).stage()).isEqualTo(2);
  }

  // DX-32
  @Test
  void a_daemon_that_was_down_gives_each_stage_its_whole_time() {
    policy("1 of group:finance within 1h else 1 of group:security within 1h else deny");
    Run run = parked();

    bench.pass(100 * HOUR);
    bench.deadlines.expireDue();
    Approval second = gate(bench.now(run));
    assertThat(second.isPending()).isTrue();
    assertThat(second.expiresAtMs()).isEqualTo(Bench.START + 101 * HOUR);
    bench.pass(HOUR);
    bench.deadlines.expireDue();

    ApprovalState.Expired over = (ApprovalState.Expired) state(run);
    assertThat(over.applied()).isEqualTo(Applied.DENY);
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.RUNNING);
  }

  // DX-32
  @Test
  void the_askers_own_deadline_ends_it_whatever_the_stage() {
    policy("1 of group:finance within 1h else 1 of group:security within 1h else deny");
    Run run = bench.parked("s", new GateDraft.Deadline(null, HOUR / 2));

    bench.pass(100 * HOUR);
    bench.deadlines.expireDue();

    assertThat(((ApprovalState.Expired) state(run)).applied()).isEqualTo(Applied.DENY);
  }

  // AG-70
  @Test
  void a_deadline_that_yields_ends_it_before_the_policy_does_and_never_after() {
    policy("1 of group:finance within 1h else deny");

    Approval early = gate(bench.parked("s", GateDraft.Deadline.notAfter(Bench.START + HOUR / 2)));
    bench.session("t");
    Approval late = gate(bench.parked("t", GateDraft.Deadline.notAfter(Bench.START + 2 * HOUR)));

    assertThat(early.expiresAtMs()).isEqualTo(Bench.START + HOUR / 2);
    assertThat(early.isDeadlineFixed()).isTrue();
    assertThat(late.expiresAtMs()).isEqualTo(Bench.START + HOUR);
    assertThat(late.isDeadlineFixed()).isFalse();
  }

  // DX-30
  @Test
  void a_stage_that_the_votes_meet_when_it_opens_settles_it_by_the_last_of_them() {
    policy("2 of group:finance within 1h else 1 of group:finance within 1h else deny");
    Run run = parked();
    say(run, "fay", true);

    bench.pass(2 * HOUR);
    bench.deadlines.expireDue();

    ApprovalState.Allowed allowed = (ApprovalState.Allowed) state(run);
    assertThat(allowed.by()).isEqualTo("fay");
    assertThat(allowed.atMs()).isEqualTo(Bench.START + 2 * HOUR);
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.RUNNING);
  }

  // DX-31
  @Test
  void what_a_late_voter_hears_of_a_stage_that_settled_it_is_on_disk() {
    policy("2 of group:finance within 1h else 1 of group:finance within 1h else deny");
    Run run = parked();
    say(run, "fay", true);
    bench.pass(HOUR);

    assertThatThrownBy(() -> say(run, "fin", true))
        .isInstanceOfSatisfying(
            Refused.class,
            refused ->
                assertThat(refused.refusal().problem())
                    .isEqualTo(Problem.APPROVAL_REQUEST_NOT_PENDING));

    ApprovalState.Allowed allowed = (ApprovalState.Allowed) state(run);
    assertThat(allowed.by()).isEqualTo("fay");
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.RUNNING);
  }

  // AG-82
  @Test
  void a_front_end_resumes_what_a_stage_has_settled_in_the_same_sense_alone() {
    policy("2 of group:finance within 1h else 1 of group:finance within 1h else deny");
    Run run = parked();
    say(run, "fay", true);
    bench.pass(HOUR);

    for (int i = 0; i < 2; i++) {
      // No less when it is sent again.
      assertThatThrownBy(() -> resume(run, "no", false))
          .isInstanceOfSatisfying(
              FrontEndRefused.class,
              refused -> {
                assertThat(refused.code()).isEqualTo("interrupt_settled");
                assertThat(refused.refusal().detail()).contains("allow", "by fay");
              });
    }
    assertThat(resume(run, "yes", true).run().status()).isEqualTo(RunStatus.RUNNING);
    assertThat(((ApprovalState.Allowed) state(run)).by()).isEqualTo("fay");
  }

  private FrontEndRuns.Part resume(Run run, String id, boolean allow) {
    FrontEndRuns front =
        new FrontEndRuns(
            bench.commits,
            Clarifications.slots(() -> true),
            Bench.ROUTES,
            10,
            bench.approvals,
            bench.questions);
    return front.resume(
        new FrontEndRuns.Client("tok_fin", new Voter("fin", Role.OPERATOR), Tenants.ROOT, null),
        "s",
        id,
        List.of(
            new FrontEndReply.Decided(
                new SentDecision(
                    gate(run).id(), allow, null, null, null, null, null, Json.EMPTY_OBJECT))),
        id);
  }

  // DX-28
  @Test
  void a_stage_opens_at_its_time_by_the_one_due_row() {
    policy("1 of group:finance within 1h else 1 of group:security within 1h else deny");
    Run run = parked();
    GateTimer timer = timer();

    bench.pass(HOUR - 1);
    timer.ring();
    assertThat(stage(run)).isEqualTo(1);
    bench.pass(1);
    timer.ring();

    Approval second = gate(bench.now(run));
    assertThat(stage(run)).isEqualTo(2);
    assertThat(second.expiresAtMs()).isEqualTo(Bench.START + 2 * HOUR);
    assertThat(changes(run)).containsExactly(GateChange.STAGE_OPENED);
    say(run, "fay", true);
    assertThat(state(run)).isInstanceOf(ApprovalState.Allowed.class);
  }

  // DX-29, DX-68, DX-78, DX-80
  @Test
  void a_look_of_a_person_who_may_not_act_leaves_the_gate_unseen() {
    policy("1 of group:finance");
    Run run = parked();
    look(run, "pat");
    assertThat(counted(run)).isEmpty();
    assertThat(bench.store.<Long>read(new TriageLooks()::unseen)).isEqualTo(1);

    look(run, "fay");
    assertThat(counted(run)).extracting(Looks.Look::by).containsExactly("fay");
    assertThat(bench.store.<Long>read(new TriageLooks()::unseen)).isZero();
  }

  // DX-68, DX-80
  @Test
  void a_vote_is_a_look_without_one_that_is_written() {
    policy("2 of group:finance");
    Run run = parked();
    assertThat(bench.store.<Long>read(new TriageLooks()::unseen)).isEqualTo(1);

    say(run, "fay", true);

    assertThat(gate(bench.now(run)).isPending()).isTrue();
    assertThat(counted(run)).isEmpty();
    assertThat(bench.store.<Long>read(new TriageLooks()::unseen)).isZero();
  }

  private void look(Run run, String by) {
    new Triages(
            bench.commits,
            Clarifications.slots(() -> true),
            OutboundPolicy.USUAL,
            TriageTimes.USUAL)
        .act(gate(run).id(), new TriageMove.Look(), new Triages.Actor(by, null), null);
  }

  private List<Looks.Look> counted(Run run) {
    return bench.store.read(queries -> new TriageLooks().at(queries, gate(run).key()));
  }

  // DX-29
  @Test
  void a_look_of_somebody_who_may_act_stops_the_way_past_them() {
    policy("1 of group:finance within 1h or unseen 10m else 1 of group:security else deny");
    Run looked = parked();
    Run other = bench.parked(bench.session("t"), GateDraft.Deadline.NONE);
    seen(looked, "fay");
    seen(other, "pat");

    bench.pass(HOUR / 6);
    timer().ring();

    assertThat(gate(bench.now(looked)).progress()).isNull();
    assertThat(stage(other)).isEqualTo(2);
  }

  // DX-29
  @Test
  void a_look_right_after_a_stage_has_opened_counts_for_that_stage() {
    policy("group:finance within 1h else group:finance within 1h or unseen 1m else group:security");
    Run run = parked();
    bench.pass(HOUR - SECOND);
    look(run, "fay");
    bench.pass(SECOND);
    timer().ring();
    assertThat(stage(run)).isEqualTo(2);

    bench.pass(SECOND);
    look(run, "fay");
    bench.pass(HOUR / 60);
    timer().ring();

    assertThat(stage(run)).isEqualTo(2);
  }

  // DX-39
  @Test
  void a_policy_that_comes_later_sets_the_due_rows_of_what_waits() {
    Run run = parked();
    policy("1 of group:finance within 1h else 1 of group:security within 1h else deny");
    bench.commits.commit(
        change -> {
          change.keep(PolicySweep.KIND, new PolicySweep(PolicySweep.ONLY, 0, change.nowMs(), null));
          return true;
        });
    DueWork sweep = StageMoments.sweep(bench.commits);
    while (sweep.ring() > 0) {
      // Some gates a commit.
    }

    bench.pass(HOUR);
    timer().ring();

    assertThat(stage(run)).isEqualTo(2);
  }

  private Ruling ruling(Run run) {
    return Objects.requireNonNull(gate(bench.now(run)).ruling());
  }

  private int stage(Run run) {
    GateProgress come = gate(bench.now(run)).progress();
    return come == null ? 1 : come.stage();
  }

  private GateTimer timer() {
    return new GateTimer(
        bench.commits,
        OutboundPolicy.USUAL,
        StageMoments.opening(Clarifications.slots(() -> true)));
  }

  private void seen(Run run, String by) {
    bench.commits.commit(
        change -> {
          Triage triage = TriageLog.of(change, run.head(), gate(run));
          change.keep(
              Triage.KIND,
              triage.withSeen(List.of(new Triage.Look(by, change.nowMs(), change.nowMs()))));
          return true;
        });
  }

  private List<GateChange> changes(Run run) {
    return bench.store.read(
        queries ->
            queries.keptBelow(TriageEntry.KIND, gate(run).id(), Long.MAX_VALUE, 10).stream()
                .map(TriageEntry::change)
                .toList());
  }

  // DX-35
  @Test
  void a_low_risk_call_runs_at_its_deadline_unless_more_is_required_by_then() {
    policy(draft("1 of anyone within 1h else allow", null, true, true, Risk.LOW));
    Run run = parked();
    bench.pass(HOUR);
    bench.deadlines.expireDue();

    ApprovalState.Settled over = (ApprovalState.Settled) state(run);
    assertThat(over.outcome()).isEqualTo(Outcome.EXPIRED);
    assertThat(over.applied()).isEqualTo(Applied.ALLOW);
  }

  // DX-35
  @Test
  void what_would_be_allowed_is_denied_where_signatures_are_required_by_then() {
    Tenant tenant =
        Signatories.tenant(
            bench.commits, Tenants.ROOT, new ApprovalPolicy(false, 1, true, 2 * HOUR));
    bench.sessions.createOrReuse(
        new Sessions.Spec("in", null, null, null, tenant.id(), null), null);
    policy(draft("1 of anyone within 1h else allow", null, true, true, Risk.LOW));
    Run run = bench.parked("in", GateDraft.Deadline.NONE);
    bench.commits.commit(
        change -> {
          change.keep(Tenant.KIND, tenant.under(new ApprovalPolicy(true, 1, true, HOUR)));
          return tenant;
        });

    bench.pass(HOUR);
    bench.deadlines.expireDue();

    assertThat(((ApprovalState.Settled) state(run)).applied()).isEqualTo(Applied.DENY);
  }

  // DX-35
  @Test
  void an_asker_does_not_shorten_the_time_before_a_call_runs_by_itself() {
    policy(draft("1 of anyone within 1h else allow", null, true, true, Risk.LOW));
    Run run = bench.parked("s", new GateDraft.Deadline(null, 1L));
    Standing shown = standing(run);
    assertThat(shown.onExpiry()).isEqualTo(OnExpiry.DENY);
    assertThat(shown.summary(Bench.START)).contains("is denied in").doesNotContain("is allowed");
    bench.pass(1);
    bench.deadlines.expireDue();

    assertThat(((ApprovalState.Settled) state(run)).applied()).isEqualTo(Applied.DENY);
  }

  private Standing standing(Run run) {
    return bench.engine.read(
        queries ->
            Judgement.of(PolicyBook.of(queries, bench.engine.nowMs()), run, gate(run))
                .now()
                .standing());
  }

  // DX-35, DX-37
  @Test
  void a_deadline_in_a_conversation_ends_the_message_and_says_so() {
    Tenant tenant =
        Signatories.tenant(
            bench.commits, Tenants.ROOT, new ApprovalPolicy(false, 1, true, 2 * HOUR));
    Session session =
        bench.commits.commit(
            change ->
                Sessions.create(
                    change,
                    new Sessions.Spec(null, null, null, null, tenant.id(), null),
                    null,
                    new Session.Conversation(null, null)));
    policy("1 of anyone within 1h else deny");
    Run run = bench.parked(session.id(), GateDraft.Deadline.NONE);

    assertThat(standing(run).onExpiry()).isEqualTo(OnExpiry.FAIL);
    assertThat(standing(run).summary(Bench.START)).contains("fails its run in");
    bench.pass(HOUR);
    bench.deadlines.expireDue();
    assertThat(((ApprovalState.Settled) state(run)).applied()).isEqualTo(Applied.FAIL);
  }

  private void passkeyRule() {
    bench.rules.add(
        new PermissionRules.Spec(
            Behavior.ASK, "bash", null, PermissionRule.ScopeKind.SESSION, "s", null, null, true),
        Tenants.ROOT,
        "admin",
        null);
  }

  // PF-64
  @Test
  void what_would_be_allowed_is_denied_where_a_rule_wants_a_passkey_by_then() {
    policy(draft("1 of anyone within 1h else allow", null, true, true, Risk.LOW));
    Run run = parked();
    passkeyRule();
    OnExpiry shown =
        bench.engine.read(
            queries ->
                Judgement.of(PolicyBook.of(queries, bench.engine.nowMs()), run, gate(run))
                    .steppedUp()
                    .now()
                    .standing()
                    .onExpiry());
    assertThat(shown).isEqualTo(OnExpiry.DENY);

    bench.pass(HOUR);
    bench.deadlines.expireDue();

    assertThat(((ApprovalState.Settled) state(run)).applied()).isEqualTo(Applied.DENY);
  }

  // PF-64
  @Test
  void a_click_from_before_a_rule_wanted_a_passkey_meets_no_later_stage() {
    policy("2 of group:finance within 1h else 1 of group:finance within 1h else deny");
    Run run = parked();
    say(run, "fay", true);
    passkeyRule();

    bench.pass(2 * HOUR);
    bench.deadlines.expireDue();
    ApprovalState.Pending waits = (ApprovalState.Pending) state(run);
    assertThat(waits.endorsements()).isEmpty();
    bench.pass(HOUR);
    bench.deadlines.expireDue();

    assertThat(((ApprovalState.Settled) state(run)).applied()).isEqualTo(Applied.DENY);
  }

  // DX-36
  @Test
  void a_deadline_is_extended_as_often_as_the_policy_says() {
    policy("1 of anyone within 1h else extend 1h 2 times else deny");
    Run run = parked();

    for (int hour = 1; hour <= 2; hour++) {
      bench.pass(HOUR);
      bench.deadlines.expireDue();
      assertThat(state(run)).isInstanceOf(ApprovalState.Pending.class);
      assertThat(gate(bench.now(run)).expiresAtMs()).isEqualTo(Bench.START + (hour + 1) * HOUR);
    }
    bench.pass(HOUR);
    bench.deadlines.expireDue();

    assertThat(((ApprovalState.Expired) state(run)).applied()).isEqualTo(Applied.DENY);
  }

  // DX-37
  @Test
  void the_policys_ending_wins_over_the_askers() {
    policy("1 of anyone within 1h else cancel");
    Run run = parked();
    bench.pass(HOUR);
    bench.deadlines.expireDue();

    assertThat(((ApprovalState.Expired) state(run)).applied()).isEqualTo(Applied.CANCEL);
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.CANCELLED);
  }

  // DX-38
  @Test
  void a_stricter_policy_holds_for_the_next_vote_and_a_weaker_one_settles_nothing() {
    StoredPolicy one = policy("1 of group:finance");
    Run run = parked();
    keep(moved(one, 1, true, "2 of group:finance"));
    say(run, "fay", true);
    assertThat(state(run)).isInstanceOf(ApprovalState.Pending.class);

    keep(moved(moved(one, 1, true, "2 of group:finance"), 1, true, "1 of group:finance"));
    bench.deadlines.expireDue();
    assertThat(state(run)).isInstanceOf(ApprovalState.Pending.class);
    assertThat(summary(bench.now(run))).isNotEmpty();
    say(run, "fay", true);

    assertThat(state(run)).isInstanceOf(ApprovalState.Allowed.class);
  }

  // DX-12, DX-40
  @Test
  void the_first_policy_that_matches_holds_and_the_decision_names_it() {
    StoredPolicy first = policy("1 of group:finance");
    StoredPolicy second = policy("1 of group:security");
    Run run = parked();
    refused(Problem.APPROVAL_NOT_ELIGIBLE, () -> say(run, "sue", true));

    keep(moved(first, 3, true, "1 of group:finance"));
    say(run, "sue", true);
    assertThat(ruling(run).policyId()).isEqualTo(second.id());
    assertThat(ruling(run).policyVersion()).isEqualTo(1);

    keep(moved(second, 2, false, "1 of group:security"));
    Run next = bench.parked(bench.session("t"), GateDraft.Deadline.NONE);
    refused(Problem.APPROVAL_NOT_ELIGIBLE, () -> say(next, "sue", true));
    say(next, "fin", true);
    assertThat(ruling(next).term()).isEqualTo("group:finance");
  }

  // DX-78
  @Test
  void a_decision_is_counted_for_the_place_that_it_filled() {
    policy("any(2 of group:security, all(1 of group:finance, 1 of person:fay))");
    Run run = parked();
    say(run, "fin", true);
    say(run, "fay", true);

    assertThat(state(run)).isInstanceOf(ApprovalState.Allowed.class);
    assertThat(ruling(run).term()).isEqualTo("person:fay");
  }

  // DX-30, DX-78
  @Test
  void a_decision_by_the_opening_of_a_stage_is_counted_for_the_place_of_that_stage() {
    policy("all(1 of group:finance, 1 of group:security) within 1h else 1 of person:fay");
    Run run = parked();
    say(run, "fay", true);
    bench.pass(HOUR);
    timer().ring();

    assertThat(state(run)).isInstanceOf(ApprovalState.Allowed.class);
    assertThat(ruling(run).term()).isEqualTo("person:fay");
  }
}
