package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.StandInClaudeCode.Blocked;
import dev.holdpoint.blackbox.StandInClaudeCode.Outcome;
import dev.holdpoint.blackbox.StandInClaudeCode.Ran;
import dev.holdpoint.blackbox.StandInClaudeCode.ToolUse;
import dev.holdpoint.daemon.TypedHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Claude Code waits in a hook, and the daemon is killed. */
final class HookKillIT {
  private static final ToolUse PUSH =
      ToolUse.of("claude-session", "toolu_01ABC123", "Bash", "{\"command\":\"git push\"}");

  @TempDir private Path folder;

  private static void connect(DaemonProcess daemon, Path project) {
    TypedHere.Outcome outcome =
        TypedHere.at(
            daemon.address(),
            daemon.data().resolve("admin-token").toString(),
            "connect",
            "claude-code",
            "--write",
            "--in",
            project.toString());
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void killed_while_a_hook_waits_the_tool_does_not_run_and_its_request_waits_on(Database database)
      throws IOException {
    Path project = Files.createDirectory(folder.resolve("project"));
    // Its own settings would let it run, so that nothing but the hook holds it.
    Files.createDirectory(project.resolve(".claude"));
    Files.writeString(
        project.resolve(".claude/settings.json"), "{\"permissions\":{\"allow\":[\"Bash\"]}}");
    try (DaemonProcess daemon = DaemonProcess.start(folder, database.arguments())) {
      connect(daemon, project);
      String token = daemon.http().withRole("agent", "claude-code").token();
      StandInClaudeCode claude =
          StandInClaudeCode.headless(project, Map.of("HOLDPOINT_TOKEN", String.valueOf(token)));
      CompletableFuture<Outcome> call =
          CompletableFuture.supplyAsync(
              () -> claude.use(PUSH), task -> Thread.ofVirtual().start(task));
      JsonNode row = daemon.http().await("/v1/approvals", list -> list.size() == 1).get(0);

      daemon.kill9();
      assertThat(call.join()).isInstanceOf(Blocked.class);
      assertThat(claude.use(PUSH)).isInstanceOf(Blocked.class);

      Http second = daemon.restart().http();
      assertThat(second.get("/v1/approvals").json()).containsExactly(row);
      second.approve(row.path("run_id").asString());
      connect(daemon, project);
      daemon.kill9().restart();
      connect(daemon, project);
      assertThat(claude.use(PUSH)).isEqualTo(new Ran(PUSH.input()));
      assertThat(daemon.http().get("/v1/runs").json()).hasSize(1);
    }
  }
}
