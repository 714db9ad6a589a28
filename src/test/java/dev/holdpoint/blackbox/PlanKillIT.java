package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Work that comes by itself, and a daemon that is killed while it comes. */
final class PlanKillIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int SESSIONS = 10;
  private static final long AHEAD_MS = 4_000;
  private static final long APART_MS = 150;

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}")
  @EnumSource
  // K4-284, K4-286, K4-288
  @DisplayName(
      "K4-284 K4-286 K4-288 killed while schedules ring, observations come due and a channel waits"
          + " for its speaker, everything happens and nothing twice")
  void killed_while_things_are_due(Database database) throws IOException {
    try (DaemonProcess daemon = DaemonProcess.start(folder, database.arguments())) {
      Http http = daemon.http();
      String sessions = asked(http);
      http.session("speaker");
      http.post(
              "/v1/channels",
              "{\"channel_id\":\"plaza\",\"title\":\"Plaza\",\"members\":[\"speaker\"]}")
          .expect(201);
      String script = "#!script\n{\"sleep_ms\":3000}\n{\"say\":\"here\"}";
      JsonNode asked =
          http.post(
                  "/v1/channels/plaza/messages",
                  "{\"author\":\"ada\",\"content\":%s,\"to\":[\"speaker\"]}"
                      .formatted(JSON.writeValueAsString(script)))
              .expect(202)
              .json();
      String speaking = asked.path("run_ids").get(0).asString();
      http.awaitRun(speaking, "running");
      // Once a first one has come, so that others come while the daemon is away.
      http.await("/v1/runs?session_id=" + sessions + 0, runs -> ended(runs) >= 1);

      Http second = daemon.kill9().restart().http();
      second.await("/v1/runs?session_id=" + sessions + SESSIONS / 2, runs -> ended(runs) >= 1);
      Http third = daemon.kill9().restart().http();

      for (int i = 0; i < SESSIONS; i++) {
        JsonNode runs =
            third.await("/v1/runs?session_id=" + sessions + i, found -> ended(found) == 2);
        assertThat(runs.valueStream().map(run -> run.path("kind").asString()))
            .containsExactlyInAnyOrder("scheduled_input", "scheduled_observation_materialization");
      }
      third.awaitRun(speaking, "completed");
      assertThat(types(third, speaking)).contains("queued", "started").containsOnlyOnce("output");
      assertThat(
              third
                  .get("/v1/channels/plaza/messages")
                  .expect(200)
                  .json()
                  .valueStream()
                  .map(message -> message.path("author").asString()))
          .containsExactly("speaker", "ada");
    }
  }

  /**
   * Asks for all of it beforehand, since what is due already is another kind of run; with more time
   * when that was too short, on a busy machine. Gives how the ids of the sessions begin.
   */
  private static String asked(Http http) {
    for (int times = 1; ; times++) {
      long first = System.currentTimeMillis() + times * AHEAD_MS;
      String sessions = "s" + times + "-";
      for (int i = 0; i < SESSIONS; i++) {
        String id = sessions + i;
        long atMs = first + i * APART_MS;
        http.session(id);
        http.post(
                "/v1/schedules",
                "{\"session_id\":\"%s\",\"content\":\"tick\",\"trigger\":{\"type\":\"once\",\"at_ms\":%d}}"
                    .formatted(id, atMs))
            .expect(201);
        http.post(
                "/v1/observations",
                "{\"session_id\":\"%s\",\"source\":\"x\",\"content\":\"see\",\"at_ms\":%d}"
                    .formatted(id, atMs))
            .expect(202);
      }
      if (System.currentTimeMillis() < first) {
        return sessions;
      }
    }
  }

  private static long ended(JsonNode runs) {
    return runs.valueStream().filter(run -> run.path("finished_at_ms").isNumber()).count();
  }

  private static List<String> types(Http http, String run) {
    return http.events(run).stream().map(e -> e.path("event").path("type").asString()).toList();
  }
}
