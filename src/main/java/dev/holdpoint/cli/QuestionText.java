package dev.holdpoint.cli;

import dev.holdpoint.api.gate.QuestionBodies.Option;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A question and its options as lines, safe to print. */
public final class QuestionText {
  private QuestionText() {}

  public static List<String> lines(StructuredQuestion question) {
    List<String> lines = new ArrayList<>();
    String header = question.header() == null ? "" : question.header().strip();
    if (!header.isEmpty()) {
      lines.add(Visible.line(header));
    }
    Visible.lines(question.question()).lines().forEach(lines::add);
    if (Boolean.TRUE.equals(question.optional())) {
      lines.add("(answer is optional)");
    }
    int number = 1;
    for (Option option : question.options()) {
      lines.add("  " + number++ + "  " + Visible.line(option.label()) + name(option));
      detail(lines, option.description());
      detail(lines, option.preview());
    }
    return lines;
  }

  /** The label alone may lie about what is sent: that is the id. */
  private static String name(Option option) {
    return option.id().equals(option.label()) ? "" : "  [" + Visible.line(option.id()) + "]";
  }

  private static void detail(List<String> lines, @Nullable String text) {
    if (text != null && !text.isBlank()) {
      Visible.lines(text.strip()).lines().forEach(line -> lines.add("     " + line));
    }
  }
}
