package dev.holdpoint.core.gate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What somebody said to one structured question. */
public record Answer(
    String questionId, List<String> selectedOptionIds, @Nullable String freeformAnswer) {

  public boolean isEmpty() {
    return selectedOptionIds.isEmpty() && !hasWords();
  }

  /** Whether something was said beside the options. */
  public boolean hasWords() {
    return freeformAnswer != null && !isBlank(freeformAnswer);
  }

  /** Whether nobody would see anything: spaces of every kind, and what has no width. */
  private static boolean isBlank(String text) {
    return text.codePoints()
        .allMatch(
            c ->
                Character.isWhitespace(c)
                    || Character.isSpaceChar(c)
                    || Character.isISOControl(c)
                    || Character.getType(c) == Character.FORMAT);
  }
}
