package dev.holdpoint.agent.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentKeysTest {
  @Test
  void every_value_is_taken_out_wherever_it_stands() {
    AgentKeys keys =
        new AgentCommand("a", List.of("a"), Map.of("KEY", "sk-1234", "LONGER", "sk-123456"), null)
            .keys();

    assertThat(keys.hidden("401: sk-1234, sk-123456 and sk-1234sk-1234"))
        .isEqualTo("401: ***, *** and ******");
    assertThat(keys.longest()).isEqualTo(9);
    assertThat(keys).asString().doesNotContain("sk-");
  }

  @Test
  void short_values_are_words_like_any_other() {
    AgentKeys keys = AgentKeys.of(Map.of("LEVEL", "2", "MODE", "abc", "NONE", "", "FOUR", "four"));

    assertThat(keys.hidden("2 abc four")).isEqualTo("2 abc ***");
  }

  @Test
  void a_key_of_several_lines_is_taken_out_line_by_line() {
    AgentKeys keys = AgentKeys.of(Map.of("PEM", "-----BEGIN-----\nMIIEvQ\nIBADAN\n"));

    assertThat(keys.hidden("cannot read MIIEvQ")).isEqualTo("cannot read ***");
    assertThat(keys.hidden("cannot read -----BEGIN-----\nMIIEvQ\nIBADAN"))
        .isEqualTo("cannot read ***");
  }
}
