package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.agent.mcp.HttpStage;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers over streamable HTTP. */
class McpHttpTest extends McpAcceptance {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path log;
  private final HttpStage web;

  McpHttpTest() throws IOException {
    Path log = Database.newFolder().resolve("log");
    HttpStage web = new HttpStage(log);
    super(
        TestDaemon.start(
            Database.newFolder(),
            all(
                List.of(
                    server(
                        "web",
                        "URL",
                        web.url("/mcp"),
                        "HEADERS",
                        "X-Key=let-me-in-please",
                        "CONNECT_TIMEOUT_MS",
                        "60000",
                        "CALL_TIMEOUT_MS",
                        "60000"),
                    server(
                        "hasty",
                        "URL",
                        web.url("/mcp"),
                        "HEADERS",
                        "X-Key=let-me-in-please",
                        "CONNECT_TIMEOUT_MS",
                        "1000",
                        "CALL_TIMEOUT_MS",
                        "60000"),
                    server(
                        "slow",
                        "URL",
                        web.url("/mcp/slow"),
                        "HEADERS",
                        "X-Key=let-me-in-please",
                        "CONNECT_TIMEOUT_MS",
                        "1000"),
                    server(
                        "away", "URL", web.url("/elsewhere"), "HEADERS", "X-Key=not-for-you")))));
    this.log = log;
    this.web = web;
  }

  private void awaitConnected(String server) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(text(shown(server), "status")).isEqualTo("connected"));
  }

  @AfterEach
  void stop() {
    close();
    web.close();
  }

  @Test
  void its_tools_are_called_with_its_headers_which_nobody_sees() {
    assertThat(call(trusting(), "mcp__web__echo", "{'text':'hi'}").toString()).contains("hi");
    assertThat(web.keys()).isNotEmpty().containsOnly("let-me-in-please");
    assertThat(shown("web").path("credentialed").asBoolean()).isTrue();
    assertThat(http.get("/v1/mcp-servers").expect(200).text()).doesNotContain("let-me-in-please");
  }

  @Test
  void headers_do_not_follow_to_where_a_server_points() {
    await().untilAsserted(() -> assertThat(text(shown("away"), "status")).isEqualTo("failed"));
    assertThat(web.keys()).doesNotContain("not-for-you");
    assertThat(text(shown("away"), "error")).doesNotContain("not-for-you");
  }

  @Test
  void an_endless_answer_is_cut_off() {
    String session = trusting();
    assertThat(text(call(session, "mcp__web__endless_line", "{}"), "error"))
        .contains("'web'", "may have taken effect, and is not repeated")
        .doesNotContain("Exception", "io.modelcontextprotocol");
    awaitConnected("web");
    assertThat(call(session, "mcp__web__echo", "{'text':'still'}").toString()).contains("still");
  }

  @Test
  void lines_without_data_are_counted_too() {
    assertThat(text(call(trusting(), "mcp__web__blanks", "{}"), "error"))
        .contains("has sent too many lines that are not messages", "may have taken effect");
  }

  @Test
  void a_server_that_is_too_busy_to_list_or_to_be_pinged_ends_its_call_in_peace() {
    // What is too long for it comes sooner; on a busy machine it takes more than one attempt.
    awaitConnected("hasty");
    String run = begin(trusting(), "mcp__hasty__busy");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(web.unanswered()).contains("tools/list", "ping"));
    // For longer than it waits for either.
    await()
        .during(Duration.ofMillis(1_500))
        .atMost(PATIENCE)
        .until(() -> text(shown("hasty"), "status").equals("connected"));
    web.finishWork();
    assertThat(lastWords(run)).contains("work done");
    assertThat(text(shown("hasty"), "status")).isEqualTo("connected");
    assertThat(shown("hasty").path("tools")).isNotEmpty();
  }

  @Test
  void a_list_that_comes_slowly_has_one_time_for_all_its_pages() {
    // On a busy machine it may fail for another reason before.
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(text(shown("slow"), "error")).contains("tools/list"));
    assertThat(text(shown("slow"), "status")).isEqualTo("failed");
  }

  @Test
  void a_server_that_is_killed_in_a_call_ends_that_call_and_is_found_again() throws IOException {
    String session = trusting();
    String run = begin(session, "mcp__web__hang");
    await().until(() -> Files.exists(log));
    int port = web.port();
    web.close();
    assertThat(lastWords(run)).contains("'web'", "may have taken effect, and is not repeated");
    try (HttpStage _ = new HttpStage(log, port)) {
      awaitConnected("web");
      assertThat(call(session, "mcp__web__echo", "{'text':'again'}").toString()).contains("again");
    }
  }
}
