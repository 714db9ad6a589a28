package dev.holdpoint.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Programs that ask by the daemon's own MCP tools. */
@Tag("agents")
final class McpProgramsIT {
  private static final String EXT_TASKS = "@modelcontextprotocol/ext-tasks";
  private static final String SCRIPT = "ext-tasks.mjs";

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

  @Test
  @DisplayName("AG-58 Claude Code asks by permission_prompt as before: it runs only after Allow")
  void claude_code(@TempDir Path folder) throws Exception {
    try (ScriptedProvider provider = new ScriptedProvider();
        TestDaemon daemon = TestDaemon.start(folder.resolve("data"), Map.of())) {
      Http http = daemon.http();
      ProgramHome home =
          new ProgramHome(RealProgram.CLAUDE, folder.resolve("claude"), provider.url());
      Path settings = home.home().resolve("mcp.json");
      Files.writeString(
          settings,
          """
          {"mcpServers":{"holdpoint":{"type":"http","url":"%s/mcp",
          "headers":{"Authorization":"Bearer %s"}}}}
          """
              .formatted(daemon.address(), http.withRole("agent", "claude").token()));
      try (ProgramHome.Running running =
          home.start(
              "claude",
              "--mcp-config",
              settings.toString(),
              "--permission-prompt-tool",
              "mcp__holdpoint__permission_prompt",
              "-p",
              RealProgram.CLAUDE.call("touch ran"))) {
        JsonNode asked =
            http.await(
                    "/v1/approvals?status=pending&page=true", all -> !all.path("items").isEmpty())
                .path("items")
                .path(0);
        assertThat(home.has("ran")).isFalse();
        http.post(
                "/v1/runs/" + asked.path("run_id").asString() + "/approvals",
                Http.allow(asked.path("request").path("id").asString()))
            .expect(202);
        ProgramHome.Ended ended = running.awaitEnd();
        assertThat(home.has("ran")).as(ended.said()).isTrue();
      }
    }
  }

  @Test
  @DisplayName(
      "AG-59 ext-tasks: daemon and client are killed as a task waits; a new process takes it up,"
          + " and it was approved, once")
  @Proves(
      value = {Column.DAEMON_KILLED, Column.PROGRAM_KILLED},
      packages = {"@modelcontextprotocol/client", EXT_TASKS})
  void ext_tasks(@TempDir Path folder) throws Exception {
    Packages.need(EXT_TASKS, Path.of(EXT_TASKS));
    try (DaemonProcess daemon = DaemonProcess.start(folder)) {
      String token = String.valueOf(daemon.http().withRole("agent", "tasks").token());
      String reference;
      try (NodeScript first = new NodeScript(folder, SCRIPT, List.of(daemon.address(), token))) {
        reference = first.line();
        daemon.kill9();
      }
      daemon.restart();
      Http http = daemon.http();
      JsonNode waiting = http.get("/v1/approvals?page=true").expect(200).json().path("items");
      assertThat(waiting).hasSize(1);
      JsonNode asked = waiting.path(0);
      String id = asked.path("request").path("id").asString();
      assertThat(reference).contains("\"taskId\":\"" + id + "\"");
      http.post("/v1/runs/" + asked.path("run_id").asString() + "/approvals", Http.allow(id))
          .expect(202);

      try (NodeScript second =
          new NodeScript(folder, SCRIPT, List.of(daemon.address(), token, reference))) {
        assertThat(second.awaitEnd()).contains("completed", "approved");
      }
      assertThat(http.get("/v1/approvals?page=true").expect(200).json().path("items")).isEmpty();
    }
  }
}
