package dev.holdpoint.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.schema.FormSchemas;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.core.record.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerFormsTest {
  private static final Json FORM =
      new Json(
          """
          {"type":"object","properties":{
            "name":{"type":"string","minLength":2},
            "days":{"type":"integer","minimum":1,"maximum":30},
            "rate":{"type":"number"},
            "on":{"type":"string","format":"date"},
            "tags":{"type":"array","minItems":2,"items":{"type":"string","enum":["a","b"]}}},
           "required":["name"]}""");
  private static final List<StructuredQuestion> QUESTIONS =
      List.of(free("name"), free("days"), free("rate"), free("on"), tags());

  private final AnswerForms forms = new AnswerForms(new FormSchemas());

  private static StructuredQuestion free(String id) {
    return new StructuredQuestion(id, id, id, List.of(), false, !id.equals("name"), false);
  }

  private static StructuredQuestion tags() {
    return new StructuredQuestion(
        "tags",
        "tags",
        "tags",
        List.of(new Option("a", "A", null, null), new Option("b", "B", null, null)),
        true,
        true,
        true);
  }

  private static Answer said(String id, String text) {
    return new Answer(id, List.of(), text);
  }

  private List<Fault> faults(boolean whole, Answer... answers) {
    Question question =
        new Question(
            "qst_1", "call", QUESTIONS, FORM, 0, null, QuestionState.Pending.until(null), null);
    return forms.faults(question, List.of(answers), whole);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          days | 7
          days | ' 7 '
          days | 7.0
          days | 3e1
          rate | -0.5
          rate | 1e10
          on   | 2026-11-15
          on   | ''
          """)
  void a_text_is_taken_for_what_the_form_wants(String id, String text) {
    assertThat(faults(true, said("name", "Ada"), said(id, text))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          days | seven                | must be a whole number
          days | 7.5                  | must be a whole number
          days | 1e999999999          | must be a whole number
          days | 99999999999999999999 | must be a whole number
          rate | one                  | must be a number
          rate | 1e999999999          | must be a number
          rate | NaN                  | must be a number
          """)
  void a_text_that_cannot_be_it_is_told_at_its_place(String id, String text, String message) {
    assertThat(faults(true, said("name", "Ada"), said(id, text)))
        .containsExactly(new Fault("/resolution/answers/1/freeform_answer", message));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          days | 31
          days | 0
          on   | 2026-02-30
          on   | tomorrow
          """)
  void what_goes_beyond_the_bounds_is_told_at_its_place(String id, String text) {
    assertThat(faults(true, said("name", "Ada"), said(id, text)))
        .extracting(Fault::pointer)
        .containsExactly("/resolution/answers/1/freeform_answer");
  }

  @Test
  void all_that_is_wrong_is_told_together() {
    assertThat(
            faults(
                true,
                new Answer("tags", List.of("a"), null),
                said("days", "many"),
                said("name", "A")))
        .extracting(Fault::pointer)
        .containsExactlyInAnyOrder(
            "/resolution/answers/0/selected_option_ids",
            "/resolution/answers/1/freeform_answer",
            "/resolution/answers/2/freeform_answer");
  }

  @Test
  void what_is_wanted_is_missed_in_the_whole_and_not_in_a_part() {
    assertThat(faults(true)).extracting(Fault::pointer).containsExactly("/resolution/answers");
    assertThat(faults(false, said("days", "7"))).isEmpty();
  }

  @Test
  void an_endless_text_is_refused_before_anything_looks_at_it() {
    assertThat(faults(true, said("name", "x".repeat(100_001))))
        .extracting(Fault::message)
        .containsExactly("must not be longer than 100000 characters");
    assertThat(faults(false, said("on", "1".repeat(3_000))))
        .extracting(Fault::message)
        .containsExactly("must not be longer than 2048 characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"qst", "a/b", "a~b", "ä", " "})
  void any_name_of_a_property_finds_its_answer(String name) {
    Json form =
        new Json(
            "{\"type\":\"object\",\"properties\":{\""
                + name
                + "\":{\"type\":\"string\",\"minLength\":5}}}");
    Question question =
        new Question(
            "qst_1",
            "call",
            List.of(free(name)),
            form,
            0,
            null,
            QuestionState.Pending.until(null),
            null);

    assertThat(forms.faults(question, List.of(said(name, "x")), true))
        .extracting(Fault::pointer)
        .containsExactly("/resolution/answers/0/freeform_answer");
  }

  @Test
  void what_was_not_answered_is_left_out_of_the_form() {
    assertThat(
            AnswerForms.content(
                    FORM,
                    QUESTIONS,
                    List.of(
                        new Answer("tags", List.of("b", "a"), null),
                        said("on", "  "),
                        said("days", "7"),
                        said("name", "Ada")))
                .text())
        .isEqualTo("{\"name\":\"Ada\",\"days\":7,\"tags\":[\"b\",\"a\"]}");
  }
}
