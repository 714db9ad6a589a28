package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Lives.Moment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Work that comes by itself. */
final class PlanKills {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int SESSIONS = 10;
  private static final long AHEAD_MS = 4_000;
  private static final long APART_MS = 150;

  private PlanKills() {}

  static void on(Stories stories) {
    stories.tell(
        "K4-284 K4-286 K4-288 killed while schedules ring, observations come due and a channel"
            + " waits for its speaker, everything happens and nothing twice",
        PlanKills::killed_while_things_are_due);
  }

  /**
   * Asks for all of it beforehand, since what is due already is another kind of run; with more time
   * when that was too short, on a busy machine. Gives how the ids of the sessions begin.
   */
  private static String planned(Http http) {
    for (int times = 1; ; times++) {
      long first = System.currentTimeMillis() + times * AHEAD_MS;
      String sessions = "plan-" + times + "-";
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

  private static void killed_while_things_are_due(Lives lives) throws Exception {
    // This one kills the daemon once more while it comes back, which others would not expect: they
    // have come to their end by then.
    lives.killed();
    Http http = lives.http();
    String sessions = planned(http);
    http.session("speaker");
    http.post(
            "/v1/channels",
            "{\"channel_id\":\"plaza\",\"title\":\"Plaza\",\"members\":[\"speaker\"]}")
        .expect(201);
    CompletableFuture<String> speaking = new CompletableFuture<>();

    Http last =
        lives.killed(
            Moment.any()
                .once(
                    () -> {
                      // Once a first one has come, so that others come while the daemon is away.
                      http.await("/v1/runs?session_id=" + sessions + 0, runs -> ended(runs) >= 1);
                      speaking.complete(speak(http));
                      http.awaitRun(speaking.join(), "running");
                    })
                .whileDown(
                    () -> {
                      DaemonProcess daemon = lives.process().restart();
                      daemon
                          .http()
                          .await(
                              "/v1/runs?session_id=" + sessions + SESSIONS / 2,
                              runs -> ended(runs) >= 1);
                      daemon.kill9();
                    }));

    for (int i = 0; i < SESSIONS; i++) {
      JsonNode runs = last.await("/v1/runs?session_id=" + sessions + i, found -> ended(found) == 2);
      assertThat(runs.valueStream().map(run -> run.path("kind").asString()))
          .containsExactlyInAnyOrder("scheduled_input", "scheduled_observation_materialization");
    }
    last.awaitRun(speaking.join(), "completed");
    assertThat(types(last, speaking.join()))
        .contains("queued", "started")
        .containsOnlyOnce("output");
    assertThat(
            last.get("/v1/channels/plaza/messages")
                .expect(200)
                .json()
                .valueStream()
                .map(message -> message.path("author").asString()))
        .containsExactly("speaker", "ada");
  }

  private static String speak(Http http) {
    String script = "#!script\n{\"sleep_ms\":1500}\n{\"say\":\"here\"}";
    JsonNode asked =
        http.post(
                "/v1/channels/plaza/messages",
                "{\"author\":\"ada\",\"content\":%s,\"to\":[\"speaker\"]}"
                    .formatted(JSON.writeValueAsString(script)))
            .expect(202)
            .json();
    return asked.path("run_ids").get(0).asString();
  }

  private static long ended(JsonNode runs) {
    return runs.valueStream().filter(run -> run.path("finished_at_ms").isNumber()).count();
  }

  private static List<String> types(Http http, String run) {
    return http.events(run).stream().map(e -> e.path("event").path("type").asString()).toList();
  }
}
