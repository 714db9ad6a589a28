package dev.holdpoint.http.v1.call;

import dev.holdpoint.api.session.InputBodies.InputItem;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The text of work that is given once and run later, perhaps often. */
public final class InputText {
  private InputText() {}

  /** Null when neither was given. */
  public static @Nullable String ofAny(@Nullable String content, List<InputItem> items) {
    return content == null && items.isEmpty() ? null : of(content, items);
  }

  public static String of(@Nullable String content, List<InputItem> items) {
    String given = content == null ? "" : content;
    if (!items.isEmpty() && !given.isEmpty()) {
      throw invalid(
          "/content", "input_items and content cannot be combined. Put the text into an item.");
    }
    for (int i = 0; i < items.size(); i++) {
      if (!(items.get(i) instanceof InputItem.Text)) {
        throw invalid(
            "/input_items/" + i, "A schedule accepts only items of type text. Omit the others.");
      }
    }
    String text =
        items.isEmpty()
            ? given
            : items.stream()
                .map(item -> item instanceof InputItem.Text words ? words.text() : "")
                .collect(Collectors.joining("\n"));
    if (text.isBlank()) {
      throw invalid("/content", "The input is empty: content or input_items must contain text.");
    }
    return text;
  }

  private static Refused invalid(String pointer, String message) {
    return Problem.INVALID_INPUT.because(message).at(pointer, message).asException();
  }
}
