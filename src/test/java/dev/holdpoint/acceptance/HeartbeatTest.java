package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A stream on which nothing happens shows that it lives. No database has a part in it. */
class HeartbeatTest {
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
