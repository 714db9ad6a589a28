package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code holdpoint agents test}, with a real daemon and the mock agent's own process. */
class AgentsTestCommandTest {
  @TempDir private Path folder;

  @Test
  @DisplayName("AG-54 AG-55 the mock asks; its test leaves nothing, and not everybody may test")
  void the_mock_asks_and_nothing_is_left() throws Exception {
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.writeString(
        data.resolve("holdpoint.yaml"),
        """
        agents:
          broken:
            command: sh
            args: [-c, "echo please log in first >&2; exit 3"]
        """);
    try (Desk desk = new Desk(data)) {
      Outcome typed = desk.type("agents", "test", "mock");
      assertThat(typed.out()).as(typed.err()).isEqualTo("mock asks\n");
      assertThat(typed.exitCode()).isZero();
      JsonNode told = desk.json("agents", "test", "mock");
      assertThat(told.path("outcome").asString()).isEqualTo("asks");
      assertThat(told.path("agent_name").asString()).isEqualTo("mock");
      assertThat(told.path("agent_version").asString()).isEqualTo("1");
      assertThat(told.path("modes").isArray()).isTrue();
      assertThat(told.at("/asked/tool_name").asString()).isEqualTo("Write a file");
      assertThat(told.at("/asked/options").size()).isEqualTo(3);

      Http http = desk.http();
      assertThat(http.get("/v1/approvals?status=all").json()).isEmpty();
      assertThat(http.get("/v1/runs").json()).isEmpty();
      assertThat(http.get("/v1/sessions").json()).isEmpty();
      assertThat(
              ProcessHandle.current().descendants().map(one -> one.info().commandLine().orElse("")))
          .noneMatch(line -> line.contains("MockAgent"));

      Http.Answer broken = http.post("/v1/agents/broken/test", "{}");
      assertThat(broken.status()).isEqualTo(502);
      assertThat(broken.text()).contains("agent_failed", "please log in first");
      assertThat(http.post("/v1/agents/nobody/test", "{}").status()).isEqualTo(404);
      assertThat(http.post("/v1/agents/mock/test", "{\"timeout_ms\":999}").status()).isEqualTo(400);
      for (String role : new String[] {"viewer", "agent"}) {
        assertThat(http.withRole(role, role).post("/v1/agents/mock/test", "{}").status())
            .isEqualTo(403);
      }
      assertThat(http.withRole("operator", "op").post("/v1/agents/mock/test", "").status())
          .isEqualTo(200);
    }
  }
}
