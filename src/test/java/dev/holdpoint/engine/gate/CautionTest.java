package dev.holdpoint.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Caution;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.asking.ClaudeFlags;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.loop.Hearing;
import dev.holdpoint.engine.permission.Grant;
import dev.holdpoint.engine.permission.PermissionRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PF-87: what only a person may allow is allowed by no rule, grant or batch. */
final class CautionTest {
  private static final Caution PERSON = new Caution(false, false, true);
  private static final Caution GRANTLESS = new Caution(true, false, false);

  @TempDir Path folder = Path.of("");
  private Bench bench = NOT_YET;

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

  private static ToolCall call(String id) {
    return new ToolCall(id, "bash", new Json("{\"command\":\"ls\"}"));
  }

  private static GateDraft.OfApproval draft(ToolCall call, @Nullable Caution caution) {
    return GateDraft.approval(call).because("?").handledWith(caution);
  }

  private Run outside(@Nullable Caution caution) {
    ToolCall call = call("call_1");
    return bench.now(
        bench
            .outside
            .raise(
                "s",
                Bench.submission(RunHead.Driver.OUTSIDE),
                new ExternalGates.Gate(call, draft(call, caution)),
                null,
                null)
            .run());
  }

  private Run heard(Caution... cautions) {
    Run run = bench.submit("s");
    List<ToolCall> calls = new ArrayList<>();
    for (int i = 0; i < cautions.length; i++) {
      calls.add(call("call_" + i));
    }
    Advance advance = new Advance(run).turn("", calls);
    for (int i = 0; i < cautions.length; i++) {
      advance.hear(new Hearing(calls.get(i), Behavior.ASK, draft(calls.get(i), cautions[i])));
    }
    return bench.progress.advance(advance);
  }

  private void rule(Behavior behavior) {
    bench.rules.add(
        new PermissionRules.Spec(
            behavior, "bash", "ls", PermissionRule.ScopeKind.USER, null, null, null),
        "tnt_root",
        "ada",
        null);
  }

  private static SentDecision allow(Approval approval, @Nullable Grant grant) {
    return new SentDecision(approval.id(), true, null, null, null, grant, null, new Json("{}"));
  }

  private static Refused refusal(Runnable deed) {
    return catchThrowableOfType(Refused.class, deed::run);
  }

  @ParameterizedTest
  @CsvSource({
    "true, true",
    "false, false",
    "null, false",
    "0, true",
    "'\"false\"', true",
    "'\"\"', true",
    "{}, true",
    "[], true"
  })
  void PF_87_any_value_but_false_and_null_counts(String value, boolean counts) throws Exception {
    for (String flag :
        List.of(
            "suppress_always_allow_rule",
            "default_to_no",
            "requires_user_interaction",
            "matched_ask_rule")) {
      Caution caution = ClaudeFlags.of(JsonTree.read("{\"" + flag + "\":" + value + "}")).caution();
      assertThat(caution != null).as(flag).isEqualTo(counts);
    }
    assertThat(ClaudeFlags.of(JsonTree.object()).caution()).isNull();
  }

  @Test
  void PF_87_no_allow_rule_answers_what_only_a_person_may() {
    rule(Behavior.ALLOW);
    assertThat(outside(null).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(outside(GRANTLESS).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(outside(PERSON).status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    assertThat(heard(PERSON).status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
  }

  @Test
  void PF_87_deny_rules_do() {
    rule(Behavior.DENY);
    assertThat(outside(PERSON).approvals().getFirst().state())
        .isInstanceOf(ApprovalState.Denied.class);
    assertThat(heard(PERSON).status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void PF_87_a_grant_given_for_another_does_not_answer_it() {
    Run person = outside(PERSON);
    Run other = outside(null);
    Run likeIt = outside(null);
    Approval approval = other.approvals().getFirst();
    bench.approvals.resolve(
        new GateTarget.OfRun(other.id()),
        List.of(allow(approval, new Grant(PermissionRule.ScopeKind.SESSION, null, null, null))),
        Voter.named("ada"),
        null);
    bench.backlog.ring();
    assertThat(bench.now(likeIt).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(bench.now(person).status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
  }

  @Test
  void PF_87_where_no_grant_may_come_of_it_none_is_offered_or_taken() {
    Run run = outside(GRANTLESS);
    Approval approval = run.approvals().getFirst();
    assertThat(approval.patternKeys()).isEmpty();
    assertThat(
            refusal(
                    () ->
                        bench.approvals.resolve(
                            new GateTarget.OfRun(run.id()),
                            List.of(
                                allow(
                                    approval,
                                    new Grant(PermissionRule.ScopeKind.SESSION, null, null, null))),
                            Voter.named("ada"),
                            null))
                .refusal()
                .problem())
        .isEqualTo(Problem.APPROVAL_INVALID_RESOLUTION);
    assertThat(bench.now(run)).isEqualTo(run);
  }

  @Test
  void PF_87_a_batch_of_several_yes_does_not_allow_it() {
    Run run = heard(PERSON, GRANTLESS);
    List<SentDecision> both =
        run.approvals().stream().map(approval -> allow(approval, null)).toList();
    Refused refused =
        refusal(
            () ->
                bench.approvals.resolve(
                    new GateTarget.OfRun(run.id()), both, Voter.named("ada"), null));
    assertThat(refused.refusal().problem()).isEqualTo(Problem.APPROVAL_INVALID_RESOLUTION);
    assertThat(refused.refusal().faults().getFirst().pointer())
        .isEqualTo("/resolutions/0/behavior");
    assertThat(bench.now(run)).isEqualTo(run);
    for (SentDecision one : both) {
      bench.approvals.resolve(
          new GateTarget.OfRun(run.id()), List.of(one), Voter.named("ada"), null);
    }
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.RUNNING);
  }
}
