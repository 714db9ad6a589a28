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
                    server("web", "URL", web.url("/mcp"), "HEADERS", "X-Key=let-me-in-please"),
                    server(
                        "away", "URL", web.url("/elsewhere"), "HEADERS", "X-Key=not-for-you")))));
    this.log = log;
    this.web = web;
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
    assertThat(text(call(session, "mcp__web__endless_line", "{}"), "error")).contains("'web'");
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(text(shown("web"), "status")).isEqualTo("connected"));
    assertThat(call(session, "mcp__web__echo", "{'text':'still'}").toString()).contains("still");
  }

  @Test
  void a_server_that_is_killed_in_a_call_ends_that_call_and_is_found_again() throws IOException {
    String session = trusting();
    String run = begin(session, "mcp__web__hang");
    await().until(() -> Files.exists(log));
    int port = web.port();
    web.close();
    assertThat(lastWords(run)).contains("'web'");
    try (HttpStage _ = new HttpStage(log, port)) {
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(text(shown("web"), "status")).isEqualTo("connected"));
      assertThat(call(session, "mcp__web__echo", "{'text':'again'}").toString()).contains("again");
    }
  }
}
