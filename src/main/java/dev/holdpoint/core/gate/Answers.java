package dev.holdpoint.core.gate;

import static dev.holdpoint.core.problem.Problem.QUESTION_ANSWER_EMPTY;
import static dev.holdpoint.core.problem.Problem.QUESTION_ANSWER_MISSING;
import static dev.holdpoint.core.problem.Problem.QUESTION_DUPLICATE_ANSWER;
import static dev.holdpoint.core.problem.Problem.QUESTION_DUPLICATE_OPTION;
import static dev.holdpoint.core.problem.Problem.QUESTION_OPTION_NOT_FOUND;
import static dev.holdpoint.core.problem.Problem.QUESTION_SINGLE_SELECT_VIOLATION;
import static dev.holdpoint.core.problem.Problem.QUESTION_UNKNOWN_ANSWER;

import dev.holdpoint.core.problem.Problem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether answers fit the questions. The order of the checks is part of the contract, so that a
 * request with several faults is always told the same one: a question answered twice; then,
 * question by question, missing, several options where one is allowed, an option twice, an unknown
 * option, an empty answer; and last an answer to something that was not asked.
 */
public final class Answers {
  private Answers() {}

  /** The first fault, or null when the answers are good. */
  public static @Nullable Problem fault(List<StructuredQuestion> questions, List<Answer> answers) {
    Map<String, Answer> byQuestion = new HashMap<>();
    for (Answer answer : answers) {
      if (byQuestion.put(answer.questionId(), answer) != null) {
        return QUESTION_DUPLICATE_ANSWER;
      }
    }
    for (StructuredQuestion question : questions) {
      Answer answer = byQuestion.remove(question.id());
      Problem fault =
          answer != null
              ? fault(question, answer)
              : question.optional() ? null : QUESTION_ANSWER_MISSING;
      if (fault != null) {
        return fault;
      }
    }
    return byQuestion.isEmpty() ? null : QUESTION_UNKNOWN_ANSWER;
  }

  /** The same for an answer that comes alone, to the question that it names. */
  public static @Nullable Problem fault(StructuredQuestion question, Answer answer) {
    List<String> selected = answer.selectedOptionIds();
    Set<String> distinct = new HashSet<>(selected);
    if (!question.multiSelect() && distinct.size() > 1) {
      return QUESTION_SINGLE_SELECT_VIOLATION;
    }
    if (distinct.size() < selected.size()) {
      return QUESTION_DUPLICATE_OPTION;
    }
    for (String id : selected) {
      if (question.options().stream().noneMatch(option -> option.id().equals(id))) {
        return QUESTION_OPTION_NOT_FOUND;
      }
    }
    if (question.closed() && answer.hasWords()) {
      return QUESTION_OPTION_NOT_FOUND;
    }
    return answer.isEmpty() && !question.optional() ? QUESTION_ANSWER_EMPTY : null;
  }
}
