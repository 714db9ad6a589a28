package dev.holdpoint.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.Golden;
import dev.holdpoint.core.MachineTable;
import dev.holdpoint.core.gate.QuestionCommand.AnswerOne;
import dev.holdpoint.core.gate.QuestionCommand.Cancel;
import dev.holdpoint.core.gate.QuestionCommand.Decline;
import dev.holdpoint.core.gate.QuestionCommand.Expire;
import dev.holdpoint.core.gate.QuestionCommand.Reply;
import dev.holdpoint.core.gate.QuestionCommand.Withdraw;
import dev.holdpoint.core.problem.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class QuestionMachineTest {
  private static final long DEADLINE = 1_000;
  private static final List<Option> COLOURS =
      List.of(new Option("red", "Red", null, null), new Option("blue", "Blue", null, null));

  /** One of two, any of two, and a text. */
  private static final List<StructuredQuestion> ASKED =
      List.of(
          new StructuredQuestion("one", "", "Which?", COLOURS, false),
          new StructuredQuestion("any", "", "Which ones?", COLOURS, true),
          new StructuredQuestion("text", "", "Why?", List.of(), false));

  private static final Answer ONE = new Answer("one", List.of("red"), null);
  private static final Answer ANY = new Answer("any", List.of("red", "blue"), null);
  private static final Answer TEXT = new Answer("text", List.of(), "because");
  private static final List<Answer> GOOD = List.of(ONE, ANY, TEXT);

  private static MachineTable<QuestionState, QuestionCommand> table() {
    var table =
        new MachineTable<>(QuestionState.class, QuestionCommand.class)
            .state("pending until 1000", QuestionState.Pending.until(DEADLINE))
            .state("pending without a deadline", QuestionState.Pending.until(null))
            .state("partly answered until 1000", new QuestionState.Pending(DEADLINE, List.of(ONE)))
            .state(
                "all but the last, without a deadline",
                new QuestionState.Pending(null, List.of(ONE, ANY)))
            .state("answered", new QuestionState.Answered("bob", 500, GOOD))
            .state("declined", new QuestionState.Declined("bob", 500, null))
            .state("cancelled", new QuestionState.Cancelled("bob", 500, null))
            .state("expired", new QuestionState.Expired(DEADLINE, Applied.CANCEL, List.of()))
            .state("withdrawn", new QuestionState.Withdrawn("bob", 500, Withdrawal.GONE));
    for (long at : new long[] {DEADLINE - 1, DEADLINE, DEADLINE + 1}) {
      table
          .command("reply at " + at, new Reply("ada", at, GOOD))
          .command("answer any alone at " + at, new AnswerOne("ada", at, ANY))
          .command("decline at " + at, new Decline("ada", at, List.of(), "rather not"))
          .command("cancel at " + at, new Cancel("ada", at, "stop"))
          .command("expire at " + at, new Expire(at, Applied.CANCEL))
          .command("expire at " + at + " with defaults", new Expire(at, Applied.DEFAULT))
          .command("withdraw at " + at, new Withdraw("run", at, Withdrawal.GONE));
    }
    return table
        .command("reply with nothing", reply())
        .command("reply without one", reply(ANY, TEXT))
        .command("reply to one twice", reply(ONE, ONE, ANY, TEXT))
        .command(
            "reply to what was not asked", reply(ONE, ANY, TEXT, new Answer("x", List.of(), "?")))
        .command(
            "two where one is allowed",
            reply(new Answer("one", List.of("red", "blue"), null), ANY, TEXT))
        .command(
            "one option twice", reply(new Answer("one", List.of("red", "red"), null), ANY, TEXT))
        .command(
            "any option twice", reply(ONE, new Answer("any", List.of("red", "red"), null), TEXT))
        .command("an unknown option", reply(new Answer("one", List.of("green"), null), ANY, TEXT))
        .command(
            "an option where none is", reply(ONE, ANY, new Answer("text", List.of("red"), null)))
        .command("an empty answer", reply(ONE, ANY, new Answer("text", List.of(), null)))
        .command("a blank answer", reply(ONE, ANY, new Answer("text", List.of(), "  ")))
        .command(
            "a text instead of an option", reply(new Answer("one", List.of(), "green"), ANY, TEXT))
        .command("answer one alone", answer(ONE))
        .command("answer text alone", answer(TEXT))
        .command("answer alone what was not asked", answer(new Answer("x", List.of(), "?")))
        .command(
            "answer alone with two options",
            answer(new Answer("one", List.of("red", "blue"), null)))
        .command(
            "answer alone with an option twice",
            answer(new Answer("any", List.of("red", "red"), null)))
        .command(
            "answer alone with an unknown option",
            answer(new Answer("any", List.of("green"), null)))
        .command("answer alone with nothing", answer(new Answer("text", List.of(), " ")))
        .command("decline with answers", new Decline("ada", 1, GOOD, null))
        .command("decline without a word", new Decline("ada", 1, List.of(), null));
  }

  private static AnswerOne answer(Answer answer) {
    return new AnswerOne("ada", 1, answer);
  }

  private static Reply reply(Answer... answers) {
    return new Reply("ada", 1, List.of(answers));
  }

  @Test
  void every_state_answers_every_command_as_the_table_says() throws IOException {
    Golden.check(
        Path.of("docs/machines/question.md"),
        table()
            .complete()
            .markdown(
                "The life of a question",
                """
                Each field is what `QuestionMachine.decide` answers: an **event**, unchanged, or the code
                of the `problem`. Times are milliseconds and the deadline is 1000. Asked are `one` (one of
                red and blue), `any` (any of them) and `text` (free text). Written by
                `QuestionMachineTest`; rewrite it with
                `./test '*MachineTest' -Dupdate.golden=true`.""",
                (state, command) -> QuestionMachine.decide(state, ASKED, command)));
  }

  @Test
  void answers_that_come_one_by_one_are_one_answer_in_the_order_of_the_questions() {
    QuestionState state = QuestionState.Pending.until(null);
    for (Answer part : List.of(ONE, ANY)) {
      Verdict<QuestionEvent> verdict = QuestionMachine.decide(state, ASKED, answer(part));
      assertThat(verdict).isInstanceOf(Verdict.Happened.class);
      state = new QuestionState.Pending(null, soFar(verdict));
    }
    assertThat(QuestionMachine.decide(state, ASKED, answer(TEXT)))
        .isEqualTo(Verdict.happened(new QuestionEvent.Answered("ada", 1, GOOD)));
  }

  private static List<Answer> soFar(Verdict<QuestionEvent> verdict) {
    return verdict
            instanceof
            Verdict.Happened<QuestionEvent>(
                QuestionEvent.PartlyAnswered(String _, long _, List<Answer> answers))
        ? answers
        : List.of();
  }

  @Test
  void nothing_changes_a_question_that_is_settled() {
    table()
        .each(
            (state, command) -> {
              if (state instanceof QuestionState.Settled) {
                assertThat(QuestionMachine.decide(state, ASKED, command))
                    .isNotInstanceOf(Verdict.Happened.class);
              }
            });
  }
}
