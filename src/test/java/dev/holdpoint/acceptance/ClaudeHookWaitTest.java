package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Hooks that wait: who goes, comes back, or is one too many; and a daemon that stops. */
@OnBothDatabases
class ClaudeHookWaitTest {
  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);
  private static final String PRE = "/hooks/claude/pre-tool-use";
  private static final String REQUEST = "/hooks/claude/permission-request";
  private static final String USE = ClaudeHookTest.fixture("pre-tool-use.bash.json");
  private static final String DIALOG = ClaudeHookTest.fixture("permission-request.write.json");

  private final Path folder = Database.newFolder();
  private final Map<String, String> settings;
  private TestDaemon daemon;
  private Http http;

  ClaudeHookWaitTest(Database database) {
    settings = database.settings(Map.of("HOLDPOINT_LIMITS_OPEN_STREAMS", "4"));
    daemon = TestDaemon.start(folder, settings);
    http = daemon.http();
  }

  @AfterEach
  void stop() {
    daemon.close();
  }

  private static CompletableFuture<Http.Answer> posted(Http by, String path, String body) {
    return CompletableFuture.supplyAsync(() -> by.post(path, body), THREADS);
  }

  /** Sends a request and waits for no answer. */
  private Socket sent(String path, String body) throws IOException {
    Socket socket = new Socket(http.address().getHost(), http.address().getPort());
    byte[] bytes = body.getBytes(UTF_8);
    String head =
        "POST %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
                .formatted(path, http.token())
            + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                .formatted(bytes.length);
    socket.getOutputStream().write(head.getBytes(UTF_8));
    socket.getOutputStream().write(bytes);
    return socket;
  }

  private JsonNode pending(int wanted) {
    return http.await("/v1/approvals", list -> list.size() == wanted);
  }

  private void allow(JsonNode row) {
    http.post(
            "/v1/runs/" + row.path("run_id").asString() + "/approvals",
            Http.allow(row.at("/request/id").asString()))
        .expect(202);
  }

  private static String use(String id) {
    return USE.replace("toolu_01ABC123", id);
  }

  private static JsonNode told(Http.Answer answer) {
    return answer.expect(200).json().path("hookSpecificOutput");
  }

  private static String decision(JsonNode told) {
    return told.path("permissionDecision").asString();
  }

  private static String reason(JsonNode told) {
    return told.path("permissionDecisionReason").asString();
  }

  @Test
  void a_client_that_is_started_anew_within_the_wait_finds_what_it_has_asked() throws IOException {
    try (Socket gone = sent(PRE, use("toolu_1"))) {
      pending(1);
      assertThat(gone.isConnected()).isTrue();
    }
    var back = posted(http, PRE, use("toolu_2"));
    // Somebody else's request shows that the one before it was taken.
    assertThat(decision(told(http.post(PRE + "?wait_ms=0", use("toolu_2"))))).isEqualTo("defer");
    allow(pending(1).get(0));
    assertThat(decision(told(back.join()))).isEqualTo("allow");
  }

  @Test
  void what_nobody_waits_for_any_more_and_nobody_comes_back_to_is_withdrawn() throws IOException {
    try (Socket gone = sent(REQUEST, DIALOG)) {
      pending(1);
      assertThat(gone.isConnected()).isTrue();
    }
    pending(0);
  }

  @Test
  void a_hook_that_gives_up_leaves_what_another_waits_for() {
    var waits = posted(http, PRE + "?then=deny", USE);
    pending(1);
    JsonNode late = told(http.post(PRE + "?then=deny&wait_ms=1", USE));
    assertThat(decision(late)).isEqualTo("deny");
    assertThat(reason(late)).contains("; another caller is waiting for the decision.");
    allow(pending(1).get(0));
    assertThat(decision(told(waits.join()))).isEqualTo("allow");
  }

  @Test
  void a_yes_to_one_folder_or_event_is_none_to_another() {
    assertThat(decision(told(http.post(PRE + "?wait_ms=0", use("toolu_1"))))).isEqualTo("defer");
    String elsewhere = use("toolu_2").replace("\"/srv/app\"", "\"/etc\"");
    assertThat(decision(told(http.post(PRE + "?wait_ms=0", elsewhere)))).isEqualTo("defer");
    pending(2);
    String dialog = use("toolu_3").replace("\"PreToolUse\"", "\"PermissionRequest\"");
    var asked = posted(http, REQUEST, dialog);
    JsonNode all = pending(3);
    all.forEach(this::allow);
    assertThat(asked.join().expect(200).text()).contains("\"allow\"");
  }

  @Test
  void more_hooks_than_may_wait_are_refused_and_what_they_ask_is_kept() throws IOException {
    try (Socket one = sent(PRE, use("toolu_1"));
        Socket two = sent(PRE, use("toolu_2"))) {
      pending(2);
      assertThat(one.isConnected() && two.isConnected()).isTrue();
      Http.Answer refused = http.post(PRE, use("toolu_3")).expect(503);
      assertThat(refused.text()).contains("limits.open_streams");
      allow(pending(3).get(0));
      pending(2);
    }
  }

  @Test
  void a_daemon_that_stops_says_so_and_withdraws_nothing() {
    var waits = posted(http, PRE + "?then=deny", USE);
    pending(1);
    daemon.close();
    JsonNode told = told(waits.join());
    assertThat(decision(told)).isEqualTo("deny");
    assertThat(reason(told))
        .contains(
            "Holdpoint is stopping before a decision was made. The request is still pending; try again later.");

    daemon = TestDaemon.start(folder, settings);
    http = daemon.http();
    allow(pending(1).get(0));
    assertThat(decision(told(http.post(PRE + "?then=deny", USE)))).isEqualTo("allow");
  }

  @Test
  void a_token_that_was_revoked_during_the_wait_is_not_told_yes() {
    Http agent = http.withRole("agent", "passing");
    var waits = posted(agent, PRE, USE);
    JsonNode row = pending(1).get(0);
    for (JsonNode token : http.get("/v1/tokens").expect(200).json()) {
      if (token.path("name").asString().equals("passing")) {
        http.send("DELETE", "/v1/tokens/" + token.path("token_id").asString(), null, _ -> {})
            .expect(204);
      }
    }
    allow(row);
    JsonNode told = told(waits.join());
    assertThat(decision(told)).isEqualTo("deny");
    assertThat(reason(told)).contains("token");
  }
}
