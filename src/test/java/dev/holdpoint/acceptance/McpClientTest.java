package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The protocol's own client, as any program uses it, against a whole daemon. */
class McpClientTest {
  private static final Map<String, Object> ASKS =
      Map.of("reason", "release", "request_key", "release-1");
  private final Path folder = Database.newFolder();

  /** The port stays, as it does for a daemon that people have configured their clients for. */
  private TestDaemon start(String port) {
    return TestDaemon.start(folder, Map.of("HOLDPOINT_PORT", port));
  }

  private static McpSyncClient client(Http http) {
    return McpClient.sync(
            HttpClientStreamableHttpTransport.builder(http.address().toString())
                .endpoint("/mcp")
                .requestBuilder(
                    HttpRequest.newBuilder().header("Authorization", "Bearer " + http.token()))
                .build())
        .clientInfo(Implementation.builder("sdk", "1").build())
        .requestTimeout(Duration.ofMinutes(2))
        .build();
  }

  private static CallToolRequest call(String tool, Map<String, Object> arguments) {
    return CallToolRequest.builder(tool).arguments(arguments).build();
  }

  private static JsonNode told(CallToolResult result) {
    assertThat(result.isError()).isNotEqualTo(true);
    return Acceptance.JSON.readTree(((TextContent) result.content().getFirst()).text());
  }

  private static void allow(Http http) {
    JsonNode row = http.await("/v1/approvals", rows -> rows.size() == 1).get(0);
    http.post(
            "/v1/runs/" + row.path("run_id").asString() + "/approvals",
            Http.allow(row.at("/request/id").asString()))
        .expect(202);
  }

  @Test
  void it_introduces_itself_lists_asks_waits_and_finds_its_request_after_a_restart()
      throws InterruptedException, ExecutionException, TimeoutException {
    TestDaemon daemon = start("0");
    String port = Integer.toString(daemon.http().address().getPort());
    try (McpSyncClient client = client(daemon.http())) {
      assertThat(client.initialize().serverInfo().name()).isEqualTo("holdpoint");
      assertThat(client.listTools().tools())
          .extracting(Tool::name)
          .contains("request_approval", "ask_user", "check_decision", "notify");

      CompletableFuture<CallToolResult> first = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  first.complete(client.callTool(call("request_approval", ASKS)));
                } catch (RuntimeException e) {
                  first.completeExceptionally(e);
                }
              });
      daemon.http().await("/v1/approvals", rows -> rows.size() == 1);
      daemon.http().await("/v1/status", status -> status.at("/streams/open").asInt() == 1);
      daemon.close();
      assertThat(told(first.get(60, TimeUnit.SECONDS)).path("status").asString())
          .isEqualTo("pending");

      daemon = start(port);
      Http http = daemon.http();
      CompletableFuture<Void> decision = CompletableFuture.runAsync(() -> allow(http));
      JsonNode decided = told(client.callTool(call("request_approval", ASKS)));
      decision.get(60, TimeUnit.SECONDS);
      assertThat(decided.path("status").asString()).isEqualTo("approved");
      CallToolResult checked =
          client.callTool(call("check_decision", Map.of("request_key", "release-1")));
      assertThat(told(checked)).isEqualTo(decided);
      assertThat(Objects.requireNonNull(checked.structuredContent()).toString())
          .contains("approved");
    } finally {
      daemon.close();
    }
  }
}
