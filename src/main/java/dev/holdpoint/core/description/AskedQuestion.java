package dev.holdpoint.core.description;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What every surface says about a question.
 *
 * @param title the first question
 * @param summary what may be chosen, and how many more questions there are; null for neither
 */
public record AskedQuestion(String title, @Nullable String summary) {
  private static final int SHOWN_OPTIONS = 12;

  /**
   * @param questions the texts of all of them, in their order
   * @param options what the first lets people choose from
   */
  public static AskedQuestion of(List<String> questions, List<String> options) {
    String title =
        questions.isEmpty() ? "Question" : OneLine.of(questions.getFirst(), Description.TITLE);
    List<String> parts =
        new ArrayList<>(
            options.stream().limit(SHOWN_OPTIONS).map(one -> OneLine.of(one, 60)).toList());
    int more = questions.size() - 1;
    if (more > 0) {
      parts.add(more == 1 ? "1 more question" : "%d more questions".formatted(more));
    }
    return new AskedQuestion(
        title.isEmpty() || OneLine.isJson(title) ? "Question" : title,
        parts.isEmpty()
            ? null
            : OneLine.cut(String.join(OneLine.BETWEEN, parts), Description.SUMMARY));
  }
}
