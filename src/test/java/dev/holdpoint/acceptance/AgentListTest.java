package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Which agents there are, whether or not any is configured. */
@OnBothDatabases
class AgentListTest extends Acceptance {
  AgentListTest(Database database) {
    super(database);
  }

  private JsonNode agents() {
    return http.get("/v1/agents").expect(200).json().path("agents");
  }

  @Test
  void five_are_always_there_in_this_order() {
    List<String> ids = new ArrayList<>();
    agents().forEach(agent -> ids.add(agent.path("id").asString()));
    assertThat(ids).startsWith("mock", "claude", "codex", "opencode", "amp");
    assertThat(members(agents().path(0)))
        .containsExactly("id", "configured", "installed", "credentialsAvailable", "capabilities");
    assertThat(members(agents().path(0).path("capabilities")))
        .containsExactly("questions", "permissions", "toolCalls", "sessionLoad");
    assertThat(agents().path(0).path("installed").asBoolean()).isTrue();
    assertThat(agents().path(0).path("credentialsAvailable").asBoolean()).isTrue();
  }

  // A2-43, A2-44, A2-45, A2-46, A2-47
  @ParameterizedTest
  @CsvSource({"mock, true", "claude, true", "codex, false", "opencode, false", "amp, false"})
  void whether_it_asks_people_is_told(String id, boolean questions) {
    for (JsonNode agent : agents()) {
      if (agent.path("id").asString().equals(id)) {
        assertThat(agent.path("capabilities").path("questions").asBoolean()).isEqualTo(questions);
        return;
      }
    }
    assertThat(id).as("is not listed").isNull();
  }
}
