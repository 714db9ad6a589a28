package dev.holdpoint.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.Json;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Places of an input that its schema marks as read only. */
class ReadOnlyTest {
  @Test
  @DisplayName("DX-54 what a schema marks read only is found at any depth, once")
  void DX_54_read_only_places_are_found() {
    assertThat(
            InputSchemas.readOnly(
                new Json(
                    """
                    {"type":"object","properties":{
                      "account":{"type":"string","readOnly":true},
                      "note":{"type":"string"},
                      "to":{"type":"object","properties":{
                        "a/b":{"readOnly":true},"c":{"readOnly":false}}},
                      "all":{"readOnly":true,"properties":{"x":{"readOnly":true}}}}}""")))
        .containsExactly("/account", "/to/a~1b", "/all");
  }
}
