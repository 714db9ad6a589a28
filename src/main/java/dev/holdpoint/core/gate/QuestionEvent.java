package dev.holdpoint.core.gate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happened to a question. */
public sealed interface QuestionEvent {
  /** Some of several questions have their answers; the rest is waited for. */
  record PartlyAnswered(String by, long atMs, List<Answer> answersSoFar) implements QuestionEvent {}

  /** It waits no longer. */
  sealed interface Settling extends QuestionEvent {}

  record Answered(String by, long atMs, List<Answer> answers) implements Settling {}

  record Declined(String by, long atMs, @Nullable String justification) implements Settling {}

  record Cancelled(String by, long atMs, @Nullable String justification) implements Settling {}

  /**
   * @param answers those that the questions declare for it; empty unless that is what is applied
   */
  record Expired(long atMs, Applied applied, List<Answer> answers) implements Settling {}

  record Withdrawn(String by, long atMs, Withdrawal cause) implements Settling {}
}
