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
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClarificationMachineTest {
  private static final long DEADLINE = 1_000;
  private static final List<Option> COLOURS =
      List.of(new Option("red", "Red", null, null), new Option("blue", "Blue", null, null));
  private static final List<StructuredQuestion> ASKED =
      List.of(
          new StructuredQuestion("any", "", "Which ones?", COLOURS, true),
          new StructuredQuestion("text", "", "Why?", List.of(), false));
  private static final Answer ANY = new Answer("any", List.of("red", "blue"), null);
  private static final Answer TEXT = new Answer("text", List.of(), "because");

  private static MachineTable<QuestionState, QuestionCommand> table() {
    var table =
        new MachineTable<>(QuestionState.class, QuestionCommand.class)
            .state("pending until 1000", QuestionState.Pending.until(DEADLINE))
            .state("pending without a deadline", QuestionState.Pending.until(null))
            .state("partly answered until 1000", new QuestionState.Pending(DEADLINE, List.of(ANY)))
            .state("answered", new QuestionState.Answered("bob", 500, List.of(ANY, TEXT)))
            .state("declined (stop)", new QuestionState.Declined("bob", 500, "stop"))
            .state("cancelled (stop)", new QuestionState.Cancelled("bob", 500, "stop"))
            .state("expired", new QuestionState.Expired(DEADLINE, Applied.CANCEL, List.of()))
            .state("withdrawn", new QuestionState.Withdrawn("bob", 500, Withdrawal.GONE));
    for (long at : new long[] {DEADLINE - 1, DEADLINE, DEADLINE + 1}) {
      table
          .command("reply at " + at, new Reply("ada", at, List.of(ANY, TEXT)))
          .command("answer text alone at " + at, new AnswerOne("ada", at, TEXT))
          .command("decline (stop) at " + at, new Decline("ada", at, List.of(), "stop"))
          .command("cancel (stop) at " + at, new Cancel("ada", at, "stop"))
          .command("expire at " + at, new Expire(at, Applied.CANCEL))
          .command("withdraw at " + at, new Withdraw("run", at, Withdrawal.GONE));
    }
    return table
        .command(
            "the same reply in another order",
            reply(TEXT, new Answer("any", List.of("blue", "red"), null)))
        .command("another reply", reply(new Answer("any", List.of("red"), null), TEXT))
        .command("a reply without one", reply(TEXT))
        .command("answer any alone", new AnswerOne("ada", 1, ANY))
        .command(
            "answer alone what was not asked",
            new AnswerOne("ada", 1, new Answer("x", List.of(), "?")))
        .command("a decline with answers", new Decline("ada", 1, List.of(TEXT), "stop"))
        .command("another decline", new Decline("ada", 1, List.of(), null))
        .command("another cancel", new Cancel("ada", 1, "no"));
  }

  private static Reply reply(Answer... answers) {
    return new Reply("ada", 1, List.of(answers));
  }

  @Test
  // K0-98, K0-123, K0-144
  void K0_98_K0_123_K0_144_every_state_answers_every_command_as_the_table_says()
      throws IOException {
    Golden.check(
        Path.of("docs/machines/clarification.md"),
        table()
            .complete()
            .markdown(
                "The life of a question that a child has put to its parent",
                """
                Each field is what `ClarificationMachine.decide` answers: an **event**, unchanged, or the
                code of the `problem`. Times are milliseconds and the deadline is 1000. Asked are `any`
                (any of red and blue) and `text` (free text). Written by `ClarificationMachineTest`;
                rewrite it with `./test '*MachineTest' -Dupdate.golden=true`.""",
                (state, command) -> ClarificationMachine.decide(state, ASKED, command)));
  }

  @Test
  void nothing_changes_one_that_is_settled() {
    table()
        .each(
            (state, command) -> {
              if (state instanceof QuestionState.Settled) {
                assertThat(ClarificationMachine.decide(state, ASKED, command))
                    .isNotInstanceOf(Verdict.Happened.class);
              }
            });
  }

  @Test
  void no_child_is_ever_told_that_its_question_was_cancelled() {
    table()
        .each(
            (state, command) ->
                assertThat(ClarificationMachine.decide(state, ASKED, command))
                    .isNotEqualTo(
                        Verdict.happened(new QuestionEvent.Cancelled("ada", DEADLINE - 1, "stop")))
                    .isNotEqualTo(Verdict.rejected(Problem.QUESTION_REQUEST_MISMATCH)));
  }
}
