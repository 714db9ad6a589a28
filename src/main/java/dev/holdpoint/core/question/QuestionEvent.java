package dev.holdpoint.core.question;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happened to a question. */
public sealed interface QuestionEvent {
  record Answered(String by, long atMs, List<Answer> answers) implements QuestionEvent {}

  record Declined(String by, long atMs, @Nullable String justification) implements QuestionEvent {}

  record Cancelled(String by, long atMs, @Nullable String justification) implements QuestionEvent {}

  record Expired(long atMs) implements QuestionEvent {}

  record Withdrawn(String by, long atMs) implements QuestionEvent {}
}
