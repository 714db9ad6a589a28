package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.agent.mcp.HttpStage;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MCP servers, looked at by hand. */
class McpCommandsTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void a_server_is_listed_and_shown() throws Exception {
    try (HttpStage stage = new HttpStage(folder.resolve("log"));
        Desk desk =
            new Desk(
                folder.resolve("data"),
                Map.of("HOLDPOINT_MCP_SERVERS_WEB_URL", stage.url("/mcp")))) {
      await().untilAsserted(() -> assertThat(desk.type("mcp", "list").out()).contains("connected"));
      assertThat(desk.type("mcp", "list", "--json").out()).contains("\"left_out\"");
      assertThat(desk.type("mcp", "show", "web").out())
          .contains("stage 1", "protocol 2025-06-18", "mcp__web__echo", "file:///{x}", "greet")
          .contains("left out: tool echo: another has the same name")
          .contains("ddd…\n")
          .doesNotContain("d".repeat(100));
      assertThat(desk.type("mcp", "show", "web", "--json").out()).contains("\"input_schema\"");
      assertThat(desk.type("mcp", "show", "nobody").err()).contains("GET /v1/mcp-servers");
    }
  }

  @Test
  void without_any_it_is_told_how_to_name_one() throws Exception {
    try (Desk desk = new Desk(folder.resolve("data"), Map.of())) {
      assertThat(desk.type("mcp", "list").out()).contains("mcp_servers.NAME.command");
    }
  }
}
