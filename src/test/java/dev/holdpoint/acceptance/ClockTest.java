package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.Questions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Deadlines while somebody sets the wall clock. */
@OnBothDatabases
class ClockTest extends OwnClock {
  ClockTest(Database database) {
    super(database);
  }

  private Questions.Resolution decline(Run run) {
    return new Questions.Resolution(
        run.questions().getFirst().id(), List.of(), true, null, Json.EMPTY_OBJECT);
  }

  @Test
  // K0-142
  void K0_142_a_clock_set_back_brings_no_expired_question_to_life() {
    Run run = ask(HOUR);
    clock.set(NOON + HOUR);
    assertThat(deadlines.expireDue()).isEqualTo(1);

    clock.set(NOON - 24 * HOUR);

    assertThat(deadlines.expireDue()).isZero();
    assertThat(status(run)).isEqualTo(RunStatus.CANCELLED);
    assertThatThrownBy(
            () ->
                questions.resolve(
                    new GateTarget.OfRun(run.id()), decline(run), Voter.named("ada"), null))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.refusal().problem()).isEqualTo(Problem.QUESTION_EXPIRED));
  }

  @Test
  // K0-142
  void K0_142_a_clock_set_back_loses_no_question_that_is_still_to_expire() {
    Run run = ask(HOUR);

    clock.set(NOON - 24 * HOUR);
    assertThat(deadlines.expireDue()).isZero();
    assertThat(status(run)).isEqualTo(RunStatus.WAITING_FOR_USER_QUESTION);
    clock.set(NOON + HOUR - 1);
    assertThat(deadlines.expireDue()).isZero();
    clock.set(NOON + HOUR);

    assertThat(deadlines.expireDue()).isEqualTo(1);
    assertThat(status(run)).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  // K0-142
  void K0_142_a_clock_set_forward_expires_each_due_question_once() {
    List<Run> due = List.of(ask(1), ask(HOUR), ask(2 * HOUR));
    Run later = ask(48 * HOUR);

    clock.set(NOON + 24 * HOUR);

    assertThat(deadlines.expireDue()).isEqualTo(3);
    assertThat(deadlines.expireDue()).isZero();
    assertThat(due.stream().map(this::status)).containsOnly(RunStatus.CANCELLED);
    assertThat(status(later)).isEqualTo(RunStatus.WAITING_FOR_USER_QUESTION);
  }

  @Test
  // K0-121, K0-122
  void K0_121_K0_122_the_deadline_holds_though_no_timer_has_come_and_is_recorded_then() {
    Run answered = ask(HOUR);
    Run cancelled = ask(HOUR);
    clock.set(NOON + HOUR);

    assertThatThrownBy(
            () ->
                questions.resolve(
                    new GateTarget.OfRun(answered.id()),
                    decline(answered),
                    Voter.named("ada"),
                    null))
        .isInstanceOfSatisfying(Refused.class, ClockTest::saysExpired);
    assertThatThrownBy(
            () ->
                questions.cancel(
                    cancelled.id(),
                    cancelled.questions().getFirst().id(),
                    null,
                    Json.EMPTY_OBJECT,
                    Voter.named("ada"),
                    null))
        .isInstanceOfSatisfying(Refused.class, ClockTest::saysExpired);

    assertThat(List.of(status(answered), status(cancelled))).containsOnly(RunStatus.CANCELLED);
    assertThat(deadlines.expireDue()).as("nothing is left for the timer").isZero();
  }

  private static void saysExpired(Refused refused) {
    assertThat(refused.refusal().problem()).isEqualTo(Problem.QUESTION_EXPIRED);
  }
}
