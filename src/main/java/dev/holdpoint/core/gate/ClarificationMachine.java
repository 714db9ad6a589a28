package dev.holdpoint.core.gate;

import static dev.holdpoint.core.problem.Problem.QUESTION_EXPIRED;
import static dev.holdpoint.core.problem.Problem.QUESTION_RESOLUTION_CONFLICT;
import static dev.holdpoint.core.problem.Problem.QUESTION_STATE_CONFLICT;
import static dev.holdpoint.core.problem.Verdict.rejected;
import static dev.holdpoint.core.problem.Verdict.unchanged;

import dev.holdpoint.core.gate.QuestionCommand.AnswerOne;
import dev.holdpoint.core.gate.QuestionCommand.Cancel;
import dev.holdpoint.core.gate.QuestionCommand.Decline;
import dev.holdpoint.core.gate.QuestionCommand.Expire;
import dev.holdpoint.core.gate.QuestionCommand.Reply;
import dev.holdpoint.core.gate.QuestionCommand.Withdraw;
import dev.holdpoint.core.gate.QuestionState.Answered;
import dev.holdpoint.core.gate.QuestionState.Cancelled;
import dev.holdpoint.core.gate.QuestionState.Declined;
import dev.holdpoint.core.gate.QuestionState.Expired;
import dev.holdpoint.core.gate.QuestionState.Pending;
import dev.holdpoint.core.gate.QuestionState.Withdrawn;
import dev.holdpoint.core.problem.Verdict;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The life of a question that a child has put to its parent. It differs from {@link
 * QuestionMachine} in two ways. Cancelling it ends nobody: the child is told no, so it is a
 * decline. And whoever repeats an answer that was taken hears yes once more, because after a lost
 * answer that is all a caller can do; another answer comes too late.
 */
public final class ClarificationMachine {
  private ClarificationMachine() {}

  private record At(QuestionState state, QuestionCommand command) {}

  public static Verdict<QuestionEvent> decide(
      QuestionState state, List<StructuredQuestion> asked, QuestionCommand command) {
    return switch (new At(state, command)) {
      case At(Pending p, Cancel c) ->
          QuestionMachine.decide(
              p, asked, new Decline(c.by(), c.atMs(), List.of(), c.justification()));
      case At(Pending p, Reply c) -> QuestionMachine.decide(p, asked, c);
      case At(Pending p, AnswerOne c) -> QuestionMachine.decide(p, asked, c);
      case At(Pending p, Decline c) -> QuestionMachine.decide(p, asked, c);
      case At(Pending p, Expire c) -> QuestionMachine.decide(p, asked, c);
      case At(Pending p, Withdraw c) -> QuestionMachine.decide(p, asked, c);

      case At(Answered s, Reply c) -> sameIf(isSame(s.answers(), c.answers()));
      // What is left to answer was shown; with the last part, or a whole answer, nothing is.
      case At(Answered _, AnswerOne _) -> sameIf(false);
      case At(Answered _, Decline _) -> sameIf(false);
      case At(Answered _, Cancel _) -> sameIf(false);
      case At(Declined _, Reply _) -> sameIf(false);
      case At(Declined _, AnswerOne _) -> sameIf(false);
      case At(Declined s, Decline c) -> again(s.justification(), c.answers(), c.justification());
      case At(Declined s, Cancel c) -> again(s.justification(), List.of(), c.justification());
      // No clarification comes here; if one did, it would be a decline.
      case At(Cancelled _, Reply _) -> sameIf(false);
      case At(Cancelled _, AnswerOne _) -> sameIf(false);
      case At(Cancelled s, Decline c) -> again(s.justification(), c.answers(), c.justification());
      case At(Cancelled s, Cancel c) -> again(s.justification(), List.of(), c.justification());

      case At(Expired _, Reply _) -> rejected(QUESTION_EXPIRED);
      case At(Expired _, AnswerOne _) -> rejected(QUESTION_EXPIRED);
      case At(Expired _, Decline _) -> rejected(QUESTION_EXPIRED);
      case At(Expired _, Cancel _) -> rejected(QUESTION_EXPIRED);
      case At(Withdrawn _, Reply _) -> rejected(QUESTION_STATE_CONFLICT);
      case At(Withdrawn _, AnswerOne _) -> rejected(QUESTION_STATE_CONFLICT);
      case At(Withdrawn _, Decline _) -> rejected(QUESTION_STATE_CONFLICT);
      case At(Withdrawn _, Cancel _) -> rejected(QUESTION_STATE_CONFLICT);

      // A timer that fires late, or a run that ends twice, is normal after a crash.
      case At(QuestionState.Settled _, Expire _) -> unchanged();
      case At(QuestionState.Settled _, Withdraw _) -> unchanged();
    };
  }

  private static Verdict<QuestionEvent> sameIf(boolean same) {
    return same ? unchanged() : rejected(QUESTION_RESOLUTION_CONFLICT);
  }

  private static Verdict<QuestionEvent> again(
      @Nullable String before, List<Answer> answers, @Nullable String now) {
    return sameIf(answers.isEmpty() && Objects.equals(before, now));
  }

  /** In whatever order they were given. */
  private static boolean isSame(List<Answer> some, List<Answer> others) {
    return some.size() == others.size() && meanings(some).equals(meanings(others));
  }

  private record Meaning(String questionId, Set<String> selected, @Nullable String text) {}

  private static Set<Meaning> meanings(List<Answer> answers) {
    Set<Meaning> meanings = new HashSet<>();
    for (Answer answer : answers) {
      meanings.add(
          new Meaning(
              answer.questionId(),
              new HashSet<>(answer.selectedOptionIds()),
              answer.freeformAnswer()));
    }
    return meanings;
  }
}
