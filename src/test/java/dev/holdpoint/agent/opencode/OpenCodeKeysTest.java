package dev.holdpoint.agent.opencode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.engine.json.JsonTree;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A server that tells its keys when it fails. */
class OpenCodeKeysTest {
  private static final String KEY = "sk-top-secret-0123456789";

  @Test
  void a_key_in_an_answer_or_an_error_is_not_told() throws Exception {
    try (HttpClient http = OpenCodeApi.client()) {
      OpenCodeApi api =
          new OpenCodeApi(
              http, URI.create("http://127.0.0.1:1"), Map.of("OPENAI_API_KEY", KEY), Path.of("/"));
      OpenCodeApi.Reply reply =
          new OpenCodeApi.Reply(500, JsonTree.object(), "x".repeat(290) + KEY + " is no key");
      assertThatThrownBy(() -> api.good("the prompt", reply))
          .hasMessage("OpenCode answered the prompt with 500: " + "x".repeat(290) + "*** is no …");

      OpenCodeSession talk =
          new OpenCodeSession(JsonTree.object().put("id", "ses_1"), api, _ -> {});
      talk.busy();
      talk.failed(
          JsonTree.read(
              "{\"name\":\"ProviderAuthError\",\"data\":{\"message\":\"" + KEY + " is no key\"}}"));
      talk.idle(true);
      assertThat(talk.next())
          .isEqualTo(new AgentEvent.Ended(AgentEvent.Ended.Reason.FAILED, "*** is no key"));
    }
  }
}
