package dev.holdpoint.agent.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.Json;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas that strangers wrote: held against values where that is cheap, and harmless always. */
class ForeignSchemasTest {
  private static int faults(String schema, String value) {
    return ForeignSchemas.faults(
            new Json(schema.replace('\'', '"')), new Json(value.replace('\'', '"')))
        .size();
  }

  @Test
  void what_does_not_fit_is_told() {
    String schema =
        "{'$schema':'https://example.org/mine','type':'object','required':['n'],'properties':{'n':{'$ref':'#/$defs/n'}},'$defs':{'n':{'type':'integer'}}}";
    assertThat(faults(schema, "{'n':1}")).isZero();
    assertThat(faults(schema, "{'n':'one'}")).isEqualTo(1);
    assertThat(faults(schema, "{}")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'$ref':'#'}",
        "{'$ref':'https://example.org/other.json'}",
        "{'$ref':'#name'}",
        "{'$ref':'#/nowhere'}",
        "{'pattern':'(a+)+\\\\1$'}",
        "{'properties':7}",
        // Each counts as little by a reading that the validator does not share.
        "{'$defs':{'a':{},'a%62':{},'ab':{'$ref':'#/$defs/ab'}},'$ref':'#/$defs/a%62'}",
        "{'$defs':{'a':{}},'$ref':'#/$defs/a','$dynamicRef':'#'}",
        "{'$defs':{'a':{},'b':{'$id':'b','$ref':'#/$defs/a','$defs':{'a':{'$ref':'#'}}}},'$ref':'#/$defs/b'}",
      })
  void what_cannot_be_used_finds_no_fault(String schema) {
    assertThat(faults(schema, "{}")).isZero();
  }

  @Test
  void a_schema_that_would_take_for_ever_is_passed_over() {
    String steps =
        IntStream.range(0, 60)
            .mapToObj(
                i ->
                    "'s%d':{'anyOf':[{'$ref':'#/$defs/s%d'},{'$ref':'#/$defs/s%d'}]}"
                        .formatted(i, i + 1, i + 1))
            .collect(Collectors.joining(","));
    assertThat(faults("{'$ref':'#/$defs/s0','$defs':{" + steps + ",'s60':{'type':'array'}}}", "{}"))
        .isZero();
  }
}
