package dev.holdpoint.agent.opencode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.engine.json.JsonTree;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenCodeRequestTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "\"options\":[{\"label\":\"a\"}],\"custom\":false | true",
        "\"options\":[{\"label\":\"a\"}],\"custom\":true  | false",
        "\"options\":[{\"label\":\"a\"}]                  | false",
        "\"options\":[],\"custom\":false                  | false",
        "\"options\":[{\"label\":\" \"}],\"custom\":false | false",
        "\"custom\":false                                 | false",
      })
  void a_question_is_closed_only_if_there_is_something_to_choose(String members, boolean closed)
      throws Exception {
    OpenCodeRequest waiting =
        OpenCodeRequest.question(
                JsonTree.read(
                    "{\"id\":\"que_1\",\"questions\":[{\"question\":\"Which?\"," + members + "}]}"))
            .orElseThrow();

    assertThat(((AgentRequest.Inquiry) waiting.ask()).questions())
        .extracting(StructuredQuestion::closed)
        .containsExactly(closed);
  }
}
