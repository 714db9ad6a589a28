package dev.holdpoint.core.gate;

import static dev.holdpoint.core.problem.Problem.QUESTION_ANSWER_MISSING;
import static dev.holdpoint.core.problem.Problem.QUESTION_DECLINED_WITH_ANSWERS;
import static dev.holdpoint.core.problem.Problem.QUESTION_DUPLICATE_ANSWER;
import static dev.holdpoint.core.problem.Problem.QUESTION_EXPIRED;
import static dev.holdpoint.core.problem.Problem.QUESTION_REQUEST_MISMATCH;
import static dev.holdpoint.core.problem.Problem.QUESTION_UNKNOWN_ANSWER;
import static dev.holdpoint.core.problem.Verdict.happened;
import static dev.holdpoint.core.problem.Verdict.rejected;
import static dev.holdpoint.core.problem.Verdict.unchanged;

import dev.holdpoint.core.gate.QuestionCommand.AnswerOne;
import dev.holdpoint.core.gate.QuestionCommand.Cancel;
import dev.holdpoint.core.gate.QuestionCommand.Decline;
import dev.holdpoint.core.gate.QuestionCommand.Expire;
import dev.holdpoint.core.gate.QuestionCommand.Reply;
import dev.holdpoint.core.gate.QuestionCommand.Withdraw;
import dev.holdpoint.core.gate.QuestionState.Pending;
import dev.holdpoint.core.gate.QuestionState.Settled;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The life of a question. {@code asked} is what the answers are held against. */
public final class QuestionMachine {
  private QuestionMachine() {}

  private record At(QuestionState state, QuestionCommand command) {}

  public static Verdict<QuestionEvent> decide(
      QuestionState state, List<StructuredQuestion> asked, QuestionCommand command) {
    return switch (new At(state, command)) {
      case At(Pending p, Reply c) -> p.isOpenAt(c.atMs()) ? answer(asked, c) : expired();
      case At(Pending p, AnswerOne c) -> p.isOpenAt(c.atMs()) ? answerOne(p, asked, c) : expired();
      case At(Pending p, Decline c) -> p.isOpenAt(c.atMs()) ? decline(c) : expired();
      case At(Pending p, Cancel c) ->
          p.isOpenAt(c.atMs())
              ? happened(new QuestionEvent.Cancelled(c.by(), c.atMs(), c.justification()))
              : expired();
      case At(Pending p, Expire c) ->
          p.isOpenAt(c.atMs()) ? unchanged() : happened(expiry(asked, c));
      case At(Pending _, Withdraw c) ->
          happened(new QuestionEvent.Withdrawn(c.by(), c.atMs(), c.cause()));

      // A timer that fires late, or a run that ends twice, is normal after a crash.
      case At(Settled _, Expire _) -> unchanged();
      case At(Settled _, Withdraw _) -> unchanged();
      case At(QuestionState.Expired _, QuestionCommand _) -> expired();
      case At(Settled _, QuestionCommand _) -> rejected(QUESTION_REQUEST_MISMATCH);
    };
  }

  public static QuestionState evolve(QuestionEvent.Settling event) {
    return switch (event) {
      case QuestionEvent.Answered e -> new QuestionState.Answered(e.by(), e.atMs(), e.answers());
      case QuestionEvent.Declined e ->
          new QuestionState.Declined(e.by(), e.atMs(), e.justification());
      case QuestionEvent.Cancelled e ->
          new QuestionState.Cancelled(e.by(), e.atMs(), e.justification());
      case QuestionEvent.Expired e -> new QuestionState.Expired(e.atMs(), e.applied(), e.answers());
      case QuestionEvent.Withdrawn e -> new QuestionState.Withdrawn(e.by(), e.atMs(), e.cause());
    };
  }

  private static Verdict<QuestionEvent> answer(List<StructuredQuestion> asked, Reply command) {
    List<StructuredQuestion> held =
        command.mayBeEmpty() ? asked.stream().map(StructuredQuestion::asOptional).toList() : asked;
    Problem fault = Answers.fault(held, command.answers());
    return fault == null
        ? happened(new QuestionEvent.Answered(command.by(), command.atMs(), command.answers()))
        : rejected(fault);
  }

  /** In the order in which they were asked, so that nobody has to say which are left. */
  private static Verdict<QuestionEvent> answerOne(
      Pending state, List<StructuredQuestion> asked, AnswerOne command) {
    List<Answer> before = state.partialAnswers();
    String questionId = command.answer().questionId();
    if (before.stream().anyMatch(answer -> answer.questionId().equals(questionId))) {
      return rejected(QUESTION_DUPLICATE_ANSWER);
    }
    if (asked.stream().noneMatch(question -> question.id().equals(questionId))) {
      return rejected(QUESTION_UNKNOWN_ANSWER);
    }
    StructuredQuestion next = asked.get(before.size());
    if (!next.id().equals(questionId)) {
      return rejected(QUESTION_ANSWER_MISSING);
    }
    Problem fault = Answers.fault(next, command.answer());
    if (fault != null) {
      return rejected(fault);
    }
    List<Answer> answers = Stream.concat(before.stream(), Stream.of(command.answer())).toList();
    return happened(
        answers.size() == asked.size()
            ? new QuestionEvent.Answered(command.by(), command.atMs(), answers)
            : new QuestionEvent.PartlyAnswered(command.by(), command.atMs(), answers));
  }

  private static Verdict<QuestionEvent> decline(Decline command) {
    return command.answers().isEmpty()
        ? happened(
            new QuestionEvent.Declined(command.by(), command.atMs(), command.justification()))
        : rejected(QUESTION_DECLINED_WITH_ANSWERS);
  }

  /** Where one question declares no answer for it, none of them is given. */
  private static QuestionEvent.Expired expiry(List<StructuredQuestion> asked, Expire command) {
    if (command.applied() != Applied.DEFAULT) {
      return new QuestionEvent.Expired(command.atMs(), command.applied(), List.of());
    }
    List<Answer> answers =
        asked.stream().map(StructuredQuestion::answerByDefault).filter(Objects::nonNull).toList();
    return answers.size() == asked.size()
        ? new QuestionEvent.Expired(command.atMs(), Applied.DEFAULT, answers)
        : new QuestionEvent.Expired(command.atMs(), Applied.DECLINE, List.of());
  }

  private static Verdict<QuestionEvent> expired() {
    return rejected(QUESTION_EXPIRED);
  }
}
