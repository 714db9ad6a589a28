package dev.holdpoint.engine.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.prompt.Prompts.Choice;
import dev.holdpoint.engine.prompt.Prompts.Click;
import dev.holdpoint.engine.prompt.Prompts.Clicker;
import dev.holdpoint.engine.run.Submission;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PF-78: a click without an id settles what was on the caller's screen, or nothing. */
final class PromptIdTest {
  private static final Clicker ADA = new Clicker("tok_ada", Voter.named("ada"));
  private static final Clicker BOB = new Clicker("tok_bob", Voter.named("bob"));

  @TempDir Path folder = Path.of("");
  private Bench bench = NOT_YET;
  private Prompts prompts = NO_PROMPTS;

  @SuppressWarnings("NullAway") // set before each test
  private static final Bench NOT_YET = null;

  @SuppressWarnings("NullAway") // set before each test
  private static final Prompts NO_PROMPTS = null;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    bench.session("s");
    prompts = prompts(false);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Prompts prompts(boolean requiresId) {
    return new Prompts(
        bench.commits,
        Clarifications.slots(() -> true),
        bench.approvals,
        bench.questions,
        new SentPrompts(bench.engine::nowMs),
        requiresId);
  }

  private Run approval() {
    ToolCall call = new ToolCall("call_1", "bash", Json.EMPTY_OBJECT);
    return raise(new ExternalGates.Gate(call, GateDraft.approval(call).because("?")));
  }

  private Run question(StructuredQuestion... asked) {
    return raise(
        new ExternalGates.Gate(
            new ToolCall("call_1", "ask_user_question", Json.EMPTY_OBJECT),
            new GateDraft.OfQuestion("call_1", List.of(asked), GateDraft.Deadline.NONE)));
  }

  private Run raise(ExternalGates.Gate gate) {
    Submission submission = Bench.submission(RunHead.Driver.OUTSIDE);
    return bench.now(bench.outside.raise("s", submission, gate, null, null).run());
  }

  private static StructuredQuestion asked(String id) {
    return new StructuredQuestion(id, "", "Sure?", List.of(), false);
  }

  private static String idOf(Run run) {
    return run.approvals().isEmpty()
        ? run.questions().getFirst().id()
        : run.approvals().getFirst().id();
  }

  private void sent(Clicker to, @Nullable String id, int waiting) {
    GateKind kind = id != null && id.startsWith("qst_") ? GateKind.QUESTION : GateKind.APPROVAL;
    prompts.sent().screen(to.id(), kind, "s").shows(id, waiting);
  }

  /** What comes of a click without an id: done, cleared, or the problem. */
  private Object click(Clicker by) {
    return outcome(
        () ->
            prompts.click(new Click("s", null, Choice.ONCE, null, null, null), by).wasStale()
                ? "cleared"
                : "done");
  }

  private Object answer() {
    return outcome(
        () -> {
          prompts.answer("s", null, List.of("yes"), null, ADA);
          return "done";
        });
  }

  private static Object outcome(java.util.function.Supplier<Object> deed) {
    Object[] done = {null};
    Refused refused = catchThrowableOfType(Refused.class, () -> done[0] = deed.get());
    return refused == null ? done[0] : refused.refusal().problem();
  }

  private boolean waits(Run run) {
    return bench.now(run).state() instanceof dev.holdpoint.core.run.RunState.Waiting;
  }

  @Test
  void PF_78_A_is_shown_and_settled_elsewhere_and_a_click_does_not_hit_B() {
    Run a = approval();
    sent(ADA, idOf(a), 1);
    bench.pass(5_000);
    bench.runs.cancel(a.id(), "bob");
    Run b = approval();

    assertThat(click(ADA)).isEqualTo(Problem.APPROVAL_ID_REQUIRED);
    sent(ADA, idOf(b), 1);
    bench.pass(999);
    assertThat(click(ADA)).isEqualTo(Problem.APPROVAL_ID_REQUIRED);
    assertThat(waits(b)).isTrue();
    bench.pass(1);
    assertThat(click(ADA)).isEqualTo("done");
    assertThat(bench.now(b).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void PF_78_a_double_click_settles_one_prompt() {
    Run a = approval();
    sent(ADA, idOf(a), 1);
    bench.pass(1_000);
    assertThat(click(ADA)).isEqualTo("done");
    assertThat(click(ADA)).as("nothing waits").isEqualTo("cleared");
    Run b = approval();
    assertThat(click(ADA)).isEqualTo(Problem.APPROVAL_ID_REQUIRED);
    assertThat(waits(b)).isTrue();
  }

  @Test
  void PF_78_what_another_caller_was_shown_does_not_count() {
    Run a = approval();
    sent(BOB, idOf(a), 1);
    bench.pass(1_000);
    assertThat(click(ADA)).isEqualTo(Problem.APPROVAL_ID_REQUIRED);
    assertThat(waits(a)).isTrue();
    assertThat(click(BOB)).isEqualTo("done");
  }

  @Test
  void PF_78_the_same_state_sent_again_keeps_its_time_and_any_other_does_not() {
    Run a = approval();
    sent(ADA, idOf(a), 1);
    bench.pass(600);
    sent(ADA, idOf(a), 1);
    bench.pass(400);
    assertThat(click(ADA)).as("a client that polls").isEqualTo("done");

    Run b = approval();
    Run c = approval();
    sent(ADA, idOf(b), 2);
    sent(ADA, idOf(c), 2);
    bench.pass(5_000);
    assertThat(click(ADA)).as("two wait").isEqualTo(Problem.APPROVAL_ID_REQUIRED);
    bench.runs.cancel(b.id(), "bob");
    assertThat(click(ADA)).as("the card may show B").isEqualTo(Problem.APPROVAL_ID_REQUIRED);
    sent(ADA, idOf(c), 1);
    assertThat(click(ADA)).as("C has just become the card").isEqualTo(Problem.APPROVAL_ID_REQUIRED);
    bench.pass(1_000);
    sent(ADA, null, 0);
    assertThat(click(ADA)).as("the screen is empty").isEqualTo(Problem.APPROVAL_ID_REQUIRED);
    assertThat(waits(c)).isTrue();
  }

  @Test
  void PF_78_an_answer_without_an_id_is_for_the_question_on_screen_and_not_for_the_next() {
    Run run = question(asked("a"), asked("b"));
    assertThat(answer()).isEqualTo(Problem.CLARIFY_ID_REQUIRED);
    sent(ADA, idOf(run) + ":a", 1);
    bench.pass(1_000);
    assertThat(answer()).isEqualTo("done");
    assertThat(answer()).as("the next part was not shown").isEqualTo(Problem.CLARIFY_ID_REQUIRED);
    sent(ADA, idOf(run) + ":b", 1);
    assertThat(answer()).isEqualTo(Problem.CLARIFY_ID_REQUIRED);
    bench.pass(1_000);
    assertThat(answer()).isEqualTo("done");
    assertThat(waits(run)).isFalse();
  }

  @Test
  void PF_78_where_ids_are_required_no_screen_stands_in_for_one() {
    prompts = prompts(true);
    assertThat(click(ADA)).as("nothing waits").isEqualTo(Problem.APPROVAL_ID_REQUIRED);
    assertThat(answer()).isEqualTo(Problem.CLARIFY_ID_REQUIRED);
    Run a = approval();
    Run q = question(asked("a"));
    sent(ADA, idOf(a), 1);
    sent(ADA, idOf(q), 1);
    bench.pass(5_000);
    assertThat(click(ADA)).isEqualTo(Problem.APPROVAL_ID_REQUIRED);
    assertThat(answer()).isEqualTo(Problem.CLARIFY_ID_REQUIRED);
    assertThat(waits(a) && waits(q)).isTrue();
    prompts.click(new Click("s", idOf(a), Choice.ONCE, null, null, null), ADA);
    prompts.answer("s", idOf(q), List.of("yes"), null, ADA);
    assertThat(waits(a) || waits(q)).isFalse();
  }
}
