package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.agent.mcp.HttpStage;
import dev.holdpoint.agent.mcp.ModernProcess;
import dev.holdpoint.agent.mcp.ModernStage;
import dev.holdpoint.agent.mcp.ModernStage.Received;
import dev.holdpoint.agent.mcp.StageServer;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** Servers of revision 2026-07-28, of older ones, and of both. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class McpModernServersTest extends McpAcceptance {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ModernStage stage;
  private final HttpStage old;

  McpModernServersTest() throws IOException {
    ModernStage stage = new ModernStage();
    Path log = Database.newFolder().resolve("log");
    HttpStage old = new HttpStage(log);
    super(
        TestDaemon.start(
            Database.newFolder(),
            all(
                List.of(
                    server("modern", "URL", stage.url("/modern"), "HEADERS", "X-Key=let-me-in-1"),
                    server("brief", "URL", stage.url("/brief")),
                    server("both", "URL", stage.url("/both")),
                    server("older", "URL", stage.url("/both"), "PROTOCOL", "2025-11-25"),
                    server("broken", "URL", stage.url("/broken")),
                    server("old", "URL", old.url("/mcp")),
                    server("forced", "URL", old.url("/mcp"), "PROTOCOL", "2026-07-28"),
                    process("lines", StageServer.command(ModernProcess.class)),
                    stage("oldlines", log)))));
    this.stage = stage;
    this.old = old;
  }

  @AfterAll
  void stop() {
    close();
    stage.close();
    old.close();
  }

  private JsonNode awaitStatus(String server, String status) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(text(shown(server), "status")).isEqualTo(status));
    return shown(server);
  }

  private String protocol(String server) {
    return text(awaitStatus(server, "connected"), "protocol_version");
  }

  @Test
  @DisplayName("AG-68 the revision of each server is found, or is the one that was set")
  void the_revision_of_each_server_is_found() {
    assertThat(protocol("modern")).isEqualTo("2026-07-28");
    assertThat(protocol("both")).isEqualTo("2026-07-28");
    assertThat(protocol("older")).isEqualTo("2025-11-25");
    assertThat(protocol("old")).isEqualTo("2025-06-18");
    assertThat(protocol("lines")).isEqualTo("2026-07-28");
    assertThat(protocol("oldlines")).isEqualTo("2025-06-18");
    assertThat(shown("modern").at("/server_info/name").asString()).isEqualTo("modern");
  }

  @Test
  @DisplayName("AG-68 an answer of 500 to the probe is an error, and no sign of an old server")
  void an_answer_of_500_is_told_as_an_error() {
    assertThat(text(awaitStatus("broken", "failed"), "error"))
        .contains("answers server/discover with status 500");
    assertThat(text(awaitStatus("forced", "failed"), "error"))
        .contains("does not support version 2026-07-28", "mcp_servers.forced.protocol");
  }

  @Test
  void a_request_says_all_that_a_server_without_sessions_needs() {
    String said = call(trusting(), "mcp__modern__routed", "{'region':'x'}").toString();
    assertThat(said).contains("region");
    Received called = stage.calls("routed").getLast();
    assertThat(called.meta("protocolVersion").asString()).isEqualTo("2026-07-28");
    assertThat(called.meta("clientInfo").path("name").asString()).isEqualTo("holdpoint");
    assertThat(called.meta("clientCapabilities"))
        .isEqualTo(
            JSON.readTree(
                json(
                    "{'elicitation':{'form':{},'url':{}},'extensions':{'io.modelcontextprotocol/tasks':{}}}")));
    assertThat(called.header("MCP-Protocol-Version")).isEqualTo("2026-07-28");
    assertThat(called.header("Mcp-Method")).isEqualTo("tools/call");
    assertThat(called.header("Mcp-Name")).isEqualTo("routed");
    assertThat(called.header("X-Key")).isEqualTo("let-me-in-1");
    assertThat(called.header("Mcp-Session-Id")).isEqualTo("null");
  }

  @Test
  @DisplayName("AG-73 arguments are sent in headers; a tool with an invalid one is left out")
  void arguments_are_sent_in_headers() {
    call(trusting(), "mcp__modern__routed", "{'region':'Zürich','dry':false,'more':{'count':3}}");
    Received called =
        stage.calls("routed").stream()
            .filter(one -> one.params().at("/arguments/more/count").asInt(0) == 3)
            .findFirst()
            .orElseThrow();
    assertThat(called.header("Mcp-Param-Region")).isEqualTo("=?base64?WsO8cmljaA==?=");
    assertThat(called.header("Mcp-Param-Dry")).isEqualTo("false");
    assertThat(called.header("Mcp-Param-Count")).isEqualTo("3");
    JsonNode shown = shown("modern");
    assertThat(shown.path("left_out").toString())
        .contains("tool badly: x-mcp-header Price is not for a string");
    assertThat(shown.path("tools").toString()).doesNotContain("badly");
  }

  @Test
  void a_list_is_read_again_when_its_time_is_over_and_a_run_looks() {
    String session = trusting();
    assertThat(tools(session)).contains("mcp__brief__job");
    int before = stage.lists("/brief");
    stage.offer("late");
    // Its time is a second, and nobody looks: it stays as it was read.
    assertThat(shown("brief").path("tools").toString()).doesNotContain("late");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(tools(session)).contains("mcp__brief__late"));
    assertThat(tools(session)).doesNotContain("mcp__modern__late");
    assertThat(stage.lists("/brief")).isGreaterThan(before);
    assertThat(stage.lists("/modern")).isEqualTo(1);
  }

  @Test
  void a_process_is_called_in_the_newer_revision() {
    assertThat(call(trusting(), "mcp__lines__meta", "{}").toString())
        .contains("2026-07-28", "elicitation");
  }
}
