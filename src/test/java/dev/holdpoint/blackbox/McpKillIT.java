package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A client waits for a decision, and the daemon is killed. */
final class McpKillIT {
  private static final String ASKS = "{\"reason\":\"release\",\"request_key\":\"k\"}";

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @DisplayName("what a client waits for at kill -9 is there afterwards, and found by its key")
  void killed_while_a_client_waits(Database database) throws IOException {
    try (DaemonProcess daemon = DaemonProcess.start(folder, database.arguments())) {
      Mcp client = Mcp.open(daemon.http(), "survivor");
      String place;
      try (Sse stream = client.wait("request_approval", ASKS)) {
        daemon.kill9();
        stream.awaitEnd();
        place = Objects.requireNonNull(stream.lastEventId());
      }
      Http http = daemon.restart().http();
      Mcp again = client.at(http);
      JsonNode pending = Mcp.structured(again.call("check_decision", "{\"request_key\":\"k\"}"));
      assertThat(pending.path("status").asString()).isEqualTo("pending");
      assertThat(http.get("/v1/approvals").json()).hasSize(1);

      try (Sse stream = again.resume(place)) {
        http.approve(pending.path("run_id").asString());
        assertThat(Mcp.structured(Mcp.result(stream)).path("status").asString())
            .isEqualTo("approved");
      }
      JsonNode decided = Mcp.structured(again.call("request_approval", ASKS));
      assertThat(decided.path("status").asString()).isEqualTo("approved");
      assertThat(decided.path("run_id")).isEqualTo(pending.path("run_id"));
    }
  }
}
