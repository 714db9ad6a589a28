package dev.holdpoint.engine.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DigestsTest {
  @Test
  void the_digest_is_of_the_canonical_form_with_members_in_order() {
    assertThat(Digests.of("bash", new Json("{ \"timeout_ms\": 1.0, \"command\": \"ls\" }")))
        .isEqualTo(
            Digests.sha256Hex(
                "{\"input\":{\"command\":\"ls\",\"timeout_ms\":1},\"tool_name\":\"bash\"}"
                    .getBytes(StandardCharsets.UTF_8)))
        .matches("[0-9a-f]{64}");
  }

  @Test
  void another_tool_or_another_input_has_another_digest() {
    Json input = new Json("{\"command\":\"ls\"}");
    assertThat(Digests.of("bash", input))
        .isNotEqualTo(Digests.of("zsh", input))
        .isNotEqualTo(Digests.of("bash", new Json("{\"command\":\"ls \"}")));
  }
}
