package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** A client waits for a decision. */
final class McpKills {
  private static final String ASKS = "{\"reason\":\"a survivor\",\"request_key\":\"k\"}";

  private McpKills() {}

  static void on(Stories stories) {
    stories.tell(
        "what a client waits for at kill -9 is there afterwards, and found by its key",
        McpKills::killed_while_a_client_waits);
  }

  private static void killed_while_a_client_waits(Lives lives) throws Exception {
    Mcp client = Mcp.open(lives.http(), "survivor");
    Http http;
    String place;
    try (Sse stream = client.wait("request_approval", ASKS)) {
      http = lives.killed();
      stream.awaitEnd();
      place = Objects.requireNonNull(stream.lastEventId());
    }
    Mcp again = client.at(http);
    JsonNode pending = Mcp.structured(again.call("check_decision", "{\"request_key\":\"k\"}"));
    assertThat(pending.path("status").asString()).isEqualTo("pending");
    assertThat(http.get("/v1/approvals?limit=100").json().valueStream())
        .filteredOn(row -> row.toString().contains("a survivor"))
        .hasSize(1);

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
