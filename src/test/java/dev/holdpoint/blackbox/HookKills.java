package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Lives.Moment;
import dev.holdpoint.blackbox.StandInClaudeCode.Blocked;
import dev.holdpoint.blackbox.StandInClaudeCode.Outcome;
import dev.holdpoint.blackbox.StandInClaudeCode.Ran;
import dev.holdpoint.blackbox.StandInClaudeCode.ToolUse;
import dev.holdpoint.daemon.TypedHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Claude Code waits in a hook. */
final class HookKills {
  private static final ToolUse PUSH =
      ToolUse.of("claude-session", "toolu_01ABC123", "Bash", "{\"command\":\"git push\"}");

  private HookKills() {}

  static void on(Stories stories) throws IOException {
    Path project = stories.folder("project");
    stories.tell(
        "killed while a hook waits the tool does not run and its request waits on",
        lives -> killed_while_a_hook_waits(lives, project));
  }

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

  private static void killed_while_a_hook_waits(Lives lives, Path project) throws Exception {
    // Its own settings would let it run, so that nothing but the hook holds it.
    Files.createDirectory(project.resolve(".claude"));
    Files.writeString(
        project.resolve(".claude/settings.json"), "{\"permissions\":{\"allow\":[\"Bash\"]}}");
    DaemonProcess daemon = lives.process();
    connect(daemon, project);
    String token = lives.http().withRole("agent", "claude-code").token();
    StandInClaudeCode claude =
        StandInClaudeCode.headless(project, Map.of("HOLDPOINT_TOKEN", String.valueOf(token)));
    CompletableFuture<Outcome> call =
        CompletableFuture.supplyAsync(
            () -> claude.use(PUSH), task -> Thread.ofVirtual().start(task));
    JsonNode row =
        pushes(lives.http().await("/v1/approvals", all -> pushes(all).size() == 1)).getFirst();
    String session = row.path("session_id").asString();

    Http second =
        lives.killed(
            Moment.any()
                .whileDown(
                    () -> {
                      assertThat(call.join()).isInstanceOf(Blocked.class);
                      assertThat(claude.use(PUSH)).isInstanceOf(Blocked.class);
                    }));
    JsonNode again = second.get("/v1/approvals?session_id=" + session).json();
    // The hook that waited is gone with its daemon, and comes back.
    assertThat(again.path(0).path("request").path("waits").asString()).isEqualTo("comes_back");
    ((ObjectNode) again.path(0).path("request")).put("waits", "now");
    assertThat(again).containsExactly(row);
    second.approve(row.path("run_id").asString());
    connect(daemon, project);
    Http third = lives.killed();
    connect(daemon, project);
    assertThat(claude.use(PUSH)).isEqualTo(new Ran(PUSH.input()));
    assertThat(third.get("/v1/runs?session_id=" + session).json()).hasSize(1);
  }

  private static List<JsonNode> pushes(JsonNode approvals) {
    return approvals.valueStream().filter(row -> row.toString().contains("git push")).toList();
  }
}
