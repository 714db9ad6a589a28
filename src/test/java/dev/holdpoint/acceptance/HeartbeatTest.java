package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/**
 * What a stream does by the clock alone. No database has a part in it. All streams are open before
 * the first test begins: the time until they beat is waited for once.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HeartbeatTest {
  private static final long HOUR_MS = 3_600_000;

  private final AtomicLong clock = new AtomicLong(System.currentTimeMillis());
  private final TestDaemon daemon =
      TestDaemon.start(Database.newFolder(), Map.of(), () -> Instant.ofEpochMilli(clock.get()));
  private final Http http = daemon.http();
  private final List<Sse> open = new ArrayList<>();
  private final Sse revoked;
  private final Sse expired;
  private final Sse admin;
  private final List<Sse> idle;
  private final List<Sse> unshared;

  HeartbeatTest() {
    http.session("s");
    String run = http.submit("s", Script.say("x"));
    http.awaitRun(run, "completed");
    JsonNode token = token("");
    revoked = all(token);
    expired = all(token(",\"expires_at_ms\":" + (clock.get() + HOUR_MS)));
    admin = open(http, "/v1/events/stream");
    idle =
        List.of(
            open(http, "/v1/events/stream"),
            open(http, "/v1/sessions/s/stream"),
            open(http, "/v1/runs/" + run + "/stream?cursor=0"));
    JsonNode guest = token(",\"session_access\":\"own\"", "agent");
    JsonNode bound = token(",\"session_access\":\"all\"", "agent");
    share("[\"" + guest.path("token_id").asString() + "\"]");
    Http asGuest = http.as(guest.path("token").asString());
    unshared =
        List.of(
            open(asGuest, "/v1/sessions/s/stream"),
            open(asGuest, "/api/approval/stream?session_id=s"),
            all(bound));
    share("[]");
    String boundId = bound.path("token_id").asString();
    http.send("PATCH", "/v1/tokens/" + boundId, "{\"session_access\":\"own\"}", _ -> {})
        .expect(200);
    String id = token.path("token_id").asString();
    http.send("DELETE", "/v1/tokens/" + id, null, _ -> {}).expect(204);
    clock.addAndGet(2 * HOUR_MS);
  }

  @AfterAll
  void close() {
    open.forEach(Sse::close);
    daemon.close();
  }

  private void share(String tokenIds) {
    http.send("PUT", "/v1/sessions/s/access", "{\"token_ids\":" + tokenIds + "}", _ -> {})
        .expect(200);
  }

  private JsonNode token(String more) {
    return token(more, "viewer");
  }

  private JsonNode token(String more, String role) {
    return http.post("/v1/tokens", "{\"name\":\"n\",\"role\":\"" + role + "\"" + more + "}")
        .expect(201)
        .json();
  }

  private Sse all(JsonNode token) {
    return open(http.as(token.path("token").asString()), "/v1/events/stream");
  }

  private Sse open(Http as, String path) {
    Sse stream = as.stream(path);
    open.add(stream);
    return stream;
  }

  @Test
  void a_stream_ends_when_its_token_is_revoked_or_expires_and_others_go_on() {
    revoked.awaitEnd();
    expired.awaitEnd();
    http.session("t");
    http.submit("t", Script.say("still here"));
    admin.nextEvent("completed");
  }

  // PF-71
  @Test
  void PF_71_a_stream_ends_when_its_session_is_shared_no_longer_or_its_token_is_bound() {
    unshared.forEach(Sse::awaitEnd);
  }

  @Test
  // K4-260, K4-261, K4-504
  void K4_260_K4_261_K4_504_an_idle_stream_beats_without_an_id_and_moves_no_cursor() {
    for (Sse stream : idle) {
      // The first one comes at once (PG-58), so that a proxy that buffers is noticed.
      for (int i = 0; i < 2; i++) {
        Sse.Frame beat = stream.nextHeartbeat();
        assertThat(beat.id()).isNull();
        assertThat(beat.text()).isEqualTo("{\"type\":\"heartbeat\"}");
      }
    }
  }
}
