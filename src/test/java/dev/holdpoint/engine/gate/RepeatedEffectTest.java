package dev.holdpoint.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.UncertainEffect;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.world.KeptTarget;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.WorldTerms;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.permission.PermissionRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call that did not happen, and what becomes of the yes that it ran on. */
final class RepeatedEffectTest {
  private static final Json LIST = new Json("{\"command\":\"ls\"}");
  private static final long HOUR = 3_600_000;

  @TempDir private Path folder = Path.of("");
  private Bench bench;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    bench.session("s");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /** One that was allowed and started, and whose result is lost. */
  private Run lost(@Nullable Json edited) {
    ToolCall call = new ToolCall("call_1", "bash", LIST);
    WorldTerms world =
        WorldTerms.of(
            List.of(new Precondition(Precondition.Type.FILE_SHA256, "a.txt", "5f70", 3L, true)));
    Run run =
        bench.progress.advance(
            new Advance(bench.submit("s"))
                .turn("", List.of(call))
                .ask(
                    GateDraft.approval(call)
                        .because("may I?")
                        .until(new GateDraft.Deadline(null, HOUR))
                        .dependingOn(world, "abc")));
    bench.approvals.resolve(
        new GateTarget.OfRun(run.id()),
        List.of(
            new SentDecision(
                run.approvals().getFirst().id(),
                true,
                edited,
                null,
                null,
                null,
                null,
                Json.EMPTY_OBJECT)),
        Voter.named("ada"),
        null);
    bench.progress.advance(new Advance(bench.now(run)).starts("call_1"));
    return bench.progress.advance(
        new Advance(bench.now(run))
            .uncertain(
                "call_1",
                new UncertainEffect("bash", LIST, "00ff", Bench.START, null, 1, false),
                null));
  }

  private Run didNotHappen(Run run) {
    bench.questions.resolve(
        new GateTarget.OfRun(run.id()),
        new Questions.Resolution(
            bench.now(run).pendingQuestions().getFirst().id(),
            List.of(
                new Answer("effect", List.of(UncertainEffect.Resolved.NOT_HAPPENED.wire()), null)),
            false,
            null,
            Json.EMPTY_OBJECT),
        Voter.named("ada"),
        null);
    return bench.now(run);
  }

  private void passkeyFor(String command) {
    bench.rules.add(
        new PermissionRules.Spec(
            Behavior.ASK, "bash", command, ScopeKind.SESSION, "s", null, null, true),
        "tnt_root",
        "admin",
        null);
  }

  @Test
  void where_nothing_more_is_wanted_it_runs_on_the_earlier_yes() {
    Run run = lost(null);
    passkeyFor("rm *");
    assertThat(didNotHappen(run).pendingApprovals()).isEmpty();
  }

  // PF-35
  @Test
  void a_rule_that_wants_a_passkey_for_what_ran_spends_the_earlier_yes() {
    Run run = lost(new Json("{\"command\":\"rm x\"}"));
    passkeyFor("rm *");
    assertThat(didNotHappen(run).pendingApprovals()).hasSize(1);
  }

  // PF-35
  @Test
  void the_next_revision_depends_on_what_the_earlier_one_did_and_ends_as_long_after() {
    Run run = lost(null);
    Approval earlier = run.approvals().getFirst();
    passkeyFor("ls");
    bench.pass(1_000);
    Approval next = didNotHappen(run).pendingApprovals().getFirst();
    assertThat(next.revision()).isEqualTo(2);
    assertThat(next.world()).isNotNull().isEqualTo(earlier.world());
    assertThat(next.expiresAtMs()).isEqualTo(bench.engine.nowMs() + HOUR);
    KeptTarget target = bench.engine.read(queries -> queries.kept(KeptTarget.KIND, next.key()));
    assertThat(Objects.requireNonNull(target).text()).isEqualTo("abc");
  }
}
