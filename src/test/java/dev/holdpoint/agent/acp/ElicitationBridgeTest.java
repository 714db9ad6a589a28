package dev.holdpoint.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.acp.AcpTranslation.Bridged;
import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.PageLink;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.GateDecision;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ElicitationBridgeTest {
  private static final String FORM =
      """
      {"type":"object","$schema":"https://json-schema.org/draft/2020-12/schema",
       "additionalProperties":false,
       "properties":{
        "name":{"type":"string","title":"Your name","description":"As on the badge","minLength":2},
        "size":{"type":"string","enum":["s","m"],"enumNames":["Small","Medium"]},
        "color":{"type":"string","oneOf":[{"const":"#f00","title":"Red"},{"const":"#00f","title":"Blue"}]},
        "days":{"type":"integer","minimum":1,"maximum":30},
        "rate":{"type":"number"},
        "sure":{"type":"boolean","default":true},
        "tags":{"type":"array","minItems":1,"items":{"anyOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}}},
       "required":["name","tags"]}""";

  private static Bridged read(String schema) throws NotUnderstood {
    return AcpTranslation.read(
        "elicitation/create",
        new Json(
            "{\"sessionId\":\"s\",\"mode\":\"form\",\"message\":\"Tell me.\",\"requestedSchema\":"
                + schema
                + "}"),
        "7");
  }

  private static Option option(String id, String label) {
    return new Option(id, label, null, null);
  }

  private static StructuredQuestion question(
      String id, String header, String text, boolean optional, List<Option> options) {
    return new StructuredQuestion(
        id, header, text, options, id.equals("tags"), optional, !options.isEmpty());
  }

  @Test
  void every_property_of_a_form_is_a_question() throws Exception {
    Bridged bridged = read(FORM);

    assertThat(bridged.shape()).isEqualTo(AcpTranslation.Shape.ELICITATION);
    assertThat(((AgentRequest.Inquiry) bridged.ask()).questions())
        .containsExactly(
            question("name", "Your name", "Tell me.\nAs on the badge", false, List.of()),
            question(
                "size", "size", "size", true, List.of(option("s", "Small"), option("m", "Medium"))),
            question(
                "color",
                "color",
                "color",
                true,
                List.of(option("#f00", "Red"), option("#00f", "Blue"))),
            question("days", "days", "days", true, List.of()),
            question("rate", "rate", "rate", true, List.of()),
            question(
                "sure",
                "sure",
                "sure",
                true,
                List.of(option("true", "Yes"), option("false", "No"))),
            question("tags", "tags", "tags", false, List.of(option("a", "A"), option("b", "B"))));
  }

  @Test
  void a_form_keeps_its_bounds_and_nothing_that_could_lead_elsewhere() throws Exception {
    Json form = Objects.requireNonNull(((AgentRequest.Inquiry) read(FORM).ask()).form());

    assertThat(form.text())
        .isEqualTo(
            """
            {"type":"object","properties":{\
            "name":{"type":"string","minLength":2,"title":"Your name","description":"As on the badge"},\
            "size":{"type":"string","enum":["s","m"]},\
            "color":{"type":"string","enum":["#f00","#00f"]},\
            "days":{"type":"integer","minimum":1,"maximum":30},\
            "rate":{"type":"number"},\
            "sure":{"type":"boolean","default":true},\
            "tags":{"type":"array","items":{"type":"string","enum":["a","b"]},"uniqueItems":true,"minItems":1}},\
            "required":["name","tags"]}""");
  }

  @Test
  void answers_go_back_in_the_types_of_the_form() throws Exception {
    GateDecision answered =
        new GateDecision.Answered(
            List.of(
                new Answer("name", List.of(), "Ada"),
                new Answer("size", List.of(), null),
                new Answer("color", List.of("#00f"), null),
                new Answer("days", List.of(), " 7 "),
                new Answer("rate", List.of(), "0.50"),
                new Answer("sure", List.of("false"), null),
                new Answer("tags", List.of("b", "a"), null)));

    assertThat(AcpTranslation.write(read(FORM), answered).text())
        .isEqualTo(
            """
            {"action":"accept","content":{"name":"Ada","color":"#00f","days":7,"rate":0.50,\
            "sure":false,"tags":["b","a"]}}""");
  }

  @Test
  void a_refusal_is_a_decline_and_everything_else_a_cancel() throws Exception {
    Bridged bridged = read(FORM);

    assertThat(AcpTranslation.write(bridged, new GateDecision.Declined("no")).text())
        .isEqualTo("{\"action\":\"decline\"}");
    for (GateDecision other :
        List.of(
            new GateDecision.Cancelled("late"),
            new GateDecision.Allowed("a", null, true),
            new GateDecision.Denied(null, "no"))) {
      assertThat(AcpTranslation.write(bridged, other).text()).isEqualTo("{\"action\":\"cancel\"}");
    }
  }

  @Test
  void a_form_without_properties_wants_to_be_confirmed() throws Exception {
    Bridged bridged = read("{\"type\":\"object\",\"properties\":{}}");
    GateDecision yes =
        new GateDecision.Answered(List.of(new Answer("confirm", List.of("accept"), null)));

    assertThat(((AgentRequest.Inquiry) bridged.ask()).questions())
        .containsExactly(
            new StructuredQuestion(
                "confirm",
                "Confirm",
                "Tell me.",
                List.of(option("accept", "Accept")),
                false,
                false,
                true));
    assertThat(AcpTranslation.write(bridged, yes).text())
        .isEqualTo("{\"action\":\"accept\",\"content\":{}}");
    assertThat(AcpTranslation.parse(bridged, new Json("{\"action\":\"accept\"}"))).isEqualTo(yes);
  }

  @Test
  void a_clients_content_is_read_as_answers() throws Exception {
    Bridged bridged = read(FORM);

    assertThat(
            AcpTranslation.parse(
                bridged,
                new Json(
                    """
                    {"action":"accept","content":{"tags":["b"],"name":"Ada","days":7,"rate":0.5,
                     "sure":true,"color":"#f00","size":null}}""")))
        .isEqualTo(
            new GateDecision.Answered(
                List.of(
                    new Answer("name", List.of(), "Ada"),
                    new Answer("color", List.of("#f00"), null),
                    new Answer("days", List.of(), "7"),
                    new Answer("rate", List.of(), "0.5"),
                    new Answer("sure", List.of("true"), null),
                    new Answer("tags", List.of("b"), null))));
    assertThat(AcpTranslation.parse(bridged, new Json("{\"action\":\"decline\"}")))
        .isInstanceOf(GateDecision.Declined.class);
    assertThat(AcpTranslation.parse(bridged, new Json("{\"action\":\"cancel\"}")))
        .isInstanceOf(GateDecision.Cancelled.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"action\":\"maybe\"}",
        "{\"action\":\"accept\",\"content\":[]}",
        "{\"action\":\"accept\",\"content\":{\"other\":1}}",
        "{\"action\":\"accept\",\"content\":{\"name\":1}}",
        "{\"action\":\"accept\",\"content\":{\"days\":\"7\"}}",
        "{\"action\":\"accept\",\"content\":{\"sure\":\"true\"}}",
        "{\"action\":\"accept\",\"content\":{\"tags\":\"a\"}}",
        "{\"action\":\"accept\",\"content\":{\"tags\":[1]}}"
      })
  void a_content_of_other_types_is_no_answer(String result) throws Exception {
    Bridged bridged = read(FORM);

    assertThatThrownBy(() -> AcpTranslation.parse(bridged, new Json(result)))
        .isInstanceOf(NotUnderstood.class);
  }

  private static Bridged page(String url) throws NotUnderstood {
    return AcpTranslation.read(
        "elicitation/create",
        new Json(
            "{\"sessionId\":\"s\",\"mode\":\"url\",\"elicitationId\":\"e1\",\"message\":\"Log in.\","
                + "\"url\":\""
                + url
                + "\"}"),
        "7");
  }

  @Test
  @DisplayName("AG-78 a page is one closed choice: opened, declined or left")
  void a_page_is_a_question() throws Exception {
    Bridged bridged = page("https://example.com/login");
    AgentRequest.Inquiry asked = (AgentRequest.Inquiry) bridged.ask();

    assertThat(asked.link()).isEqualTo(new PageLink("https://example.com/login", "example.com"));
    assertThat(asked.questions().getFirst().question())
        .isEqualTo("Log in.\n\nhttps://example.com/login");
    assertThat(asked.questions().getFirst().closed()).isTrue();
    GateDecision opened = AcpTranslation.parse(bridged, new Json("{\"action\":\"accept\"}"));
    assertThat(AcpTranslation.write(bridged, opened).text()).isEqualTo("{\"action\":\"accept\"}");
    assertThat(AcpTranslation.write(bridged, new GateDecision.Declined("")).text())
        .isEqualTo("{\"action\":\"decline\"}");
    assertThat(AcpTranslation.write(bridged, new GateDecision.Allowed(null, null, false)).text())
        .isEqualTo("{\"action\":\"cancel\"}");
    assertThat(AcpTranslation.isOver(bridged, new Json("{\"elicitationId\":\"e1\"}"))).isTrue();
    assertThat(AcpTranslation.isOver(bridged, new Json("{\"elicitationId\":\"e2\"}"))).isFalse();
    assertThat(AcpTranslation.isOver(bridged, new Json("{}"))).isFalse();
    assertThatThrownBy(() -> page("javascript:alert(1)")).isInstanceOf(NotUnderstood.class);
  }

  @ParameterizedTest
  @DisplayName("AG-78 a mode that was not advertised is refused")
  @ValueSource(strings = {"_other", ""})
  void only_forms_and_pages_are_shown(String mode) {
    Json params =
        new Json(
            "{\"sessionId\":\"s\",\"mode\":\""
                + mode
                + "\",\"message\":\"m\",\"url\":\"https://x.test\",\"requestedSchema\":{}}");

    assertThatThrownBy(() -> AcpTranslation.read("elicitation/create", params, "7"))
        .isInstanceOf(NotUnderstood.class)
        .hasMessageStartingWith("`mode` must be ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          7                                                        | requestedSchema
          {"type":"array"}                                         | requestedSchema.type
          {"$ref":"https://evil.test/schema"}                      | requestedSchema.$ref
          {"allOf":[{}]}                                           | requestedSchema.allOf
          {"properties":[]}                                        | requestedSchema.properties
          {"properties":{"a":1}}                                   | requestedSchema.properties.a
          {"properties":{"":{}}}                                   | requestedSchema.properties
          {"properties":{"a":{"type":"object"}}}                   | requestedSchema.properties.a.type
          {"properties":{"a":{"type":["string","null"]}}}          | requestedSchema.properties.a.type
          {"properties":{"a":{"$ref":"file:///etc/passwd"}}}       | requestedSchema.properties.a.$ref
          {"properties":{"a":{"anyOf":[{"type":"string"}]}}}       | requestedSchema.properties.a.anyOf
          {"properties":{"a":{"pattern":"(["}}}                    | requestedSchema.properties.a.pattern
          {"properties":{"a":{"pattern":"(?:^{2000000000}){2000000000}"}}} | requestedSchema.properties.a.pattern
          {"properties":{"a":{"pattern":"(?:(?:){2000000000}){2000000000}"}}} | requestedSchema.properties.a.pattern
          {"properties":{"a":{"pattern":"(?=){2000000000}"}}}      | requestedSchema.properties.a.pattern
          {"properties":{"a":{"pattern":"\\\\b{2000000000}"}}}     | requestedSchema.properties.a.pattern
          {"properties":{"a":{"pattern":7}}}                       | requestedSchema.properties.a.pattern
          {"properties":{"a":{"minLength":-1}}}                    | requestedSchema.properties.a.minLength
          {"properties":{"a":{"minLength":"1"}}}                   | requestedSchema.properties.a.minLength
          {"properties":{"a":{"type":"number","minimum":"1"}}}     | requestedSchema.properties.a.minimum
          {"properties":{"a":{"type":"number","maximum":1e99999}}} | requestedSchema.properties.a.maximum
          {"properties":{"a":{"type":"array"}}}                    | requestedSchema.properties.a.items
          {"properties":{"a":{"type":"array","items":{"type":"string"}}}} | requestedSchema.properties.a.items.enum
          {"properties":{"a":{"enum":"a"}}}                        | requestedSchema.properties.a.enum
          {"properties":{"a":{"enum":[1]}}}                        | requestedSchema.properties.a.enum
          {"properties":{"a":{"enum":["a","a"]}}}                  | requestedSchema.properties.a.enum
          {"properties":{"a":{"oneOf":[{"title":"A"}]}}}           | requestedSchema.properties.a.oneOf
          {"properties":{"a":{}},"required":["b"]}                 | requestedSchema.required
          {"properties":{"a":{}},"required":[1]}                   | requestedSchema.required
          """)
  void a_schema_that_cannot_be_used_is_refused_when_it_is_asked(String schema, String member) {
    assertThatThrownBy(() -> read(schema))
        .isInstanceOf(NotUnderstood.class)
        .hasMessageStartingWith("`" + member + "` ");
  }

  @Test
  void a_form_without_a_session_is_about_the_only_one_there_is() throws Exception {
    Json params =
        new Json("{\"requestId\":7,\"mode\":\"form\",\"message\":\"m\",\"requestedSchema\":{}}");
    Json permission = new Json("{\"toolCall\":{\"toolCallId\":\"c\"},\"options\":[]}");

    assertThat(
            AcpTranslation.read(AcpTranslation.ELICITATION, params, "7", "", Set.of("one"))
                .sessionId())
        .isEqualTo("one");
    for (Set<String> unclear : List.of(Set.<String>of(), Set.of("one", "two"))) {
      assertThatThrownBy(
              () -> AcpTranslation.read(AcpTranslation.ELICITATION, params, "7", "", unclear))
          .hasMessage("`sessionId` must be text that is not blank.");
    }
    assertThatThrownBy(
            () ->
                AcpTranslation.read(AcpTranslation.PERMISSION, permission, "7", "", Set.of("one")))
        .hasMessageStartingWith("`sessionId` ");
    assertThat(read("{}").sessionId()).isEqualTo("s");
  }

  @Test
  void a_pattern_that_is_not_checked_is_told_with_what_it_must_not_have() {
    assertThatThrownBy(() -> read("{\"properties\":{\"a\":{\"pattern\":\"^(a+)+$\"}}}"))
        .hasMessage(
            "`requestedSchema.properties.a.pattern` cannot be checked: must not repeat a group that repeats something itself.");
  }

  @Test
  void a_form_that_nobody_could_fill_in_is_refused() {
    String many =
        IntStream.range(0, 51)
            .mapToObj(i -> "\"p" + i + "\":{}")
            .collect(Collectors.joining(",", "{\"properties\":{", "}}"));

    assertThatThrownBy(() -> read(many))
        .hasMessage("`requestedSchema.properties` must not have more than 50 members.");
    assertThatThrownBy(
            () -> read("{\"properties\":{\"a\":{\"default\":\"" + "x".repeat(300_000) + "\"}}}"))
        .hasMessageStartingWith("`requestedSchema.properties` is too large");
    assertThatThrownBy(
            () -> read("{\"properties\":{\"a\":{\"pattern\":\"" + "(".repeat(600) + "\"}}}"))
        .hasMessageStartingWith("`requestedSchema.properties.a.pattern` must not be longer");
  }
}
