package dev.holdpoint.engine.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
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
import dev.holdpoint.engine.prompt.Prompts.Clicked;
import dev.holdpoint.engine.run.Submission;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PromptsTest {
  private static final GateDraft.Deadline IN_A_SECOND = new GateDraft.Deadline(null, 1_000L);
  private static final Prompts.Clicker ADA = new Prompts.Clicker("tok_ada", Voter.named("ada"));
  private static final Prompts.Clicker BOB = new Prompts.Clicker("tok_bob", Voter.named("bob"));
  private static final Clicked DECIDED = new Clicked(false, false, null, null);

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
    bench.session("t");
    prompts = prompts(false);
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

  /** The prompt is on the caller's screen, alone, long enough. */
  private void show(String approvalId) {
    prompts.sent().screen(ADA.id(), GateKind.APPROVAL, "s").shows(approvalId, 1);
    bench.pass(1_000);
  }

  private String offered(Run run) {
    return OfferedQuestion.of(bench.now(run).questions().getFirst()).clarifyId();
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Clicked click(String session, @Nullable String id, Choice choice) {
    return prompts.click(new Click(session, id, choice, null, null, null), ADA);
  }

  private static String approvalOf(Run run) {
    return run.approvals().getFirst().id();
  }

  /** A run that waits for an answer to these questions. */
  private Run asking(String session, GateDraft.Deadline deadline, StructuredQuestion... questions) {
    return raised(
        session,
        new ExternalGates.Gate(
            new ToolCall("call_1", "ask_user_question", Json.EMPTY_OBJECT),
            new GateDraft.OfQuestion("call_1", List.of(questions), deadline)));
  }

  private Run raised(String session, ExternalGates.Gate gate) {
    Submission submission = Bench.submission(RunHead.Driver.OUTSIDE);
    return bench.now(bench.outside.raise(session, submission, gate, null, null).run());
  }

  private static StructuredQuestion which(boolean several) {
    return new StructuredQuestion(
        "color",
        "",
        "Which?",
        List.of(
            new Option("r", "Red", null, null),
            new Option("g", "Green", null, null),
            new Option("Red", "r", null, null)),
        several);
  }

  private static Problem refusal(Runnable deed) {
    Refused refused = catchThrowableOfType(Refused.class, deed::run);
    return refused.refusal().problem();
  }

  // H3-33, H3-37
  @ParameterizedTest
  @CsvSource({"ONCE,allow", "DENY,deny"})
  void a_click_decides_and_native_readers_see_how(Choice choice, String behavior) {
    Run run = bench.parked("s", GateDraft.Deadline.NONE);
    assertThat(click("s", approvalOf(run), choice)).isEqualTo(DECIDED);
    Run after = bench.now(run);
    assertThat(after.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(after.approvals().getFirst().sent())
        .isEqualTo(
            new Json(
                "{\"request_id\":\"%s\",\"behavior\":\"%s\",\"choice\":\"%s\"}"
                    .formatted(
                        approvalOf(run),
                        behavior,
                        choice.name().toLowerCase(java.util.Locale.ROOT))));
    assertThat(after.approvals().getFirst().state())
        .isInstanceOfSatisfying(
            ApprovalState.Settled.class, state -> assertThat(state.by()).isEqualTo("ada"));
  }

  /** A run that wants to run this command. */
  private Run wanting(String command) {
    ToolCall call = new ToolCall("call_1", "bash", new Json("{\"command\":\"" + command + "\"}"));
    return raised("s", new ExternalGates.Gate(call, GateDraft.approval(call).because("?")));
  }

  // H3-34, H3-36
  @ParameterizedTest
  @CsvSource({
    "SESSION,,SESSION,s,git push origin",
    "ALWAYS,,USER,tnt_root,git push origin",
    "ALWAYS,git push *,USER,tnt_root,git push *"
  })
  void a_lasting_choice_stores_its_rule_with_the_decision(
      Choice choice,
      @Nullable String patternKey,
      PermissionRule.ScopeKind kind,
      String scopeId,
      String pattern) {
    Run run = wanting("git push origin");
    Clicked clicked =
        prompts.click(new Click("s", approvalOf(run), choice, patternKey, Bench.START + 5, 3), ADA);
    String ruleId = Objects.requireNonNull(clicked.ruleId());
    long key = Ulid.keyOf("rul_", ruleId).orElseThrow();
    PermissionRule rule =
        Objects.requireNonNull(bench.store.read(queries -> queries.kept(PermissionRule.KIND, key)));
    assertThat(rule.scope()).isEqualTo(new PermissionRule.Scope(kind, scopeId));
    assertThat(rule.toolPattern()).isEqualTo("bash");
    assertThat(rule.commandPattern()).isEqualTo(pattern);
    assertThat(rule.createdBy()).isEqualTo("ada");
    assertThat(rule.approvalId()).isEqualTo(approvalOf(run));
    assertThat(rule.expiresAtMs()).isEqualTo(Bench.START + 5);
    assertThat(rule.maxUses()).isEqualTo(3);
  }

  @Test
  void a_lasting_choice_that_cannot_be_kept_decides_nothing_and_says_where_the_fault_is() {
    Run run = wanting("git push origin");
    Run other = bench.parked("t", GateDraft.Deadline.NONE);
    record Case(Click click, String pointer) {}
    for (Case wrong :
        List.of(
            new Case(
                new Click("s", approvalOf(run), Choice.ALWAYS, "git *", null, null),
                "/pattern_key"),
            new Case(
                new Click("s", approvalOf(run), Choice.SESSION, null, Bench.START, null),
                "/expires_at_ms"),
            // Without a command the rule would be for all commands.
            new Case(
                new Click("t", approvalOf(other), Choice.SESSION, null, null, null), "/choice"))) {
      Refused refused = catchThrowableOfType(Refused.class, () -> prompts.click(wrong.click, ADA));
      assertThat(refused.refusal().problem()).isEqualTo(Problem.APPROVAL_INVALID_RESOLUTION);
      assertThat(refused.refusal().faults().getFirst().pointer()).isEqualTo(wrong.pointer);
    }
    assertThat(bench.now(run)).isEqualTo(run);
    assertThat(bench.now(other).status()).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    // What only a lasting choice needs is passed over by the others.
    assertThat(
            prompts.click(
                new Click("s", approvalOf(run), Choice.ONCE, "git *", Bench.START, null), ADA))
        .isEqualTo(DECIDED);
  }

  // H3-43, H3-44
  @Test
  void of_two_clicks_in_one_transaction_one_has_an_effect_and_the_other_is_cleared() {
    Run run = bench.parked("s", GateDraft.Deadline.NONE);
    List<Object> answers =
        bench.together(
            () -> click("s", approvalOf(run), Choice.ONCE),
            () -> click("s", approvalOf(run), Choice.DENY),
            () -> click("s", null, Choice.DENY));
    assertThat(answers)
        .extracting(answer -> ((Clicked) answer).wasStale())
        .containsExactly(false, true, true);
    assertThat(bench.now(run).approvals().getFirst().state())
        .isInstanceOf(ApprovalState.Allowed.class);
  }

  // H3-43
  @Test
  void a_click_on_what_was_settled_long_ago_is_cleared() {
    Run run = bench.parked("s", GateDraft.Deadline.NONE);
    bench.runs.cancel(run.id(), "bob");
    assertThat(click("s", approvalOf(run), Choice.ONCE))
        .extracting(Clicked::wasStale)
        .isEqualTo(true);
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  void a_click_never_hits_another_session_or_what_was_never_asked() {
    Run run = bench.parked("s", GateDraft.Deadline.NONE);
    for (String id : List.of(approvalOf(run), "apr_01JZZZZZZZZZZZZZZZZZZZZZZZ", "junk", "qst_1")) {
      assertThat(refusal(() -> click("t", id, Choice.ONCE))).isEqualTo(Problem.PROMPT_STALE);
    }
    assertThat(refusal(() -> click("nobody", approvalOf(run), Choice.ONCE)))
        .isEqualTo(Problem.PROMPT_STALE);
    assertThat(bench.now(run)).isEqualTo(run);
  }

  // H3-45, Q46
  @Test
  void without_an_id_the_only_one_is_meant_and_never_one_of_several() {
    assertThat(click("s", null, Choice.ONCE)).extracting(Clicked::wasStale).isEqualTo(true);
    assertThat(click("nobody", null, Choice.ONCE)).extracting(Clicked::wasStale).isEqualTo(true);
    Run first = asApproval("s");
    Run second = asApproval("s");
    bench.parked("t", GateDraft.Deadline.NONE);
    assertThat(refusal(() -> click("s", null, Choice.ONCE)))
        .isEqualTo(Problem.APPROVAL_ID_REQUIRED);
    assertThat(bench.now(first)).isEqualTo(first);
    assertThat(click("s", approvalOf(second), Choice.ONCE)).isEqualTo(DECIDED);
    show(approvalOf(first));
    assertThat(click("s", null, Choice.ONCE)).isEqualTo(DECIDED);
    assertThat(bench.now(first).status()).isEqualTo(RunStatus.COMPLETED);
  }

  private Run asApproval(String session) {
    ToolCall call = new ToolCall("call_1", "bash", Json.EMPTY_OBJECT);
    return raised(session, new ExternalGates.Gate(call, GateDraft.approval(call).because("?")));
  }

  @ParameterizedTest
  @CsvSource({"999, RUNNING", "1000, FAILED", "1001, FAILED"})
  void at_the_deadline_it_is_too_late_for_a_click_even_if_no_timer_has_come(
      long ms, RunStatus after) {
    Run run = bench.parked("s", IN_A_SECOND);
    bench.pass(ms);
    assertThat(click("s", approvalOf(run), Choice.ONCE).wasStale())
        .isEqualTo(after == RunStatus.FAILED);
    assertThat(bench.now(run).status()).isEqualTo(after);
    assertThat(click("s", null, Choice.ONCE)).extracting(Clicked::wasStale).isEqualTo(true);
  }

  @Test
  void a_click_and_the_timer_at_the_same_instant_settle_it_once() {
    Run run = bench.parked("s", IN_A_SECOND);
    bench.pass(1_000);
    List<Object> answers =
        bench.together(bench.deadlines::expireDue, () -> click("s", approvalOf(run), Choice.ONCE));
    assertThat(answers.getFirst()).isEqualTo(1);
    assertThat(((Clicked) answers.getLast()).wasStale()).isTrue();
    assertThat(((Clicked) answers.getLast()).before())
        .extracting(Refusal.Settlement::outcome, Refusal.Settlement::applied)
        .containsExactly("expired", "fail");
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.FAILED);
  }

  /** The label comes first: {@code Red} is the label of r and the id of another. */
  @ParameterizedTest
  @CsvSource({
    "Red,r,",
    "' Red ',r,",
    "Green,g,",
    "r,Red,",
    "g,g,",
    "red,,red",
    "' blue ',,' blue '"
  })
  void a_label_or_an_id_selects_and_anything_else_is_said_in_free_words(
      String text, @Nullable String selected, @Nullable String words) {
    Run run = asking("s", GateDraft.Deadline.NONE, which(false));
    prompts.answer("s", run.questions().getFirst().id(), List.of(text), null, ADA);
    assertThat(bench.now(run).questions().getFirst().state())
        .isEqualTo(
            new QuestionState.Answered(
                "ada",
                Bench.START,
                List.of(
                    new Answer("color", selected == null ? List.of() : List.of(selected), words))));
  }

  /** What was offered is offered word for word; a label as it stands comes before all others. */
  @ParameterizedTest
  @CsvSource({
    "' eu ',spaced",
    "eu,plain",
    "' us',u",
    "us,u",
    "' us ',u",
    "spaced,spaced",
    "' id ',' id '",
    "id,' id '"
  })
  void a_label_selects_its_option_with_the_blanks_around_it_and_without(
      String text, String selected) {
    StructuredQuestion where =
        new StructuredQuestion(
            "where",
            "",
            "Where?",
            List.of(
                new Option("plain", "eu", null, null),
                new Option("spaced", " eu ", null, null),
                new Option("u", " us", null, null),
                new Option(" id ", "Elsewhere", null, null)),
            false);
    Run run = asking("s", GateDraft.Deadline.NONE, where);
    prompts.answer("s", offered(run), List.of(text), null, ADA);
    assertThat(bench.now(run).questions().getFirst().state())
        .isEqualTo(
            new QuestionState.Answered(
                "ada", Bench.START, List.of(new Answer("where", List.of(selected), null))));
  }

  @Test
  void several_may_be_selected_where_the_question_says_so() {
    Run many = asking("s", GateDraft.Deadline.NONE, which(true));
    prompts.answer("s", offered(many), List.of("Red", "g", "and blue"), null, ADA);
    assertThat(bench.now(many).questions().getFirst().state())
        .isEqualTo(
            new QuestionState.Answered(
                "ada", Bench.START, List.of(new Answer("color", List.of("r", "g"), "and blue"))));
    Run one = asking("s", GateDraft.Deadline.NONE, which(false));
    assertThat(refusal(() -> prompts.answer("s", offered(one), List.of("Red", "g"), null, ADA)))
        .isEqualTo(Problem.QUESTION_SINGLE_SELECT_VIOLATION);
    assertThat(refusal(() -> prompts.answer("s", offered(one), List.of("\u200b"), null, ADA)))
        .isEqualTo(Problem.QUESTION_ANSWER_EMPTY);
    assertThat(bench.now(one)).isEqualTo(one);
  }

  // H3-68, H3-70, H3-71
  @Test
  void an_answer_hits_what_was_shown_or_nothing() {
    Run old = asking("s", GateDraft.Deadline.NONE, which(false));
    String oldId = old.questions().getFirst().id();
    prompts.answer("s", oldId, List.of("Red"), null, ADA);
    Run next = asking("s", GateDraft.Deadline.NONE, which(false));
    String nextId = next.questions().getFirst().id();
    for (String id :
        List.of(oldId, nextId + ":color", "qst_01JZZZZZZZZZZZZZZZZZZZZZZZ", ":", "x")) {
      assertThat(refusal(() -> prompts.answer("s", id, List.of("Red"), null, ADA)))
          .as(id)
          .isEqualTo(Problem.PROMPT_STALE);
    }
    assertThat(refusal(() -> prompts.answer("t", nextId, List.of("Red"), null, ADA)))
        .isEqualTo(Problem.PROMPT_STALE);
    assertThat(refusal(() -> prompts.answer("t", null, List.of("Red"), null, ADA)))
        .isEqualTo(Problem.PROMPT_STALE);
    asking("s", GateDraft.Deadline.NONE, which(false));
    assertThat(refusal(() -> prompts.answer("s", null, List.of("Red"), null, ADA)))
        .isEqualTo(Problem.CLARIFY_ID_REQUIRED);
    assertThat(bench.now(next)).isEqualTo(next);
  }

  // H3-69
  @ParameterizedTest
  @CsvSource({"999, COMPLETED", "1000, CANCELLED"})
  void at_the_deadline_it_is_too_late_for_an_answer_even_if_no_timer_has_come(
      long ms, RunStatus after) {
    Run run = asking("s", IN_A_SECOND, which(false));
    bench.pass(ms);
    if (after == RunStatus.COMPLETED) {
      prompts.answer("s", offered(run), List.of("Red"), null, ADA);
    } else {
      assertThat(refusal(() -> prompts.answer("s", offered(run), List.of("Red"), null, ADA)))
          .isEqualTo(Problem.PROMPT_STALE);
    }
    assertThat(bench.now(run).status()).isEqualTo(after);
  }

  @Test
  void of_two_answers_in_one_transaction_one_counts() {
    Run run = asking("s", GateDraft.Deadline.NONE, which(false));
    String id = run.questions().getFirst().id();
    List<Object> answers =
        bench.together(
            () -> answered(id, "Red"), () -> answered(id, "Green"), () -> answered(null, "Green"));
    assertThat(answers).containsExactly("ok", Problem.PROMPT_STALE, Problem.PROMPT_STALE);
  }

  private String answered(@Nullable String id, String text) {
    prompts.answer("s", id, List.of(text), null, ADA);
    return "ok";
  }

  private static final StructuredQuestion NOTES =
      new StructuredQuestion("notes", "", "Anything else?", List.of(), false);

  @Test
  void a_request_of_several_questions_is_answered_one_by_one_under_their_own_ids() {
    Run run = asking("s", GateDraft.Deadline.NONE, which(false), NOTES);
    String id = run.questions().getFirst().id();
    for (String wrong : List.of(id, id + ":notes", id + ":", id + ":color:")) {
      assertThat(refusal(() -> prompts.answer("s", wrong, List.of("Red"), null, ADA)))
          .as(wrong)
          .isEqualTo(Problem.PROMPT_STALE);
    }
    prompts.answer("s", id + ":color", List.of("Red"), null, ADA);
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.WAITING_FOR_USER_QUESTION);
    assertThat(refusal(() -> prompts.answer("s", id + ":color", List.of("Green"), null, ADA)))
        .isEqualTo(Problem.PROMPT_STALE);
    prompts.answer("s", id + ":notes", List.of("Red"), null, BOB);
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(bench.now(run).questions().getFirst().state())
        .isEqualTo(
            new QuestionState.Answered(
                "bob",
                Bench.START,
                List.of(
                    new Answer("color", List.of("r"), null),
                    new Answer("notes", List.of(), "Red"))));
  }

  @Test
  void what_was_answered_of_several_does_not_stop_the_deadline() {
    Run run = asking("s", IN_A_SECOND, which(false), NOTES);
    prompts.answer("s", offered(run), List.of("Red"), null, ADA);
    bench.pass(1_000);
    assertThat(refusal(() -> prompts.answer("s", null, List.of("x"), null, ADA)))
        .isEqualTo(Problem.PROMPT_STALE);
    assertThat(bench.now(run).status()).isEqualTo(RunStatus.CANCELLED);
  }
}
