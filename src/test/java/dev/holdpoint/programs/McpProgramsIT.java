package dev.holdpoint.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Programs that ask by the daemon's own MCP tools. */
@Tag("agents")
final class McpProgramsIT {
  @Test
  @DisplayName("AG-25 codex exec with the settings of docs/agents.md asks and hears the decision")
  void codex(@TempDir Path folder) throws Exception {
    try (ScriptedProvider provider = new ScriptedProvider();
        TestDaemon daemon = TestDaemon.start(folder.resolve("data"), Map.of())) {
      Http http = daemon.http();
      ProgramHome home =
          new ProgramHome(RealProgram.CODEX, folder.resolve("codex"), provider.url());
      Http agent = http.withRole("agent", "codex");
      home.environment().put("HOLDPOINT_TOKEN", String.valueOf(agent.token()));
      Files.writeString(
          home.home().resolve(".codex").resolve("config.toml"),
          """
          [mcp_servers.holdpoint]
          url = "%s/mcp"
          bearer_token_env_var = "HOLDPOINT_TOKEN"
          tool_timeout_sec = 86400
          """
              .formatted(daemon.address()),
          StandardOpenOption.APPEND);
      try (ProgramHome.Running running =
          home.start(
              "codex",
              "exec",
              "--skip-git-repo-check",
              "CALL mcp__holdpoint/request_approval {\"reason\":\"Deploy 1.4\"}")) {
        JsonNode asked =
            http.await(
                    "/v1/approvals?status=pending&page=true", all -> !all.path("items").isEmpty())
                .path("items")
                .path(0);
        http.post(
                "/v1/runs/" + asked.path("run_id").asString() + "/approvals",
                Http.allow(asked.path("request").path("id").asString()))
            .expect(202);
        assertThat(running.awaitEnd().out()).contains("RESULT:").contains("approved");
      }
    }
  }
}
