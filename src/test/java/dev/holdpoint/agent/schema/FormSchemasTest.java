package dev.holdpoint.agent.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.core.record.Json;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormSchemasTest {
  private final FormSchemas schemas = new FormSchemas();

  private List<Fault> faults(String property, String value) {
    return schemas.faults(
        new Json(
            "{\"type\":\"object\",\"properties\":{\"a\":" + property + "},\"required\":[\"a\"]}"),
        new Json("{\"a\":" + value + "}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          {"type":"string","format":"email"}     | "ada@example.com"      | "ada at example"
          {"type":"string","format":"uri"}       | "https://a.test/x?y=1" | "not a uri"
          {"type":"string","format":"date"}      | "2026-02-28"           | "2026-02-30"
          {"type":"string","format":"date-time"} | "2026-02-28T10:00:00Z" | "2026-02-28 10:00"
          {"type":"string","pattern":"^[a-z]+$"} | "abc"                  | "ABC"
          {"type":"string","minLength":2}        | "ab"                   | "a"
          {"type":"string","maxLength":2}        | "ab"                   | "abc"
          {"type":"string","enum":["a"]}         | "a"                    | "b"
          {"type":"integer","minimum":1}         | 1                      | 0
          {"type":"number","maximum":1.5}        | 1.50                   | 1.51
          {"type":"array","minItems":1}          | ["a"]                  | []
          """)
  void a_value_fits_or_is_told_where_it_does_not(String property, String good, String bad) {
    assertThat(faults(property, good)).isEmpty();
    assertThat(faults(property, bad)).extracting(Fault::pointer).containsExactly("/a");
  }

  @Test
  void what_is_wanted_and_not_there_is_told() {
    assertThat(
            schemas.faults(new Json("{\"type\":\"object\",\"required\":[\"a\"]}"), new Json("{}")))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "^(a+)+$",
        "^(a|a)*$",
        "^(([a-z])+.)+[A-Z]([a-z])+$",
        "(.*)*(.*)*(.*)*x",
        "(.*)(.*)(.*)(.*)x"
      })
  void a_pattern_made_to_hang_ends_at_once(String pattern) {
    String text = "a".repeat(50_000) + "!";

    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () ->
            assertThat(
                    faults(
                        "{\"type\":\"string\",\"pattern\":\"" + pattern + "\"}",
                        "\"" + text + "\""))
                .hasSize(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"$ref\":\"http://127.0.0.1:1/schema.json\"}",
        "{\"$ref\":\"file:///etc/passwd\"}",
        "{\"pattern\":\"([\"}",
        "{\"type\":7}"
      })
  void a_schema_that_cannot_be_used_fits_nothing_and_fetches_nothing(String property) {
    assertThat(faults(property, "\"x\"")).isNotEmpty();
  }

  @Test
  void a_schema_that_would_take_for_ever_or_cannot_be_read_is_not_usable() {
    String doubling =
        IntStream.range(0, 45)
            .mapToObj(
                i ->
                    "\"s%d\":{\"allOf\":[{\"$ref\":\"#/$defs/s%d\"},{\"$ref\":\"#/$defs/s%d\"}]}"
                        .formatted(i, i + 1, i + 1))
            .collect(Collectors.joining(","));
    for (String schema :
        List.of(
            "{\"$ref\":\"#/$defs/s0\",\"$defs\":{" + doubling + ",\"s45\":{}}}",
            "{\"$ref\":\"#\"}",
            "{\"$ref\":\"https://example.org/other.json\"}",
            "{\"pattern\":\"(a\"}")) {
      assertThat(schemas.isUsable(new Json(schema))).as(schema).isFalse();
      assertThat(schemas.faults(new Json(schema), new Json("\"a\""))).as(schema).hasSize(1);
    }
    Json fine =
        new Json(
            "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"$ref\":\"#/$defs/a\","
                + "\"$defs\":{\"a\":{\"type\":\"integer\"}}}");
    assertThat(schemas.isUsable(fine)).isTrue();
    assertThat(schemas.faults(fine, new Json("1"))).isEmpty();
    assertThat(schemas.faults(fine, new Json("\"a\""))).hasSize(1);
  }
}
