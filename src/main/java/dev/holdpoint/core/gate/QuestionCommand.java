package dev.holdpoint.core.gate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be asked of a question. */
public sealed interface QuestionCommand {
  /**
   * @param mayBeEmpty whether questions may be left without an answer, all of them too
   */
  record Reply(String by, long atMs, List<Answer> answers, boolean mayBeEmpty)
      implements QuestionCommand {
    public Reply(String by, long atMs, List<Answer> answers) {
      this(by, atMs, answers, false);
    }
  }

  /** The answer to the first of the questions that has none yet. */
  record AnswerOne(String by, long atMs, Answer answer) implements QuestionCommand {}

  record Decline(String by, long atMs, List<Answer> answers, @Nullable String justification)
      implements QuestionCommand {}

  record Cancel(String by, long atMs, @Nullable String justification) implements QuestionCommand {}

  /**
   * @param applied what the deadline does
   */
  record Expire(long atMs, Applied applied) implements QuestionCommand {}

  record Withdraw(String by, long atMs, Withdrawal cause) implements QuestionCommand {}
}
