package dev.holdpoint.engine.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.loop.Hearing;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What rules decide, what grants leave behind, and what becomes of what still waits. */
final class PermissionRulesTest {
  private static final String TENANT = "tnt_root";

  @TempDir private Path folder = Path.of("");
  private Bench bench;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    bench.session("s");
    bench.session("other");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private static ToolCall bash(String command) {
    return new ToolCall(
        "call_1", "bash", JsonTree.write(JsonTree.object().put("command", command)));
  }

  private Run calls(String session, ToolCall call) {
    return calls(session, call, GateDraft.Deadline.NONE);
  }

  /**
   * A run of the session wants to make the call. Runs of one session do not wait for each other.
   */
  private Run calls(String session, ToolCall call, GateDraft.Deadline deadline) {
    Run run = bench.submit(session);
    return bench.progress.advance(
        new Advance(run)
            .turn("", List.of(call))
            .hear(
                new Hearing(
                    call,
                    Behavior.ASK,
                    GateDraft.approval(call).because("may I?").until(deadline))));
  }

  private Run asks(String session, ToolCall call) {
    return bench
        .outside
        .raise(
            session,
            Bench.submission(RunHead.Driver.OUTSIDE),
            new ExternalGates.Gate(call, GateDraft.approval(call).because("may I?")),
            null,
            null)
        .run();
  }

  private Run grants(Run run, ScopeKind scope, @Nullable String pattern) {
    return grants(run, new Grant(scope, pattern, null, null));
  }

  private Run grants(Run run, Grant grant) {
    return bench
        .approvals
        .resolve(
            new GateTarget.OfRun(run.id()),
            List.of(
                new SentDecision(
                    run.pendingApprovals().getFirst().id(),
                    true,
                    null,
                    null,
                    null,
                    grant,
                    null,
                    Json.EMPTY_OBJECT)),
            Voter.named("ada"),
            null)
        .run();
  }

  private PermissionRule adds(Behavior behavior, String tool, @Nullable String command) {
    return bench
        .rules
        .add(
            new PermissionRules.Spec(behavior, tool, command, ScopeKind.USER, null, null, null),
            TENANT,
            "ada",
            null)
        .rule();
  }

  private List<PermissionRule> kept() {
    return bench.engine.read(
        queries -> queries.keptBelow(PermissionRule.KIND, null, Long.MAX_VALUE, 10_000));
  }

  private Run now(Run run) {
    return Objects.requireNonNull(bench.engine.read(queries -> queries.run(run.key())));
  }

  private static boolean waits(Run run) {
    return run.status() == RunStatus.WAITING_FOR_APPROVAL;
  }

  private List<LedgerEvent.RuleApplied> told() {
    return bench.published.stream()
        .flatMap(row -> row.events().stream())
        .filter(LedgerEvent.RuleApplied.class::isInstance)
        .map(LedgerEvent.RuleApplied.class::cast)
        .toList();
  }

  private void settleAll() {
    while (bench.backlog.ring() > 0) {}
  }

  @Test
  void a_grant_for_the_session_is_stored_with_the_decision_and_speaks_there_alone() {
    Run first = calls("s", bash("git push origin"));
    Run allowed = grants(first, ScopeKind.SESSION, "git push *");
    PermissionRule rule = kept().getFirst();
    assertThat(rule.createdBy()).isEqualTo("ada");
    assertThat(rule.approvalId()).isEqualTo(first.approvals().getFirst().id());
    assertThat(rule.commandPattern()).isEqualTo("git push *");
    assertThat(allowed.approvals().getFirst().state())
        .isEqualTo(new ApprovalState.Allowed("ada", Bench.START, null, rule.id()));
    bench.runs.cancel(allowed.id(), "ada");

    Run next = calls("s", bash("git push somewhere else"));
    assertThat(waits(next)).isFalse();
    assertThat(Objects.requireNonNull(next.rulingOf("call_1")).ruleId()).isEqualTo(rule.id());
    assertThat(told())
        .singleElement()
        .satisfies(event -> assertThat(event.rule().id()).isEqualTo(rule.id()));
    bench.runs.cancel(next.id(), "ada");

    assertThat(waits(calls("other", bash("git push origin")))).isTrue();
    Run compound = calls("s", bash("git push && rm -rf /"));
    assertThat(waits(compound)).isTrue();
  }

  @Test
  void the_rule_is_there_for_what_is_decided_behind_it_in_the_same_transaction() {
    Run waiting = calls("s", bash("make"));
    Run other = bench.submit("other");
    ToolCall call = bash("make");
    bench.together(
        () -> grants(waiting, ScopeKind.USER, null),
        () ->
            bench.progress.advance(
                new Advance(other)
                    .turn("", List.of(call))
                    .hear(
                        new Hearing(
                            call, Behavior.ASK, GateDraft.approval(call).because("may I?")))));
    assertThat(waits(now(other))).isFalse();
    assertThat(told()).hasSize(1);
  }

  @Test
  void a_rule_decides_no_more_calls_than_it_may() {
    Run first = asks("s", bash("make"));
    grants(first, new Grant(ScopeKind.USER, null, null, 3));
    List<Run> runs =
        bench
            .together(
                IntStream.range(0, 8)
                    .<java.util.function.Supplier<?>>mapToObj(_ -> () -> asks("s", bash("make")))
                    .toArray(java.util.function.Supplier<?>[]::new))
            .stream()
            .map(Run.class::cast)
            .toList();
    assertThat(runs.stream().filter(run -> waits(now(run)))).hasSize(5);
    assertThat(kept().getFirst().uses()).isEqualTo(3);
    assertThat(told()).hasSize(3);
  }

  @Test
  void a_grant_answers_what_is_like_it_and_still_waits_and_nothing_else() {
    List<Run> like = IntStream.range(0, 120).mapToObj(_ -> asks("other", bash("make"))).toList();
    Run unlike = asks("s", bash("make install"));
    Run compound = asks("s", bash("make; rm -rf /"));
    Run given = asks("s", bash("make"));
    grants(given, ScopeKind.USER, null);
    assertThat(like).allSatisfy(run -> assertThat(waits(now(run))).isTrue());
    bench.backlog.ring();
    assertThat(like.stream().filter(run -> !waits(now(run)))).hasSize(50);

    // The daemon dies in the middle of it.
    bench.close();
    bench = new Bench(folder);
    settleAll();
    PermissionRule rule = kept().getFirst();
    assertThat(like)
        .allSatisfy(
            run -> {
              Approval approval = now(run).approvals().getFirst();
              assertThat(now(run).status()).isEqualTo(RunStatus.COMPLETED);
              assertThat(approval.state())
                  .isEqualTo(
                      new ApprovalState.Allowed("rule:" + rule.id(), Bench.START, null, rule.id()));
            });
    assertThat(waits(now(unlike))).isTrue();
    assertThat(waits(now(compound))).isTrue();
    assertThat(rule.uses()).isEqualTo(120);
    assertThat(rule.dueAtMs()).isNull();
  }

  @Test
  void a_grant_for_the_session_leaves_what_waits_elsewhere() {
    Run elsewhere = asks("other", bash("make"));
    Run here = asks("s", bash("make"));
    grants(asks("s", bash("make")), ScopeKind.SESSION, null);
    settleAll();
    assertThat(waits(now(here))).isFalse();
    assertThat(waits(now(elsewhere))).isTrue();
  }

  @Test
  void a_rule_written_by_hand_speaks_only_for_what_comes_after_it() {
    Run before = asks("s", bash("make"));
    adds(Behavior.ALLOW, "bash", "make");
    settleAll();
    assertThat(waits(now(before))).isTrue();
    assertThat(waits(asks("s", bash("make")))).isFalse();
  }

  @Test
  void what_waits_is_not_allowed_where_a_stronger_rule_denies_it_or_wants_it_asked() {
    Run denied = asks("s", bash("make clean"));
    Run asked = asks("s", bash("make check"));
    adds(Behavior.DENY, "bash", "make clean");
    adds(Behavior.ASK, "bash", "make check");
    grants(asks("s", bash("make all")), ScopeKind.USER, "make all");
    adds(Behavior.ALLOW, "bash", "make *");
    settleAll();
    assertThat(waits(now(denied))).isTrue();
    assertThat(waits(now(asked))).isTrue();
    Run next = asks("s", bash("make clean"));
    assertThat(next.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(next.approvals().getFirst().state()).isInstanceOf(ApprovalState.Denied.class);
  }

  @Test
  void a_revoked_rule_says_nothing_and_what_it_has_decided_stays_decided() {
    PermissionRule rule = adds(Behavior.ALLOW, "bash", null);
    Run ruled = calls("s", bash("make"));
    bench.rules.revoke(rule.id(), TENANT, false);
    assertThat(now(ruled).rulingOf("call_1")).isNotNull();
    assertThat(waits(asks("s", bash("make")))).isTrue();
    assertThatThrownBy(() -> bench.rules.revoke(rule.id(), TENANT, false))
        .isInstanceOfSatisfying(
            Refused.class,
            refused ->
                assertThat(refused.refusal().problem())
                    .isEqualTo(Problem.PERMISSION_RULE_NOT_FOUND));
  }

  @Test
  void a_rule_that_wants_a_passkey_is_revoked_by_an_admin_alone() {
    PermissionRule rule = wantsPasskey("bash", "rm *");
    assertThatThrownBy(() -> bench.rules.revoke(rule.id(), TENANT, false))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.refusal().problem()).isEqualTo(Problem.FORBIDDEN));
    assertThat(kept()).containsExactly(rule);
    bench.rules.revoke(rule.id(), TENANT, true);
    assertThat(kept()).isEmpty();
  }

  private PermissionRule wantsPasskey(String tool, String command) {
    return bench
        .rules
        .add(
            new PermissionRules.Spec(
                Behavior.ASK, tool, command, ScopeKind.USER, null, null, null, true),
            TENANT,
            "ada",
            null)
        .rule();
  }

  // PF-64
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Bash | {'command':['rm','-rf','x']} | true",
        "Bash | {'cmd':'rm -rf x'}           | true",
        "Bash | {}                           | true",
        "Bash | {'command':'rm -rf x'}       | true",
        "Bash | {'command':'ls'}             | false",
        "Read | {'cmd':'rm -rf x'}           | false"
      })
  void a_shell_that_cannot_be_read_takes_the_passkey_that_a_rule_wants(
      String tool, String input, boolean wanted) {
    wantsPasskey("Bash", "rm *");
    adds(Behavior.ALLOW, tool, null);
    ToolCall call = new ToolCall("call_1", tool, new Json(input.replace('\'', '"')));
    Run run = bench.submit("s");
    boolean wants = bench.commits.commit(change -> Rulebook.wantsPasskey(change, run, call));
    assertThat(wants).isEqualTo(wanted);
    Behavior said =
        bench.commits.commit(
            change -> Rulebook.decide(change, run, call, Behavior.ASK, false).behavior());
    assertThat(said).isEqualTo(wanted ? Behavior.ASK : Behavior.ALLOW);
  }

  @Test
  void a_decision_that_came_too_late_leaves_no_rule() {
    Run run = calls("s", bash("make"), new GateDraft.Deadline(null, 1_000L));
    bench.pass(1_000);
    assertThatThrownBy(() -> grants(run, ScopeKind.USER, null))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.refusal().problem()).isEqualTo(Problem.APPROVAL_EXPIRED));
    assertThat(now(run).status()).isEqualTo(RunStatus.FAILED);
    assertThat(kept()).isEmpty();
  }

  @Test
  void what_cannot_be_known_beforehand_cannot_be_granted_beforehand() {
    Run request = asks("s", new ToolCall("call_1", "request_approval", Json.EMPTY_OBJECT));
    Run nothing = asks("s", new ToolCall("call_1", "bash", Json.EMPTY_OBJECT));
    Run command = asks("s", bash("make"));
    Run anything = asks("s", new ToolCall("call_1", "*", Json.EMPTY_OBJECT));
    Run many = asks("s", new ToolCall("call_1", "ba*", Json.EMPTY_OBJECT));
    Run odd = asks("s", new ToolCall("call_1", "a*b", Json.EMPTY_OBJECT));
    Run blank = asks("s", bash(" "));
    Run zero = asks("s", bash("echo \0"));
    Run long16k = asks("s", bash("echo " + "x".repeat(PermissionRule.MAX_COMMAND)));
    for (Run run : List.of(request, nothing, anything, many, odd, blank, zero, long16k)) {
      refused(run, new Grant(ScopeKind.SESSION, null, null, null));
    }
    refused(command, new Grant(ScopeKind.SESSION, "make *x", null, null));
    refused(command, new Grant(ScopeKind.SESSION, null, Bench.START, null));
    refused(command, new Grant(ScopeKind.PROJECT, null, null, null));
    assertThat(kept()).isEmpty();
  }

  private void refused(Run run, Grant grant) {
    assertThatThrownBy(() -> grants(run, grant))
        .isInstanceOfSatisfying(
            Refused.class,
            refused ->
                assertThat(refused.refusal().problem())
                    .isEqualTo(Problem.APPROVAL_INVALID_RESOLUTION));
    assertThat(waits(now(run))).isTrue();
  }

  @Test
  void a_star_that_is_the_whole_command_is_granted_as_itself() {
    grants(asks("s", bash("*")), ScopeKind.SESSION, null);
    assertThat(waits(asks("s", bash("*")))).isFalse();
    assertThat(waits(asks("s", bash("ls")))).isTrue();
  }

  @Test
  void a_grant_that_somebody_had_written_before_answers_its_like_all_the_same() {
    Run first = asks("s", bash("make"));
    Run second = asks("other", bash("make"));
    adds(Behavior.ALLOW, "bash", "make");
    grants(first, ScopeKind.USER, null);
    settleAll();
    assertThat(kept()).hasSize(1);
    assertThat(waits(now(second))).isFalse();
  }

  @Test
  void a_rule_that_has_it_asked_is_counted_too() {
    adds(Behavior.ASK, "bash", "make");
    assertThat(waits(asks("s", bash("make")))).isTrue();
    assertThat(waits(calls("other", bash("make")))).isTrue();
    assertThat(kept().getFirst().uses()).isEqualTo(2);
  }

  @Test
  void the_same_grant_twice_is_one_rule() {
    adds(Behavior.ASK, "bash", "make");
    Run first = asks("s", bash("make"));
    Run second = asks("other", bash("make"));
    grants(first, ScopeKind.USER, null);
    grants(second, ScopeKind.USER, null);
    assertThat(kept().stream().filter(rule -> rule.behavior() == Behavior.ALLOW)).hasSize(1);
  }

  @Test
  void rules_of_one_scope_have_a_limit_and_the_dead_make_room() {
    for (int i = 0; i < PermissionRule.MOST; i++) {
      bench.rules.add(
          new PermissionRules.Spec(
              Behavior.ALLOW, "t" + i, null, ScopeKind.USER, null, Bench.START + 1_000, null),
          TENANT,
          "ada",
          null);
    }
    assertThatThrownBy(() -> adds(Behavior.ALLOW, "more", null))
        .isInstanceOfSatisfying(
            Refused.class,
            refused ->
                assertThat(refused.refusal().problem()).isEqualTo(Problem.PERMISSION_RULE_LIMIT));
    bench.pass(1_000);
    adds(Behavior.ALLOW, "more", null);
    assertThat(kept()).hasSize(1);
  }
}
