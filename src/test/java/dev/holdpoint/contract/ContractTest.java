package dev.holdpoint.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That the checker finds what it is there for. */
// KT-01, KT-02
final class ContractTest {
  private static final Checker CHECKER = new Checker(Checker.document());
  private static final String HEALTH = "{\"status\":\"ok\"}";

  private final ContractWatch watch = new ContractWatch(CHECKER, null);

  private List<String> found(
      @Nullable String operation,
      String target,
      int status,
      Map<String, String> headers,
      String body) {
    Map<String, String> all = new HashMap<>(Map.of("x-request-id", "r"));
    all.putAll(headers);
    Pieces pieces = watch.begin(new Answered(operation, "GET", target, status, all));
    byte[] bytes = body.getBytes(UTF_8);
    // In two writes, as long answers and streams come.
    int half = bytes.length / 2;
    pieces.add(ByteBuffer.wrap(bytes, 0, half), false);
    pieces.add(ByteBuffer.wrap(bytes, half, bytes.length - half), true);
    return watch.settle().stream().map(Finding::toString).toList();
  }

  private List<String> health(int status, Map<String, String> headers, String body) {
    return found("health", "/healthz", status, headers, body);
  }

  private static Map<String, String> type(String type) {
    return Map.of("content-type", type);
  }

  @Test
  void what_is_documented_passes() {
    assertThat(health(200, type("application/json"), HEALTH)).isEmpty();
    assertThat(found("revokeToken", "/v1/tokens/t", 204, Map.of(), "")).isEmpty();
    assertThat(found("page", "/ui", 200, type("text/html; charset=utf-8"), "<p>")).isEmpty();
  }

  @Test
  void KT_01_a_planted_member_is_caught() {
    assertThat(health(200, type("application/json"), "{\"status\":\"ok\",\"planted\":1}"))
        .singleElement()
        .asString()
        .contains("health, status 200, the body", "planted");
    assertThat(health(200, type("application/json"), "{}"))
        .singleElement()
        .asString()
        .contains("status");
    assertThat(health(200, type("application/json"), "{\"status\":\"planted\"}"))
        .singleElement()
        .asString()
        .contains("/status");
  }

  @Test
  void KT_01_a_planted_status_is_caught() {
    assertThat(health(418, type("application/json"), HEALTH))
        .containsExactly("health, status 418, status: is not documented");
    assertThat(found(null, "/v1/nowhere", 200, type("application/json"), "{}"))
        .anyMatch(one -> one.startsWith("GET /v1/nowhere, status 200, status"));
  }

  @ParameterizedTest
  @CsvSource({"location, /x", "link, <x>", "etag, x", "sunset, x", "x-total-count, 1"})
  void KT_01_a_planted_header_is_caught(String name, String value) {
    Map<String, String> headers = new HashMap<>(type("application/json"));
    headers.put(name, value);
    assertThat(health(200, headers, HEALTH))
        .containsExactly("health, status 200, header " + name + ": is not documented");
  }

  @Test
  void KT_01_a_header_that_has_to_be_there_is_missed() {
    assertThat(
            health(
                503,
                type("application/problem+json"),
                """
                {"type":"t","title":"t","status":503,"detail":"d","code":"unavailable",\
                "domain":"api","request_id":"r"}"""))
        .containsExactly("health, status 503, header retry-after: is missing");
  }

  @Test
  void KT_01_a_planted_content_type_is_caught() {
    assertThat(health(200, type("text/html"), "<p>"))
        .containsExactly("health, status 200, content type: 'text/html' is not documented");
    assertThat(health(200, Map.of(), HEALTH)).hasSize(2);
  }

  @Test
  void both_shapes_of_a_list_are_known_and_a_row_of_either_is_checked() {
    assertThat(found("listNodes", "/v1/nodes", 200, type("application/json"), "[{}]")).isNotEmpty();
    assertThat(found("listRuns", "/v1/runs", 200, type("application/json"), "[]")).isEmpty();
    assertThat(found("listRuns", "/v1/runs", 200, type("application/json"), "[1]"))
        .singleElement()
        .asString()
        .contains("listRuns, status 200, /0");
    assertThat(found("listRuns", "/v1/runs", 200, type("application/json"), "{\"items\":[]}"))
        .singleElement()
        .asString()
        .contains("pagination");
  }

  @Test
  void KT_02_frames_are_checked_one_by_one() {
    String good = "event: heartbeat\ndata: {\"type\":\"heartbeat\"}\n\n";
    Map<String, String> events = type("text/event-stream; charset=utf-8");
    assertThat(found("streamEvents", "/v1/events/stream", 200, events, ": open\n\n" + good))
        .isEmpty();
    for (String bad :
        List.of(
            "{\"type\":\"heartbeat\",\"planted\":1}",
            "{\"type\":\"planted\"}",
            "{\"type\":\"text_delta\",\"run_id\":\"r\"}",
            "no json")) {
      String frames = good + "id: 1\nevent: x\ndata: " + bad + "\n\n" + good;
      assertThat(found("streamEvents", "/v1/events/stream", 200, events, frames))
          .as(bad)
          .hasSize(1);
    }
  }

  @Test
  void KT_02_lines_are_checked_one_by_one() {
    Map<String, String> lines = type("application/x-ndjson");
    String good = "{\"type\":\"end\",\"checkpoints\":0,\"actions\":0}\n";
    assertThat(found("exportAudit", "/v1/audit/export", 200, lines, good + good)).isEmpty();
    assertThat(
            found(
                "exportAudit",
                "/v1/audit/export",
                200,
                lines,
                good + " {\"type\":\"end\",\"planted\":\"ä\"}\n" + good))
        .singleElement()
        .asString()
        .contains("exportAudit, status 200, the body", "planted");
  }

  @Test
  void of_large_bodies_one_is_looked_at() {
    String large = "{\"status\":\"ok\",\"%s\":\"" + "x".repeat(Pieces.LARGE) + "\"}";
    Map<String, String> json = type("application/json");
    assertThat(health(200, json, large.formatted("first"))).hasSize(1);
    assertThat(health(200, json, large.formatted("second"))).isEmpty();
    assertThat(health(200, json, "{\"status\":\"ok\",\"third\":1}")).hasSize(1);
  }
}
