package dev.holdpoint.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.tool.input.ApprovalInput;
import dev.holdpoint.agent.tool.input.ApprovalInput.Item;
import dev.holdpoint.agent.tool.input.ApprovalInput.ItemKind;
import dev.holdpoint.agent.tool.input.EmitOutputInput;
import dev.holdpoint.agent.tool.input.EmitOutputInput.Part;
import dev.holdpoint.agent.tool.input.Parsed;
import dev.holdpoint.agent.tool.input.QuestionInput;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.gate.GateDraft.Deadline;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateInputTest {
  private static final long NOW = 1_000_000;

  @Test
  void a_question_gets_what_it_left_out() {
    assertThat(
            question(
                """
                {"questions":[
                  {"question":"Which?","options":[{"label":"Red"},{"id":"b","label":"Blue",
                    "description":"d","preview":"p"},"Green"]},
                  {"id":"q1","header":"Notes","question":"Anything else?"},
                  {"question":"Why?","multi_select":true}],
                 "expires_after_ms":5}"""))
        .isEqualTo(
            new Parsed.Good<>(
                new QuestionInput(
                    List.of(
                        new StructuredQuestion(
                            "q2",
                            "",
                            "Which?",
                            List.of(
                                new Option("Red", "Red", null, null),
                                new Option("b", "Blue", "d", "p"),
                                new Option("Green", "Green", null, null)),
                            false),
                        new StructuredQuestion("q1", "Notes", "Anything else?", List.of(), false),
                        new StructuredQuestion("q3", "", "Why?", List.of(), true)),
                    new Deadline(null, 5L),
                    RequestTerms.NONE)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          []                                                            ~ must be a JSON object
          {}                                                            ~ at least one question
          {"questions":[]}                                              ~ at least one question
          {"questions":{}}                                              ~ `questions` must be an array
          {"questions":["x"]}                                           ~ questions[0] must be a JSON object
          {"questions":[{}]}                                            ~ `questions[0].question` is required
          {"questions":[{"question":" "}]}                              ~ must not be blank
          {"questions":[{"question":1}]}                                ~ must be a string
          {"questions":[{"question":"a","options":[1]}]}                ~ `questions[0].options[0]` must be
          {"questions":[{"question":"a","options":["x","x"]}]}          ~ two options with the id `x`
          {"questions":[{"question":"a","multi_select":"no"}]}          ~ true or false
          {"questions":[{"id":"a","question":"a"},{"id":"a","question":"b"}]} ~ must be unique
          {"questions":[{"question":"a"}],"expires_after_ms":0}         ~ must be from 1
          {"questions":[{"question":"a"}],"expires_after_ms":-5}        ~ must be from 1
          {"questions":[{"question":"a"}],"expires_after_ms":9223372036854775807} ~ must be from 1
          {"questions":[{"question":"a"}],"expires_after_ms":"5"}       ~ whole number
          {"questions":[{"question":"a"}],"expires_at_ms":1000000}      ~ is past
          {"questions":[{"question":"a"}],"expires_at_ms":-1}           ~ is past
          {"questions":[{"question":"a"}],"expires_at_ms":2000000,"expires_after_ms":5} ~ not both
          """)
  void a_wrong_question_is_refused_with_what_to_do(String json, String message) {
    assertThat(question(json))
        .isInstanceOfSatisfying(Parsed.Bad.class, bad -> assertThat(bad.error()).contains(message));
  }

  @Test
  void an_absolute_expiry_is_kept_as_given() {
    assertThat(question("{\"questions\":[{\"question\":\"a\"}],\"expires_at_ms\":1000001}"))
        .isInstanceOfSatisfying(
            Parsed.Good.class,
            good ->
                assertThat(((QuestionInput) good.value()).deadline())
                    .isEqualTo(new Deadline(1_000_001L, null)));
  }

  @Test
  void an_approval_names_what_it_wants() {
    assertThat(
            approval(
                """
                {"reason":"deploy","requested_items":[{"kind":"action","description":"ship"},
                 {"kind":"secret","description":"token","alias":"API_TOKEN"}],"expires_after_ms":7}"""))
        .isEqualTo(
            new Parsed.Good<>(
                new ApprovalInput(
                    "deploy",
                    List.of(
                        new Item(ItemKind.ACTION, "ship", null),
                        new Item(ItemKind.SECRET, "token", "API_TOKEN")),
                    new Deadline(null, 7L),
                    RequestTerms.NONE,
                    null)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          {}                                                                              ~ `reason` is required
          {"reason":"a","requested_items":[{"kind":"wish","description":"d"}]}            ~ action or secret
          {"reason":"a","requested_items":[{"kind":"action"}]}                            ~ `requested_items[0].description` is required
          {"reason":"a","requested_items":[{"kind":"secret","description":"d"}]}          ~ alias` must be
          {"reason":"a","requested_items":[{"kind":"secret","description":"d","alias":"lower"}]} ~ alias` must be
          {"reason":"a","requested_items":[{"kind":"secret","description":"d","alias":"1A"}]}    ~ alias` must be
          {"reason":"a","expires_after_ms":0}                                             ~ must be from 1
          {"reason":"a","reply":"why not"}                                                ~ send `revises` as well
          """)
  void a_wrong_approval_is_refused_with_what_to_do(String json, String message) {
    assertThat(approval(json))
        .isInstanceOfSatisfying(Parsed.Bad.class, bad -> assertThat(bad.error()).contains(message));
  }

  @Test
  void an_alias_has_at_most_64_characters() {
    String item =
        "{\"reason\":\"a\",\"requested_items\":[{\"kind\":\"secret\",\"description\":\"d\",\"alias\":\"%s\"}]}";
    assertThat(approval(item.formatted("A".repeat(64)))).isInstanceOf(Parsed.Good.class);
    assertThat(approval(item.formatted("A".repeat(65)))).isInstanceOf(Parsed.Bad.class);
  }

  @Test
  void an_output_keeps_its_parts_in_order() {
    assertThat(
            EmitOutputInput.parse(
                new Json(
                    """
                    {"content":"c","parts":[{"type":"text","text":"t"},{"type":"attachment",
                     "attachment":{"id":"a","media_type":"image/png","file_name":"f.png"}},
                     {"type":"asset","asset_id":"ast_1"}],"artifact_ids":["x"],
                     "include_artifacts_inline":true}""")))
        .isEqualTo(
            new Parsed.Good<>(
                new EmitOutputInput(
                    "c",
                    List.of(
                        new Part.Text("t"),
                        new Part.Attachment("a", "image/png", "f.png"),
                        new Part.Asset("ast_1")),
                    List.of("x"),
                    true)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          {}                                             ~ at least one of
          {"content":""}                                 ~ at least one of
          {"content":1}                                  ~ must be a string
          {"parts":[{"type":"video"}]}                   ~ text, attachment or asset
          {"parts":[{"type":"attachment"}]}              ~ `parts[0].attachment` is required
          {"parts":[{"type":"text"}]}                    ~ `parts[0].text` is required
          {"artifact_ids":[1]}                           ~ `artifact_ids[0]` must be a string
          """)
  void a_wrong_output_is_refused_with_what_to_do(String json, String message) {
    assertThat(EmitOutputInput.parse(new Json(json)))
        .isInstanceOfSatisfying(Parsed.Bad.class, bad -> assertThat(bad.error()).contains(message));
  }

  private static Parsed<QuestionInput> question(String json) {
    return QuestionInput.parse(new Json(json), NOW);
  }

  private static Parsed<ApprovalInput> approval(String json) {
    return ApprovalInput.parse(new Json(json));
  }
}
