package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a stream does by the clock alone. No database has a part in it. */
class HeartbeatTest {
  @Test
  void a_stream_ends_when_its_token_is_revoked_or_expires_and_others_go_on() {
    try (TestDaemon daemon = TestDaemon.start(Database.newFolder(), Map.of())) {
      Http http = daemon.http();
      JsonNode revoked = token(http, "");
      JsonNode expiring = token(http, ",\"expires_at_ms\":" + (System.currentTimeMillis() + 5_000));
      try (Sse first = http.as(revoked.path("token").asString()).stream("/v1/events/stream");
          Sse second = http.as(expiring.path("token").asString()).stream("/v1/events/stream");
          Sse admin = http.stream("/v1/events/stream")) {
        String id = revoked.path("token_id").asString();
        http.send("DELETE", "/v1/tokens/" + id, null, _ -> {}).expect(204);

        first.awaitEnd();
        second.awaitEnd();
        http.session("s");
        http.submit("s", Script.say("still here"));
        admin.nextEvent("completed");
      }
    }
  }

  private static JsonNode token(Http http, String more) {
    return http.post("/v1/tokens", "{\"name\":\"n\",\"role\":\"viewer\"" + more + "}")
        .expect(201)
        .json();
  }

  @Test
  // K4-260, K4-261, K4-504
  void K4_260_K4_261_K4_504_an_idle_stream_beats_without_an_id_and_moves_no_cursor() {
    try (TestDaemon daemon = TestDaemon.start(Database.newFolder(), Map.of())) {
      Http http = daemon.http();
      http.session("s");
      String run = http.submit("s", Script.say("x"));
      http.awaitRun(run, "completed");

      try (Sse all = http.stream("/v1/events/stream");
          Sse ofSession = http.stream("/v1/sessions/s/stream");
          Sse ofRun = http.stream("/v1/runs/" + run + "/stream?cursor=0")) {
        for (Sse stream : List.of(all, ofSession, ofRun)) {
          Sse.Frame beat = stream.next("heartbeat");
          assertThat(beat.id()).isNull();
          assertThat(beat.text()).isEqualTo("{\"type\":\"heartbeat\"}");
        }
      }
    }
  }
}
