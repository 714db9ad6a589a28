package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Mcp;
import dev.holdpoint.blackbox.ModernMcp;
import dev.holdpoint.blackbox.Sse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The revision 2026-07-28 without its extensions: requests that stand for themselves. */
@OnBothDatabases
class McpModernTest extends Acceptance {
  private final Http agent = http.withRole("agent", "modern agent");
  private final ModernMcp client = new ModernMcp(agent, "modern", "{}");

  McpModernTest(Database database) {
    super(database);
  }

  @Test
  void whoever_looks_learns_what_is_spoken_and_offered() {
    JsonNode found = client.result("server/discover", "{}");
    assertThat(text(found, "resultType")).isEqualTo("complete");
    assertThat(texts(found.path("supportedVersions")))
        .containsExactly("2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26");
    assertThat(found.path("capabilities"))
        .isEqualTo(
            JSON.readTree(json("{'tools':{},'extensions':{'io.modelcontextprotocol/tasks':{}}}")));
    assertThat(found.path("ttlMs").asLong()).isEqualTo(3_600_000);
    assertThat(text(found, "cacheScope")).isEqualTo("public");
    assertThat(text(found, "instructions")).contains("request_approval", "tasks/cancel");
  }

  @Test
  void the_list_of_tools_is_the_one_of_the_older_revisions_and_may_be_cached() {
    JsonNode listed = client.result("tools/list", "{}");
    assertThat(listed.path("tools"))
        .isEqualTo(Mcp.open(agent, "older").request("tools/list", "{}").at("/result/tools"));
    assertThat(client.result("tools/list", "{}")).isEqualTo(listed);
    assertThat(listed.path("ttlMs").asLong()).isEqualTo(3_600_000);
    assertThat(text(listed, "cacheScope")).isEqualTo("public");
    assertThat(client.error("tools/list", json("{'cursor':'x'}"))).isEqualTo(-32_602);
  }

  @Test
  void a_call_is_answered_at_once_where_it_can_be() {
    JsonNode told = client.call("notify", json("{'message':'done'}"), json(",'task':{'ttl':5}"));
    assertThat(text(told, "resultType")).isEqualTo("complete");
    assertThat(text(Mcp.structured(told), "status")).isEqualTo("told");
    JsonNode wrong = client.call("notify", "{}", "");
    assertThat(wrong.path("isError").asBoolean()).isTrue();
    assertThat(client.error("tools/call", ModernMcp.call("rm", "{}"))).isEqualTo(-32_602);
    assertThat(client.error("tools/call", ModernMcp.call("notify", "[]"))).isEqualTo(-32_602);
  }

  @Test
  void a_client_without_a_name_asks_in_the_session_of_those_without() {
    JsonNode named = client.call("notify", json("{'message':'named'}"), "");
    assertThat(text(Mcp.structured(named), "session_id")).startsWith("modern");
    ObjectNode body = client.body("tools/call", ModernMcp.call("notify", json("{'message':'x'}")));
    ((ObjectNode) body.at("/params/_meta")).remove("io.modelcontextprotocol/clientInfo");
    JsonNode told = client.send(body, Map.of()).expect(200).json().path("result");
    assertThat(text(Mcp.structured(told), "session_id")).startsWith("mcp");
  }

  @Test
  @DisplayName("AG-63: without the extension a call waits as a stream")
  void a_call_waits_as_a_stream_and_whoever_hangs_up_leaves_what_was_asked() {
    String ask = ModernMcp.call("request_approval", json("{'reason':'a stream?'}"));
    String first;
    try (Sse stream = client.stream("tools/call", ask)) {
      assertThat(stream.header("content-type")).startsWith("text/event-stream");
      first = text(pending("a stream?"), "run_id");
    }
    try (Sse stream = client.stream("tools/call", ask)) {
      JsonNode row = pending("a stream?");
      assertThat(text(row, "run_id")).isEqualTo(first);
      http.post("/v1/runs/" + first + "/approvals", Http.allow(row.at("/request/id").asString()))
          .expect(202);
      JsonNode told = ModernMcp.result(stream);
      assertThat(text(told, "resultType")).isEqualTo("complete");
      assertThat(text(Mcp.structured(told), "status")).isEqualTo("approved");
      assertThat(stream.lastEventId()).isNull();
    }
  }

  /** What waits for this reason, which one alone has. */
  private JsonNode pending(String reason) {
    List<JsonNode> rows =
        http.get("/v1/approvals")
            .expect(200)
            .json()
            .valueStream()
            .filter(row -> row.toString().contains(reason))
            .toList();
    assertThat(rows).hasSize(1);
    return rows.getFirst();
  }

  @Test
  void a_wait_that_is_over_says_pending() {
    try (Sse stream =
        client.stream(
            "tools/call",
            ModernMcp.call("request_approval", json("{'reason':'soon?','wait_ms':1}")))) {
      assertThat(text(Mcp.structured(ModernMcp.result(stream)), "status")).isEqualTo("pending");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "MCP-Protocol-Version; 2025-11-25; 400; -32020",
        "MCP-Protocol-Version; v999; 400; -32020",
        "Mcp-Method; prompts/list; 400; -32020",
        "Mcp-Method; TOOLS/LIST; 400; -32020",
        "Accept; application/json; 406; -32000",
        "Accept; text/html; 406; -32000"
      })
  @DisplayName("AG-67: what is wrong around a request is told with its id")
  void a_wrong_header_is_told_with_the_id(String name, String value, int status, int code) {
    ObjectNode body = client.body("tools/list", "{}");
    JsonNode told = client.send(body, Map.of(name, value)).expect(status).json();
    assertThat(told.at("/error/code").asInt()).isEqualTo(code);
    assertThat(told.path("id")).isEqualTo(body.path("id"));
  }

  @Test
  @DisplayName("AG-67: what is refused before it is read has no id at all")
  void what_is_refused_before_it_is_read_has_no_id() {
    ObjectNode body = client.body("tools/list", "{}");
    for (Map.Entry<String, String> header :
        Map.of(
                "Authorization", "Bearer no",
                "Content-Type", "text/plain",
                "Origin", "https://evil.example")
            .entrySet()) {
      Http.Answer answer = client.send(body, Map.of(header.getKey(), header.getValue()));
      assertThat(answer.status()).isIn(401, 415, 403);
      assertThat(answer.json().has("id")).isFalse();
      assertThat(answer.json().at("/error/message").asString()).isNotBlank();
    }
    Http.Answer listening =
        agent.send(
            "GET",
            Mcp.PATH,
            null,
            request ->
                request
                    .header("MCP-Protocol-Version", ModernMcp.VERSION)
                    .header("Last-Event-ID", "1.e30"));
    assertThat(listening.expect(405).json().has("id")).isFalse();
    assertThat(listening.header("Allow")).isEqualTo("POST");
  }

  @Test
  void a_session_of_the_older_revisions_is_ignored_and_none_is_given_out() {
    Http.Answer answer =
        client.send(client.body("tools/list", "{}"), Map.of("Mcp-Session-Id", "garbled"));
    assertThat(answer.expect(200).header("Mcp-Session-Id")).isEmpty();
    ObjectNode note = JSON.createObjectNode();
    note.put("jsonrpc", "2.0").put("method", "notifications/cancelled");
    assertThat(client.send(note, Map.of()).expect(202).text()).isEmpty();
  }

  @Test
  void there_are_no_methods_of_other_revisions() {
    for (String method :
        List.of("initialize", "ping", "logging/setLevel", "resources/list", "tasks/list", "none")) {
      Http.Answer answer = client.send(method, "{}").expect(404);
      assertThat(answer.json().at("/error/code").asInt()).isEqualTo(-32_601);
      assertThat(answer.json().path("id").asInt()).isEqualTo(client.lastId());
    }
  }
}
