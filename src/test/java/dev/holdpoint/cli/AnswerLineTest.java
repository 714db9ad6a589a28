package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.gate.QuestionBodies.Option;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.gate.QuestionBodies.StructuredQuestion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerLineTest {
  private static final List<Option> OPTIONS =
      List.of(
          new Option("pg", "PostgreSQL", null, null),
          new Option("lite", "SQLite", null, null),
          new Option("3", "the third", null, null));

  private static String read(boolean multi, List<Option> options, String line) {
    StructuredQuestion question = new StructuredQuestion("q", "", "Which?", options, multi);
    return switch (AnswerLine.read(question, line)) {
      case AnswerLine.Answered(QuestionAnswer answer) ->
          answer.selectedOptionIds()
              + (answer.freeformAnswer() == null ? "" : answer.freeformAnswer());
      case AnswerLine.Unclear(String why) -> "? " + why;
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          1             | [pg]
          2             | [lite]
          lite          | [lite]
          sqlite        | [lite]
          LITE          | []LITE
          the third     | [3]
          "1"           | []1
          "             | []"
          none of them  | []none of them
          4             | ? There is no option 4. Type 1 to 3, or your own answer; put a number in quotes to send it as text.
          0             | ? There is no option 0. Type 1 to 3, or your own answer; put a number in quotes to send it as text.
          1,2           | ? Choose only one option.
          99999999999   | ? There is no option 99999999999. Type 1 to 3, or your own answer; put a number in quotes to send it as text.
          """)
  void one_option_or_words(String line, String means) {
    assertThat(read(false, OPTIONS, line)).isEqualTo(means);
  }

  @Test
  void nothing_where_that_is_allowed_and_no_words_where_they_are_not() {
    StructuredQuestion question =
        new StructuredQuestion("q", "", "Which?", OPTIONS, false, true, true, null);

    assertThat(AnswerLine.read(question, " "))
        .isEqualTo(new AnswerLine.Answered(new QuestionAnswer("q", List.of(), null)));
    assertThat(AnswerLine.read(question, "neither"))
        .isEqualTo(new AnswerLine.Unclear("Choose one of the options: 1 to 3, or nothing."));
  }

  @Test
  void several_options_where_that_is_allowed() {
    assertThat(read(true, OPTIONS, "1, 3")).isEqualTo("[pg, 3]");
    assertThat(read(true, OPTIONS, "2 2;1")).isEqualTo("[lite, pg]");
    assertThat(read(true, OPTIONS, "  "))
        .startsWith("? An answer is required: 1 to 3 (separate several");
  }

  @Test
  void without_options_a_number_is_a_word() {
    assertThat(read(false, List.of(), "42")).isEqualTo("[]42");
    assertThat(read(false, List.of(), "")).isEqualTo("? An answer is required: your own answer.");
  }
}
