package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.prompt.Prompts;
import dev.holdpoint.engine.prompt.SentPrompts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A click at the very deadline: the clock of the commit says whether it was in time. */
@OnBothDatabases
class AmbientDeadlineTest extends OwnClock {
  private static final Prompts.Clicker ADA = new Prompts.Clicker("tok_ada", Voter.named("ada"));

  private final Prompts prompts =
      new Prompts(
          writer,
          Clarifications.slots(() -> true),
          new Approvals(writer, Clarifications.slots(() -> true), ToolInputs.ANYTHING),
          questions,
          new SentPrompts(engine::nowMs),
          false);

  AmbientDeadlineTest(Database database) {
    super(database);
  }

  private Prompts.Clicked click(Run run, Prompts.Choice choice) {
    String id = run.approvals().getFirst().id();
    return prompts.click(new Prompts.Click("s", id, choice, null, null, null), ADA);
  }

  private void answer(String clarifyId) {
    prompts.answer("s", clarifyId, List.of("x"), null, ADA);
  }

  private static String questionId(Run run) {
    return run.questions().getFirst().id();
  }

  private void isStale(String clarifyId) {
    assertThatThrownBy(() -> answer(clarifyId))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.refusal().problem()).isEqualTo(Problem.PROMPT_STALE);
              assertThat(refused.refusal().detail())
                  .startsWith("Clarification prompt expired or not found");
            });
  }

  @ParameterizedTest
  @EnumSource
  // H3-43
  void H3_43_a_millisecond_before_the_deadline_a_click_decides(Prompts.Choice choice) {
    Run run = propose("s", "true", HOUR);
    clock.set(NOON + HOUR - 1);

    assertThat(click(run, choice).wasStale()).isFalse();

    assertThat(status(run)).isEqualTo(RunStatus.COMPLETED);
    clock.set(NOON + HOUR);
    assertThat(deadlines.expireDue()).isZero();
    assertThat(click(run, choice).wasStale()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  // H3-43
  void H3_43_at_the_deadline_it_is_over_though_no_timer_has_come_and_grants_nothing(
      Prompts.Choice choice) {
    Run run = propose("s", "true", HOUR);
    clock.set(NOON + HOUR);

    assertThat(click(run, choice).wasStale()).isTrue();

    assertThat(status(run)).as("the click has recorded it").isEqualTo(RunStatus.FAILED);
    assertThat(deadlines.expireDue()).as("nothing is left for the timer").isZero();
    assertThat(status(propose("s", "true", HOUR))).isEqualTo(RunStatus.WAITING_FOR_APPROVAL);
  }

  @Test
  // H3-43
  void H3_43_without_an_id_the_one_that_is_over_is_no_longer_meant() {
    Run over = propose("s", "true", HOUR);
    clock.set(NOON + HOUR);

    assertThat(
            prompts
                .click(new Prompts.Click("s", null, Prompts.Choice.ONCE, null, null, null), ADA)
                .wasStale())
        .isTrue();
    assertThat(status(over)).isEqualTo(RunStatus.FAILED);
  }

  @Test
  // H3-69
  void H3_69_a_millisecond_before_the_deadline_an_answer_counts() {
    Run run = ask(HOUR);
    clock.set(NOON + HOUR - 1);

    answer(questionId(run));

    assertThat(status(run)).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  // H3-69
  void H3_69_at_the_deadline_an_answer_is_stale_though_no_timer_has_come() {
    Run named = ask(HOUR);
    clock.set(NOON + HOUR);
    isStale(questionId(named));
    assertThat(status(named)).isEqualTo(RunStatus.CANCELLED);

    clock.set(NOON);
    Run only = ask(HOUR);
    clock.set(NOON + HOUR);
    assertThatThrownBy(() -> prompts.answer("s", null, List.of("x"), null, ADA))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.refusal().problem()).isEqualTo(Problem.PROMPT_STALE));
    assertThat(status(only)).isEqualTo(RunStatus.CANCELLED);
    assertThat(deadlines.expireDue()).as("nothing is left for the timer").isZero();
  }

  @Test
  // H3-69
  void H3_69_the_parts_of_a_question_share_its_deadline() {
    Run run =
        ask(
            "s",
            HOUR,
            new StructuredQuestion("a", "", "?", List.of(), false),
            new StructuredQuestion("b", "", "?", List.of(), false));
    clock.set(NOON + HOUR - 1);
    answer(questionId(run) + ":a");
    assertThat(status(run)).isEqualTo(RunStatus.WAITING_FOR_USER_QUESTION);
    clock.set(NOON + HOUR);

    isStale(questionId(run) + ":b");

    assertThat(status(run)).isEqualTo(RunStatus.CANCELLED);
  }
}
