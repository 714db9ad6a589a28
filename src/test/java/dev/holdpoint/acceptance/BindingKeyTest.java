package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A name from outside leads to one session for good. */
@OnBothDatabases
class BindingKeyTest extends Acceptance {
  private static final AtomicInteger KEYS = new AtomicInteger();
  private final Database database;

  BindingKeyTest(Database database) {
    super(database);
    this.database = database;
  }

  private static String key() {
    return "chat:ä#" + KEYS.incrementAndGet();
  }

  private static Http.Answer bind(Http http, String session, String door, String... keys) {
    return http.post(
        "/v1/sessions/" + session + "/" + door,
        "{\"content\":\"x\",\"binding_keys\":" + JSON.writeValueAsString(keys) + "}");
  }

  private static List<String> sessionsOf(Http http, String key) {
    return http.get("/v1/sessions?binding_key=" + encoded(key))
        .expect(200)
        .json()
        .valueStream()
        .map(row -> text(row, "session_id"))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"input", "runs"})
  // K4-207, K4-216
  void K4_207_K4_216_a_key_belongs_to_the_session_that_used_it_first(String door) {
    String session = session();
    String other = session();
    String key = key();
    String unused = key();
    int done = door.equals("input") ? 200 : 202;
    assertThat(sessionsOf(http, key)).isEmpty();

    bind(http, session, door, key, key()).expect(done);
    assertThat(sessionsOf(http, key)).containsExactly(session);
    http.await("/v1/sessions/" + session, s -> s.at("/snapshot/status").asString().equals("idle"));
    bind(http, session, door, key, key).expect(done);

    JsonNode problem =
        refused(bind(http, other, door, unused, key), 409, "sessions", "binding_key_conflict");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/binding_keys/1");
    assertThat(http.get("/v1/runs?session_id=" + other).text())
        .as("nothing was submitted")
        .isEqualTo("[]");
    assertThat(sessionsOf(http, unused)).as("nothing was bound").isEmpty();
    assertThat(sessionsOf(http, key)).containsExactly(session);
  }

  @Test
  // K4-217
  void K4_217_of_many_sessions_that_claim_a_key_at_once_one_has_it() {
    for (int round = 0; round < 5; round++) {
      String key = key();
      List<Integer> statuses = atOnce(8, () -> bind(http, session(), "runs", key).status());
      assertThat(statuses).containsOnlyOnce(202);
      assertThat(statuses).containsOnly(202, 409);
      assertThat(sessionsOf(http, key)).hasSize(1);
    }
  }

  @Test
  // K4-215
  void K4_215_keys_are_remembered_over_a_restart() {
    var folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      daemon.http().session("first");
      bind(daemon.http(), "first", "runs", "k").expect(202);
    }
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      assertThat(sessionsOf(http, "k")).containsExactly("first");
      http.session("second");
      refused(bind(http, "second", "runs", "k"), 409, "sessions", "binding_key_conflict");
      bind(http, "first", "runs", "k").expect(202);
    }
  }

  @Test
  void a_key_that_is_none_is_refused_and_leads_nowhere() {
    String session = session();
    for (String key : List.of("", "a\u0000b", "x".repeat(201))) {
      refused(bind(http, session, "runs", key), 400, "api", "invalid_request");
    }
    for (String name : List.of("binding_key", "persona_id")) {
      refused(http.get("/v1/sessions?" + name + "=a%00b"), 400, "api", "invalid_request");
    }
    JsonNode page = http.get("/v1/sessions?page=true&binding_key=nobody").expect(200).json();
    assertThat(page.at("/pagination/total_count").asInt()).isZero();
  }

  @Test
  void the_same_request_again_with_its_idempotency_key_is_no_conflict() {
    String session = session();
    String body = "{\"content\":\"x\",\"binding_keys\":[\"" + key() + "\"]}";
    String path = "/v1/sessions/" + session + "/runs";
    JsonNode first = keyed(path, body, "k").expect(202).json();
    assertThat(id(keyed(path, body, "k").expect(202).json())).isEqualTo(id(first));
  }
}
