package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.json;
import static dev.holdpoint.acceptance.Acceptance.status;
import static dev.holdpoint.acceptance.Acceptance.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Schedules, observations, channels and tasks over a restart of the daemon. */
@OnBothDatabases
class PlanRestartTest {
  private static final long HOUR_MS = 3_600_000;

  private final Path folder = Database.newFolder();
  private final Map<String, String> settings;
  private Clock clock = Clock.systemUTC();

  PlanRestartTest(Database database) {
    this.settings = database.settings(Map.of());
  }

  private void daemon(Consumer<Http> visit) {
    try (TestDaemon daemon = TestDaemon.start(folder, settings, clock)) {
      visit.accept(daemon.http());
    }
  }

  private static JsonNode schedule(Http http, String session, long atMs, String misfire) {
    http.session(session);
    return http.post(
            "/v1/schedules",
            json(
                "{'session_id':'%s','content':'x','misfire':'%s','trigger':{'type':'once','at_ms':%d}}",
                session, misfire, atMs))
        .expect(201)
        .json();
  }

  private static JsonNode observe(Http http, String session, long atMs) {
    http.session(session);
    return http.post(
            "/v1/observations",
            json("{'session_id':'%s','source':'s','content':'x','at_ms':%d}", session, atMs))
        .expect(202)
        .json();
  }

  private static List<JsonNode> runs(Http http, String session) {
    return http.get("/v1/runs?session_id=" + session).expect(200).json().valueStream().toList();
  }

  @Test
  // K4-284, K4-286
  void K4_284_K4_286_what_was_due_while_the_daemon_was_down_happens_once_afterwards() {
    long due = clock.millis() + HOUR_MS;
    long far = due + 2 * HOUR_MS;
    JsonNode[] made = new JsonNode[3];
    daemon(
        http -> {
          made[0] = schedule(http, "coalesce", due, "coalesce");
          made[1] = schedule(http, "skip", due, "skip");
          made[2] = schedule(http, "far", far, "skip");
          observe(http, "later", due);
          observe(http, "much-later", far);
        });
    clock = Clock.offset(clock, Duration.ofHours(2));
    for (int start = 0; start < 2; start++) {
      daemon(
          http -> {
            for (String session : List.of("coalesce", "later")) {
              assertThat(runs(http, session)).hasSize(1);
              JsonNode run =
                  http.awaitRun(text(runs(http, session).getFirst(), "run_id"), "completed");
              assertThat(run.path("started_at_ms").asLong()).isGreaterThanOrEqualTo(due);
            }
            assertThat(runs(http, "skip")).isEmpty();
            JsonNode skipped =
                http.get("/v1/schedules/" + text(made[1], "schedule_id")).expect(200).json();
            assertThat(skipped.path("misfire_skips").asInt()).isEqualTo(1);
            assertThat(skipped.path("enabled").asBoolean()).isFalse();
            assertThat(http.get("/v1/schedules/" + text(made[2], "schedule_id")).expect(200).json())
                .isEqualTo(made[2]);
            JsonNode deferred = runs(http, "much-later").getFirst();
            assertThat(status(deferred)).isEqualTo("queued");
            assertThat(deferred.path("queued_position").isNull()).isTrue();
          });
    }
  }

  @Test
  // K4-288
  void K4_288_whoever_was_asked_before_the_restart_speaks_once_after_it() {
    String[] ids = new String[2];
    daemon(
        http -> {
          http.session("speaker");
          ids[0] =
              text(
                  http.post(
                          "/v1/channels",
                          json("{'channel_id':'plaza','title':'P','members':['speaker']}"))
                      .expect(201)
                      .json(),
                  "channel_id");
          String script =
              Acceptance.JSON.writeValueAsString(
                  "#!script\n" + Script.approval("may I?") + "\n" + Script.say("I may"));
          ids[1] =
              http.post(
                      "/v1/channels/plaza/messages",
                      "{\"author\":\"ada\",\"content\":%s,\"to\":[\"speaker\"]}".formatted(script))
                  .expect(202)
                  .json()
                  .path("run_ids")
                  .get(0)
                  .asString();
          http.awaitApproval(ids[1]);
        });
    daemon(
        http -> {
          JsonNode run = http.run(ids[1]);
          assertThat(status(run)).isEqualTo("waiting_for_approval");
          assertThat(text(run, "kind")).isEqualTo("channel_delivery");
          http.approve(ids[1]);
          http.awaitRun(ids[1], "completed");
        });
    daemon(
        http ->
            assertThat(
                    http.get("/v1/channels/plaza/messages")
                        .expect(200)
                        .json()
                        .valueStream()
                        .map(message -> text(message, "author")))
                .containsExactly("speaker", "ada"));
  }

  /** Q48: a clarification holds no slot, so it is not put back into the queue: it waits again. */
  @Test
  // K4-318
  void K4_318_Q48_a_clarification_beside_a_waiting_run_waits_again_under_its_own_id() {
    JsonNode[] asked = new JsonNode[1];
    String[] runs = new String[1];
    daemon(
        http -> {
          http.session("parent");
          String spawning =
              http.submit(
                  "parent", Script.spawnAs("child", Script.clarify(), Script.say("thanks")));
          http.awaitRun(spawning, "completed");
          asked[0] = http.await("/v1/sessions/parent/questions", list -> list.size() == 1).get(0);
          runs[0] = http.submit("parent", Script.approval("hold"));
          http.awaitApproval(runs[0]);
        });
    daemon(
        http -> {
          assertThat(http.get("/v1/sessions/parent/questions").json().get(0)).isEqualTo(asked[0]);
          assertThat(status(http.run(runs[0]))).isEqualTo("waiting_for_approval");
          JsonNode clarification = http.run(text(asked[0], "run_id"));
          assertThat(text(clarification, "kind")).isEqualTo("parent_clarification");
          assertThat(status(clarification)).isEqualTo("waiting_for_user_question");
          http.post(
                  "/v1/runs/" + text(asked[0], "run_id") + "/questions",
                  Acceptance.answer(asked[0].at("/request/id").asString()))
              .expect(202);
          http.awaitRun(text(asked[0], "requester_run_id"), "completed");
          assertThat(status(http.run(runs[0]))).isEqualTo("waiting_for_approval");
        });
  }

  @Test
  // K4-04
  void K4_04_a_task_and_its_run_are_as_they_were() {
    JsonNode[] task = new JsonNode[1];
    String[] run = new String[1];
    daemon(
        http -> {
          http.session("worker");
          http.post("/v1/projects", json("{'project_id':'move','title':'M','members':['worker']}"))
              .expect(201);
          String content = Acceptance.JSON.writeValueAsString("#!script\n" + Script.approval("?"));
          task[0] =
              http.post(
                      "/v1/projects/move/tasks",
                      "{\"title\":\"t\",\"session_id\":\"worker\",\"content\":" + content + "}")
                  .expect(201)
                  .json();
          run[0] = text(http.post(start(task[0]), null).expect(202).json(), "run_id");
          http.awaitApproval(run[0]);
        });
    daemon(
        http -> {
          assertThat(text(http.post(start(task[0]), null).expect(202).json(), "run_id"))
              .isEqualTo(run[0]);
          http.approve(run[0]);
          http.awaitRun(run[0], "completed");
          assertThat(status(http.get("/v1/projects/move/tasks").json().get(0)))
              .isEqualTo("completed");
        });
  }

  private static String start(JsonNode task) {
    return "/v1/projects/move/tasks/" + text(task, "task_id") + "/start";
  }
}
