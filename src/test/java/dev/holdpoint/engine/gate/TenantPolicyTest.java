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
import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Denial;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.access.Tokens;
import dev.holdpoint.engine.cluster.Reachability;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.Signatories;
import dev.holdpoint.engine.permission.Grant;
import dev.holdpoint.engine.permission.PermissionRules;
import dev.holdpoint.engine.permission.Rulebook;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.postgres.PostgresStore;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a tenant's policy makes of decisions, whichever door they come through. */
@ParameterizedClass(name = "{0}")
@EnumSource(TenantPolicyTest.Where.class)
final class TenantPolicyTest {
  enum Where {
    SQLITE,
    POSTGRES
  }

  private final Where where;

  TenantPolicyTest(Where where) {
    this.where = where;
  }

  private static final long SECOND = Bench.START / 1_000;
  private static final ApprovalPolicy SIGNED = new ApprovalPolicy(true, 1, false, 60_000);

  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void open() {
    bench =
        switch (where) {
          case SQLITE -> new Bench(folder);
          case POSTGRES -> new Bench(PostgresStore.open(EmbeddedPostgres.shared().newDatabase()));
        };
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Tenant tenant(String parentId, ApprovalPolicy policy) {
    return Signatories.tenant(bench.commits, parentId, policy);
  }

  private void change(Tenant tenant, UnaryOperator<Tenant> next) {
    bench.commits.commit(
        change -> {
          change.keep(Tenant.KIND, next.apply(tenant));
          return tenant;
        });
  }

  private ApproverKey key(Tenant tenant, String principal, @Nullable Long notAfterMs) {
    return Signatories.ed25519(bench.commits, tenant, principal, notAfterMs);
  }

  private void change(ApproverKey key, UnaryOperator<ApproverKey> next) {
    bench.commits.commit(
        change -> {
          change.keep(ApproverKey.KIND, next.apply(key));
          return key;
        });
  }

  private Run parked(Tenant tenant, String session) {
    bench.sessions.createOrReuse(
        new Sessions.Spec(session, null, null, null, tenant.id(), null), null);
    return bench.parked(session, GateDraft.Deadline.NONE);
  }

  private static Approval gate(Run run) {
    return run.approvals().getFirst();
  }

  private static VerifiedAssertion signed(ApproverKey key, Run run, boolean approve) {
    return signed(key, run, approve, SECOND + 60);
  }

  /** The signature itself is looked at before: here it counts as found genuine. */
  private static VerifiedAssertion signed(ApproverKey key, Run run, boolean approve, long exp) {
    return new VerifiedAssertion(
        new Assertion(key.id(), Algorithm.ED25519, exp, "v"), gate(run).id(), approve, true);
  }

  private Run decide(Run run, boolean allow, @Nullable VerifiedAssertion attested) {
    return decide(run, allow, null, null, attested);
  }

  private Run decide(
      Run run,
      boolean allow,
      @Nullable Json input,
      @Nullable Grant grant,
      @Nullable VerifiedAssertion attested) {
    return bench
        .approvals
        .resolve(
            new GateTarget.OfRun(run.id()),
            List.of(
                new SentDecision(
                    gate(run).id(), allow, input, null, null, grant, attested, Json.EMPTY_OBJECT)),
            Voter.named("ada"),
            null)
        .run();
  }

  @Test
  // DX-55
  void DX_55_where_a_signature_is_required_changes_are_requested_by_a_signed_no_and_nothing_less() {
    Tenant tenant = tenant(Tenants.ROOT, SIGNED);
    ApproverKey ada = key(tenant, "ada", null);
    Run run = parked(tenant, "s");

    refuses(Problem.APPROVAL_SIGNATURE_REQUIRED, () -> sendBack(run, null));
    refuses(Problem.APPROVAL_SIGNATURE_INVALID, () -> sendBack(run, signed(ada, run, true)));
    assertThat(bench.now(run)).isEqualTo(run);

    assertThat(gate(sendBack(run, signed(ada, run, false))).state())
        .isInstanceOfSatisfying(
            ApprovalState.Denied.class,
            denied -> assertThat(denied.kind()).isEqualTo(Denial.CHANGES_REQUESTED));
  }

  private Run sendBack(Run run, @Nullable VerifiedAssertion attested) {
    return bench
        .approvals
        .resolve(
            new GateTarget.OfRun(run.id()),
            List.of(
                new SentDecision(
                    gate(run).id(),
                    false,
                    Denial.CHANGES_REQUESTED,
                    null,
                    "use staging",
                    null,
                    null,
                    attested,
                    null,
                    Json.EMPTY_OBJECT,
                    false,
                    0)),
            Voter.named("ada"),
            null)
        .run();
  }

  /** The same run as it is by now. */
  private void decideNext(Run run, boolean allow, VerifiedAssertion attested) {
    decide(bench.now(run), allow, attested);
  }

  private void refuses(
      Problem problem, Run run, boolean allow, @Nullable VerifiedAssertion attested) {
    refuses(problem, () -> decide(run, allow, attested));
    assertThat(bench.now(run)).isEqualTo(run);
  }

  private static void refuses(Problem problem, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.refusal().problem()).isEqualTo(problem));
  }

  // S1-15, S1-31
  @Test
  void where_signatures_are_required_nothing_else_decides() {
    Run run = parked(tenant(Tenants.ROOT, SIGNED), "s");
    Grant grant = new Grant(PermissionRule.ScopeKind.SESSION, null, null, null);

    refuses(Problem.APPROVAL_SIGNATURE_REQUIRED, run, true, null);
    refuses(Problem.APPROVAL_SIGNATURE_REQUIRED, run, false, null);
    refuses(
        Problem.APPROVAL_INVALID_RESOLUTION,
        () -> decide(run, true, Json.EMPTY_OBJECT, null, null));
    refuses(Problem.APPROVAL_SIGNATURE_REQUIRED, () -> decide(run, true, null, grant, null));

    assertThat(bench.now(run)).isEqualTo(run);
  }

  // S1-05, S1-97
  @Test
  void a_signed_word_decides_and_is_named_and_recorded() {
    Tenant tenant = tenant(Tenants.ROOT, SIGNED);
    ApproverKey key = key(tenant, "grace", null);
    Run run = parked(tenant, "s");

    Run after = decide(run, true, signed(key, run, true));

    assertThat(after.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(gate(after).state())
        .isEqualTo(new ApprovalState.Allowed("approver_key:" + key.id(), Bench.START, null, null));
    List<ExternalAction> chain = bench.store.read(queries -> queries.actions(run.key(), 0, 10));
    assertThat(chain)
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.deed().kind()).isEqualTo(ActionKind.DECISION);
              assertThat(record.deed().principalId()).isEqualTo("approver_key:" + key.id());
              assertThat(record.deed().grantId()).isEqualTo(gate(run).id());
              assertThat(record.deed().outcome()).isEqualTo("allow");
            });
  }

  // S1-10, S1-20, S1-24, S1-25, S1-27, S1-28, S1-30, S1-31
  @Test
  void an_assertion_that_does_not_hold_changes_nothing() {
    Tenant tenant = tenant(Tenants.ROOT, SIGNED);
    Tenant child = tenant(tenant.id(), SIGNED);
    ApproverKey key = key(tenant, "grace", null);
    Run run = parked(tenant, "s");
    Run other = parked(tenant, "t");
    Problem invalid = Problem.APPROVAL_SIGNATURE_INVALID;
    Assertion good = signed(key, run, true).assertion();

    refuses(invalid, run, true, new VerifiedAssertion(good, gate(run).id(), true, false));
    refuses(invalid, run, true, signed(key, other, true));
    refuses(invalid, run, true, signed(key, run, false));
    refuses(invalid, run, false, signed(key, run, true));
    refuses(invalid, run, true, signed(key, run, true, SECOND));
    refuses(invalid, run, true, signed(key, run, true, SECOND - 1));
    refuses(invalid, run, true, signed(key, run, true, Long.MIN_VALUE));
    refuses(invalid, run, true, signed(key(child, "grace", null), run, true));
    refuses(invalid, run, true, signed(key(tenant(Tenants.ROOT, SIGNED), "x", null), run, true));
    refuses(
        invalid,
        run,
        true,
        new VerifiedAssertion(
            new Assertion(key.id(), Algorithm.HMAC_SHA256, SECOND + 60, "v"),
            gate(run).id(),
            true,
            true));
    change(key, one -> one.revoked(Bench.START));
    refuses(invalid, run, true, signed(key, run, true));
    ApproverKey over = key(tenant, "grace", Bench.START);
    refuses(invalid, run, true, signed(over, run, true));

    ApproverKey retiring = key(tenant, "grace", null).retiring(Bench.START + 1);
    change(retiring, one -> one);
    assertThat(decide(run, true, signed(retiring, run, true, SECOND + 1)).status())
        .isEqualTo(RunStatus.RUNNING);
  }

  // S1-21
  @Test
  void an_assertion_may_be_good_for_ever_unless_there_is_a_bound() {
    Tenant tenant = tenant(Tenants.ROOT, SIGNED);
    ApproverKey key = key(tenant, "grace", null);
    Approvals bounded =
        new Approvals(
            bench.commits,
            Clarifications.slots(() -> true),
            ToolInputs.ANYTHING,
            300_000,
            Reachability.OWN);
    Run run = parked(tenant, "s");
    SentDecision tooLong =
        new SentDecision(
            gate(run).id(),
            true,
            null,
            null,
            null,
            null,
            signed(key, run, true, SECOND + 301),
            Json.EMPTY_OBJECT);

    refuses(
        Problem.APPROVAL_SIGNATURE_INVALID,
        () ->
            bounded.resolve(
                new GateTarget.OfRun(run.id()), List.of(tooLong), Voter.named("ada"), null));
    assertThat(decide(run, true, signed(key, run, true, Long.MAX_VALUE)).status())
        .isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void a_clock_that_is_set_back_revives_no_assertion_and_no_key() {
    Tenant tenant = tenant(Tenants.ROOT, new ApprovalPolicy(true, 1, false, 3_600_000));
    ApproverKey key = key(tenant, "grace", null);
    ApproverKey until = key(tenant, "grace", Bench.START + 20_000);
    Run run = parked(tenant, "s");
    bench.pass(30_000);
    refuses(Problem.APPROVAL_SIGNATURE_INVALID, run, true, signed(key, run, true, SECOND + 20));

    bench.pass(-20_000);

    refuses(Problem.APPROVAL_SIGNATURE_INVALID, run, true, signed(key, run, true, SECOND + 20));
    refuses(Problem.APPROVAL_SIGNATURE_INVALID, run, true, signed(until, run, true));
    assertThat(decide(run, true, signed(key, run, true)).status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void as_many_principals_as_the_policy_says_have_to_approve() {
    Tenant tenant = tenant(Tenants.ROOT, new ApprovalPolicy(true, 2, false, 60_000));
    ApproverKey grace = key(tenant, "grace", null);
    ApproverKey spare = key(tenant, "grace", null);
    ApproverKey linus = key(tenant, "linus", null);
    Run run = parked(tenant, "s");

    Run once = decide(run, true, signed(grace, run, true));
    Run twice = decide(run, true, signed(spare, run, true));

    assertThat(once.status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    assertThat(bench.now(twice)).isEqualTo(bench.now(once));
    assertThat(((ApprovalState.Pending) gate(once).state()).endorsements())
        .extracting(Endorsement::by)
        .containsExactly("approver_key:" + grace.id());
    Run all = decide(run, true, signed(linus, run, true));
    assertThat(all.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(((ApprovalState.Allowed) gate(all).state()).endorsements())
        .extracting(Endorsement::principal)
        .containsExactly("grace", "linus");
  }

  // PF-84
  @Test
  void PF_84_names_of_before_that_look_alike_are_one_principal() {
    Tenant tenant = tenant(Tenants.ROOT, new ApprovalPolicy(true, 2, false, 60_000));
    Run run = parked(tenant, "s");

    for (String name :
        List.of("grace", "Grace", "grace ", "g\u200brace", "gr\u0430ce", "\uff47race")) {
      decideNext(run, true, signed(key(tenant, name, null), run, true));
      assertThat(bench.now(run).status()).as(name).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    }

    assertThat(((ApprovalState.Pending) gate(bench.now(run)).state()).endorsements()).hasSize(1);
    Run all = decide(bench.now(run), true, signed(key(tenant, "linus", null), run, true));
    assertThat(all.status()).isEqualTo(RunStatus.RUNNING);
  }

  // PF-84
  @Test
  void PF_84_votes_of_before_that_look_alike_count_as_one() {
    Tenant tenant = tenant(Tenants.ROOT, new ApprovalPolicy(true, 3, false, 60_000));
    ApproverKey grace = key(tenant, "grace", null);
    ApproverKey alike = key(tenant, "Grace", null);
    Run run = parked(tenant, "s");
    decide(run, true, signed(grace, run, true));
    // As versions before this one kept it.
    Endorsement first =
        ((ApprovalState.Pending) gate(bench.now(run)).state()).endorsements().getFirst();
    Endorsement second =
        new Endorsement("approver_key:" + alike.id(), "Grace", first.atMs(), first.sent(), null);
    bench.commits.commit(
        change -> {
          RunEdit edit = RunEdit.of(change, bench.now(run));
          edit.draft().approvals(gate -> gate.endorsedBy(List.of(first, second)));
          return edit.done(Clarifications.slots(() -> true));
        });

    decideNext(run, true, signed(key(tenant, "linus", null), run, true));

    assertThat(bench.now(run).status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    assertThat(((ApprovalState.Pending) gate(bench.now(run)).state()).endorsements())
        .extracting(Endorsement::principal)
        .containsExactly("grace", "linus");
  }

  @Test
  void a_yes_counts_only_as_long_as_it_would_still_be_taken() {
    Tenant tenant = tenant(Tenants.ROOT, new ApprovalPolicy(false, 2, true, 60_000));
    bench.person("ada", Role.OPERATOR);
    ApproverKey stolen = key(tenant, "eve", null);
    ApproverKey grace = key(tenant, "grace", null);
    ApproverKey linus = key(tenant, "linus", null);
    Run run = parked(tenant, "s");
    decide(run, true, null);
    decideNext(run, true, signed(stolen, run, true));
    Run other = parked(tenant, "t");
    decide(other, true, signed(stolen, other, true));

    change(tenant, one -> one.under(new ApprovalPolicy(true, 2, false, 60_000)));
    change(stolen, one -> one.revoked(Bench.START));

    // Of the first the click and the revoked key were enough before the policy changed.
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.RUNNING);
    Run once = decide(other, true, signed(grace, other, true));
    assertThat(once.status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    assertThat(decide(other, true, signed(linus, other, true)).status())
        .isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void a_click_does_not_count_once_signatures_are_required() {
    Tenant tenant = tenant(Tenants.ROOT, new ApprovalPolicy(false, 2, true, 60_000));
    bench.person("ada", Role.OPERATOR);
    ApproverKey grace = key(tenant, "grace", null);
    Run run = parked(tenant, "s");
    decide(run, true, null);

    change(tenant, one -> one.under(new ApprovalPolicy(true, 2, true, 60_000)));

    assertThat(decide(run, true, signed(grace, run, true)).status())
        .isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    assertThat(decide(run, true, signed(key(tenant, "linus", null), run, true)).status())
        .isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void fewer_may_be_needed_than_when_somebody_said_yes() {
    Tenant tenant = tenant(Tenants.ROOT, new ApprovalPolicy(true, 2, false, 60_000));
    ApproverKey grace = key(tenant, "grace", null);
    Run run = parked(tenant, "s");
    decide(run, true, signed(grace, run, true));

    change(tenant, one -> one.under(new ApprovalPolicy(true, 1, false, 60_000)));
    Run after = decide(run, true, signed(grace, run, true));

    assertThat(after.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(((ApprovalState.Allowed) gate(after).state()).endorsements()).hasSize(1);
  }

  @Test
  void whoever_asked_is_known_by_the_name_of_his_token_too() {
    Tenant tenant = tenant(Tenants.ROOT, SIGNED);
    Tokens tokens = bench.tokens;
    Token token = tokens.add(new Tokens.Wish("ada", Role.OPERATOR, null), "hash", "admin", null);
    bench.sessions.createOrReuse(new Sessions.Spec("s", null, null, null, tenant.id(), null), null);
    Run run = bench.parkedBy(token.id(), "s");
    ApproverKey own = key(tenant, "ada", null);

    refuses(Problem.APPROVAL_SIGNATURE_INVALID, run, true, signed(own, run, true));

    change(tenant, one -> one.under(new ApprovalPolicy(false, 2, false, 60_000)));
    refuses(Problem.FORBIDDEN, run, true, null);
    change(tenant, one -> one.under(new ApprovalPolicy(false, 2, true, 60_000)));
    assertThat(decide(run, true, null).status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
  }

  @Test
  void one_no_is_enough_where_several_have_to_approve() {
    Tenant tenant = tenant(Tenants.ROOT, new ApprovalPolicy(true, 3, false, 60_000));
    Run run = parked(tenant, "s");
    decide(run, true, signed(key(tenant, "grace", null), run, true));

    Run denied = decide(run, false, signed(key(tenant, "linus", null), run, false));

    assertThat(gate(denied).state()).isInstanceOf(ApprovalState.Denied.class);
    assertThat(denied.status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void whoever_asked_may_deny_and_not_approve_unless_the_policy_says_so() {
    Tenant tenant = tenant(Tenants.ROOT, SIGNED);
    Run run = parked(tenant, "s");
    ApproverKey own = key(tenant, run.head().submittedBy(), null);
    refuses(Problem.APPROVAL_SIGNATURE_INVALID, run, true, signed(own, run, true));

    change(tenant, one -> one.under(new ApprovalPolicy(true, 1, true, 60_000)));
    assertThat(gate(decide(run, true, signed(own, run, true))).state())
        .isInstanceOf(ApprovalState.Allowed.class);

    change(tenant, one -> one);
    Run next = parked(tenant, "t");
    assertThat(gate(decide(next, false, signed(own, next, false))).state())
        .isInstanceOf(ApprovalState.Denied.class);
  }

  // S1-122
  @Test
  void nothing_is_written_for_a_tenant_that_is_suspended_or_below_one() {
    Tenant parent = tenant(Tenants.ROOT, SIGNED);
    Tenant tenant = tenant(parent.id(), SIGNED);
    ApproverKey key = key(tenant, "grace", null);
    Run run = parked(tenant, "s");
    change(parent, one -> one.suspended(Bench.START));

    refuses(Problem.TENANT_SUSPENDED, run, true, signed(key, run, true));
    refuses(Problem.TENANT_SUSPENDED, () -> bench.submit("s"));

    change(parent, one -> one.suspended(null));
    assertThat(decide(run, true, signed(key, run, true)).status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void an_approval_without_a_deadline_gets_the_policys() {
    Tenant tenant = tenant(Tenants.ROOT, SIGNED);

    assertThat(gate(parked(tenant, "s")).expiresAtMs()).isEqualTo(Bench.START + 60_000);
    bench.session("of the root");
    assertThat(gate(bench.parked("of the root", GateDraft.Deadline.NONE)).expiresAtMs()).isNull();
  }

  @Test
  void no_rule_allows_where_one_word_is_not_enough_and_denying_ones_still_do() {
    Tenant open = tenant(Tenants.ROOT, ApprovalPolicy.DEFAULT);
    Tenant guarded = tenant(Tenants.ROOT, new ApprovalPolicy(false, 2, false, 60_000));
    for (Tenant tenant : List.of(open, guarded)) {
      bench.rules.add(
          new PermissionRules.Spec(
              Behavior.ALLOW, "bash", null, PermissionRule.ScopeKind.USER, null, null, null),
          tenant.id(),
          "ada",
          null);
    }
    Run free = parked(open, "open");
    Run held = parked(guarded, "guarded");
    ToolCall call = new ToolCall("c", "bash", new Json("{\"command\":\"ls\"}"));

    assertThat(ruled(free, call)).isEqualTo(Behavior.ALLOW);
    assertThat(ruled(held, call)).isEqualTo(Behavior.ASK);

    bench.rules.add(
        new PermissionRules.Spec(
            Behavior.DENY, "bash", "ls", PermissionRule.ScopeKind.USER, null, null, null),
        guarded.id(),
        "ada",
        null);
    assertThat(ruled(held, call)).isEqualTo(Behavior.DENY);
  }

  private Behavior ruled(Run run, ToolCall call) {
    return bench.commits.commit(
        change -> Rulebook.decide(change, run, call, Behavior.ASK, false).behavior());
  }

  // S1-86
  @Test
  void a_no_ends_the_message_where_a_host_application_made_the_session() {
    Tenant tenant = tenant(Tenants.ROOT, SIGNED);
    ApproverKey key = key(tenant, "grace", null);
    Session session =
        bench.commits.commit(
            change ->
                Sessions.create(
                    change,
                    new Sessions.Spec(null, null, null, null, tenant.id(), null),
                    null,
                    new Session.Conversation(null, null)));
    Run run = bench.parked(session.id(), GateDraft.Deadline.NONE);

    Run denied = decide(run, false, signed(key, run, false));

    assertThat(denied.status()).isEqualTo(RunStatus.FAILED);
    assertThat(denied.error()).isEqualTo("approval_denied");
    assertThat(gate(denied).state()).isInstanceOf(ApprovalState.Denied.class);
  }
}
