package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A daemon that stops while hooks wait, decisions after its start, and who gets them. */
@OnOneDatabase
class HookUndeliveredTest {
  private static final String PRE = "/hooks/claude/pre-tool-use?then=deny";
  private static final String USE = ClaudeHookTest.fixture("pre-tool-use.bash.json");
  private static final String SESSION = "5d1f3c0a-7b52-4d0e-9a1c-0e7f2b9d4c11";

  private final Path folder = Database.newFolder();
  private final Map<String, String> settings;
  private final AtomicLong nowMs = new AtomicLong(1_900_000_000_000L);
  private TestDaemon daemon;
  private Http http;

  HookUndeliveredTest(Database database) {
    settings = database.settings(Map.of());
    daemon = start();
    http = daemon.http();
  }

  private TestDaemon start() {
    return TestDaemon.start(folder, settings, () -> Instant.ofEpochMilli(nowMs.get()));
  }

  @AfterEach
  void stop() {
    daemon.close();
  }

  /** The hook is told no by the daemon that stops; the request is pending at the next one. */
  @BeforeEach
  void a_hook_waits_while_the_daemon_stops() {
    Http before = http;
    var waits =
        CompletableFuture.supplyAsync(
            () -> before.post(PRE, USE), task -> Thread.ofVirtual().start(task));
    pending(1);
    daemon.close();
    assertThat(decision(waits.join())).isEqualTo("deny");
    daemon = start();
    http = daemon.http();
  }

  private JsonNode pending(int wanted) {
    return http.await("/v1/approvals", list -> list.size() == wanted);
  }

  private void decide(String behavior) {
    JsonNode row = pending(1).get(0);
    http.post(
            "/v1/runs/" + row.path("run_id").asString() + "/approvals",
            Acceptance.json(
                "{'resolutions':[{'request_id':'%s','behavior':'%s'}]}",
                row.at("/request/id").asString(), behavior))
        .expect(202);
  }

  private static String decision(Http.Answer answer) {
    return answer.expect(200).json().at("/hookSpecificOutput/permissionDecision").asString();
  }

  private String asked(Http by, String id, String body) {
    return decision(by.post(PRE + "&wait_ms=0", body.replace("toolu_01ABC123", id)));
  }

  private long runs() {
    return http.get("/v1/runs?session_id=" + SESSION).json().size();
  }

  @Test
  @DisplayName("AG-21 an unheard yes answers the resumed session once, and the next call is asked")
  void AG_21_an_unheard_yes_answers_once() {
    decide("allow");
    assertThat(asked(http, "toolu_new", USE)).isEqualTo("allow");
    assertThat(runs()).isEqualTo(1);
    // The same use, sent again because its answer was lost, is the same use.
    assertThat(asked(http, "toolu_new", USE)).isEqualTo("allow");
    assertThat(runs()).isEqualTo(1);
    assertThat(asked(http, "toolu_next", USE)).isEqualTo("deny");
    assertThat(runs()).isEqualTo(2);
    // Under the id before, it is another use by now.
    assertThat(asked(http, "toolu_01ABC123", USE)).isEqualTo("deny");
    assertThat(runs()).isEqualTo(3);
  }

  @Test
  @DisplayName("AG-21 a no is kept like a yes")
  void AG_21_a_no_is_kept() {
    decide("deny");
    assertThat(asked(http, "toolu_new", USE)).isEqualTo("deny");
    assertThat(runs()).isEqualTo(1);
  }

  @Test
  @DisplayName("AG-22 an unheard yes answers no other session, folder, mode, token or input")
  void AG_22_nothing_else_gets_it() {
    decide("allow");
    String[] others = {
      USE.replace(SESSION, "6d1f3c0a-7b52-4d0e-9a1c-0e7f2b9d4c11"),
      USE.replace("\"cwd\":\"/srv/app\"", "\"cwd\":\"/srv/other\""),
      USE.replace("\"permission_mode\":\"default\"", "\"permission_mode\":\"plan\""),
      USE.replace("npm test", "npm start")
    };
    for (int i = 0; i < others.length; i++) {
      assertThat(others[i]).isNotEqualTo(USE);
      assertThat(asked(http, "toolu_" + i, others[i])).isEqualTo("deny");
    }
    assertThat(asked(http.withRole("agent", "another"), "toolu_new", USE)).isEqualTo("deny");
    assertThat(asked(http, "toolu_new", USE)).isEqualTo("allow");
  }

  @Test
  @DisplayName("AG-22 an unheard yes does not answer after its time")
  void AG_22_not_after_its_time() {
    decide("allow");
    nowMs.addAndGet(3_600_001);
    assertThat(asked(http, "toolu_new", USE)).isEqualTo("deny");
    assertThat(runs()).isEqualTo(2);
  }

  @Test
  @DisplayName("AG-22 a deny rule ends an unheard yes")
  void AG_22_a_deny_rule_ends_it() {
    decide("allow");
    http.post(
            "/v1/permission-rules",
            Acceptance.json(
                "{'behavior':'deny','tool':'Bash','command':'npm"
                    + " *','scope':{'kind':'session','id':'%s'}}",
                SESSION))
        .expect(201);
    assertThat(decision(http.post(PRE, USE.replace("toolu_01ABC123", "toolu_new"))))
        .isEqualTo("deny");
    assertThat(runs()).isEqualTo(2);
  }

  @Test
  @DisplayName("AG-23 after a restart nobody waits, and until when a decision is kept is said")
  void AG_23_nobody_waits() {
    JsonNode request = pending(1).get(0).path("request");
    assertThat(request.path("waits").asString()).isEqualTo("nobody");
    assertThat(request.path("kept_until_ms").asLong()).isEqualTo(nowMs.get() + 3_600_000);
  }
}
