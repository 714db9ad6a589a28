package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.agent.mcp.ModernStage;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.store.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The node that asks for a task of an MCP server dies. */
final class McpTaskNodesIT {
  @TempDir private Path folder = Path.of("");

  private Map<String, String> settings(String url, String name, ModernStage stage) {
    Map<String, String> settings = new HashMap<>();
    settings.put("HOLDPOINT_DATABASE", url);
    settings.put("HOLDPOINT_CLUSTER_NAME", name);
    settings.put("HOLDPOINT_CLUSTER_LEASE_MS", "6000");
    settings.put("HOLDPOINT_AUDIT_KEY_FILE", folder.resolve("audit-key").toString());
    settings.put("HOLDPOINT_VAULT_KEY_FILE", folder.resolve("vault-key").toString());
    settings.put("HOLDPOINT_MCP_SERVERS_WEB_URL", stage.url("/modern"));
    return settings;
  }

  @Test
  @DisplayName("AG-69 a node is killed while a task is under way: the other goes on with the task")
  void the_survivor_goes_on_with_the_task() throws Exception {
    String url = EmbeddedPostgres.shared().newDatabase();
    try (ModernStage stage = new ModernStage();
        DaemonProcess first =
            DaemonProcess.start(folder.resolve("first"), settings(url, "first", stage))) {
      Http there = first.http();
      String run = McpServerKills.begin(there, "kept", "mcp__web__job", "{\"id\":\"kept\"}");
      await().atMost(Lives.PATIENCE).until(() -> !stage.received("tasks/get").isEmpty());
      try (TestDaemon second =
          TestDaemon.start(folder.resolve("second"), settings(url, "second", stage))) {
        first.kill9();
        int polls = stage.received("tasks/get").size();
        await().atMost(Lives.PATIENCE).until(() -> stage.received("tasks/get").size() > polls + 1);
        stage.task(
            "kept", "'status':'completed','result':{'content':[{'type':'text','text':'built'}]}");
        Http here = second.http();
        assertThat(
                here.await("/v1/runs/" + run, one -> one.path("finished_at_ms").isNumber())
                    .path("status")
                    .asString())
            .isEqualTo("completed");
        assertThat(stage.calls("job")).hasSize(1);
        assertThat(stage.received("tasks/cancel")).isEmpty();
      }
    }
  }
}
