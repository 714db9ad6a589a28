package dev.holdpoint.core.question;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What somebody said to one structured question. */
public record Answer(
    String questionId, List<String> selectedOptionIds, @Nullable String freeformAnswer) {

  public boolean isEmpty() {
    return selectedOptionIds.isEmpty() && (freeformAnswer == null || freeformAnswer.isBlank());
  }
}
