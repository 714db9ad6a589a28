package dev.holdpoint.cli;

import dev.holdpoint.api.gate.QuestionBodies.Option;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What somebody typed as the answer to one question. */
public sealed interface AnswerLine {
  Pattern NUMBERS = Pattern.compile("[0-9]+([ ,;]+[0-9]+)*");

  record Answered(QuestionAnswer answer) implements AnswerLine {}

  /** Nobody can tell what is meant; {@code why} says how to say it. */
  record Unclear(String why) implements AnswerLine {}

  /**
   * Numbers are options, and so are an option's own name or label. All else is an answer in words;
   * words that look like an option go in quotes.
   */
  static AnswerLine read(StructuredQuestion question, String typed) {
    String line = typed.strip();
    if (line.isEmpty() && isSet(question.optional())) {
      return options(question, List.of());
    }
    if (line.isEmpty()) {
      return new Unclear("An answer is required: " + choices(question) + ".");
    }
    if (line.length() > 2 && line.startsWith("\"") && line.endsWith("\"")) {
      return words(question, line.substring(1, line.length() - 1));
    }
    List<Option> options = question.options();
    if (!options.isEmpty() && NUMBERS.matcher(line).matches()) {
      return numbers(question, line.split("[ ,;]+"));
    }
    Option named = named(options, line);
    return named == null ? words(question, line) : options(question, List.of(named.id()));
  }

  /** How to answer. */
  static String choices(StructuredQuestion question) {
    int options = question.options().size();
    String skip = isSet(question.optional()) ? ", or nothing" : "";
    if (options == 0) {
      return "your own answer" + skip;
    }
    String numbers = options == 1 ? "1" : "1 to " + options;
    return numbers
        + (question.multiSelect() ? " (separate several with commas)" : "")
        + (isSet(question.closed()) ? "" : ", or your own answer")
        + skip;
  }

  private static boolean isSet(@Nullable Boolean flag) {
    return Boolean.TRUE.equals(flag);
  }

  private static AnswerLine numbers(StructuredQuestion question, String[] numbers) {
    List<Option> options = question.options();
    List<String> chosen = new ArrayList<>();
    for (String number : numbers) {
      // Nine digits fit an int, and no question has so many options.
      int n = number.length() > 9 ? 0 : Integer.parseInt(number);
      if (n < 1 || n > options.size()) {
        return new Unclear(
            "There is no option "
                + number
                + ". Type "
                + choices(question)
                + "; put a number in quotes to send it as text.");
      }
      String id = options.get(n - 1).id();
      if (!chosen.contains(id)) {
        chosen.add(id);
      }
    }
    if (chosen.size() > 1 && !question.multiSelect()) {
      return new Unclear("Choose only one option.");
    }
    return options(question, chosen);
  }

  private static @Nullable Option named(List<Option> options, String line) {
    for (Option option : options) {
      if (option.id().equals(line)) {
        return option;
      }
    }
    List<Option> labelled =
        options.stream().filter(option -> option.label().strip().equalsIgnoreCase(line)).toList();
    return labelled.size() == 1 ? labelled.getFirst() : null;
  }

  private static Answered options(StructuredQuestion question, List<String> ids) {
    return new Answered(new QuestionAnswer(question.id(), ids, null));
  }

  private static AnswerLine words(StructuredQuestion question, String words) {
    if (isSet(question.closed())) {
      return new Unclear("Choose one of the options: " + choices(question) + ".");
    }
    return new Answered(new QuestionAnswer(question.id(), List.of(), words));
  }
}
