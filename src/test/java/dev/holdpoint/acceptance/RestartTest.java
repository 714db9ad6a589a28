package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What is promised holds after the daemon was stopped and started again. */
@OnBothDatabases
class RestartTest {
  private final Path folder = Database.newFolder();
  private final Map<String, String> settings;
  private Clock clock = Clock.systemUTC();

  RestartTest(Database database) {
    this.settings = database.settings(Map.of());
  }

  private void daemon(Consumer<Http> visit) {
    try (TestDaemon daemon = TestDaemon.start(folder, settings, clock)) {
      visit.accept(daemon.http());
    }
  }

  private static Http.Answer keyed(Http http, String path, String body) {
    return http.send("POST", path, body, request -> request.header("Idempotency-Key", "k"));
  }

  private static JsonNode park(Http http, String session, String... lines) {
    http.session(session);
    String run = http.submit(session, lines);
    return http.await("/v1/runs/" + run, r -> Acceptance.status(r).startsWith("waiting"));
  }

  @Test
  // K0-05, K0-90, K0-104, K4-01
  void K0_05_K0_90_K0_104_K4_01_gates_answers_and_keys_are_as_they_were() {
    JsonNode[] runs = new JsonNode[4];
    JsonNode[] first = new JsonNode[2];
    daemon(
        http -> {
          runs[0] = park(http, "approving", Script.approval("x", 3_600_000));
          runs[1] = park(http, "asking", Script.ask(3_600_000));
          runs[2] = park(http, "answered", Script.ask());
          runs[3] = park(http, "cancelled", Script.ask());
          first[0] = keyed(http, answerPath(runs[2]), answer(runs[2])).expect(202).json();
          http.awaitRun(Acceptance.id(runs[2]), "completed");
          first[1] = keyed(http, cancelPath(runs[3]), "{}").expect(200).json();
        });
    daemon(
        http -> {
          for (JsonNode run : List.of(runs[0], runs[1])) {
            assertThat(http.get("/v1/runs/" + Acceptance.id(run)).expect(200).json())
                .isEqualTo(run);
          }
          Http.Answer answered = keyed(http, answerPath(runs[2]), answer(runs[2])).expect(202);
          assertThat(answered.header("Idempotency-Replayed")).isEqualTo("true");
          assertThat(Acceptance.id(answered.json())).isEqualTo(Acceptance.id(first[0]));
          Http.Answer cancelled = keyed(http, cancelPath(runs[3]), "{}").expect(200);
          assertThat(cancelled.json()).isEqualTo(first[1]);

          http.post(
                  "/v1/runs/" + Acceptance.id(runs[0]) + "/approvals",
                  Acceptance.allow(Acceptance.approvalId(runs[0])))
              .expect(202);
          http.awaitRun(Acceptance.id(runs[0]), "completed");
          http.post(answerPath(runs[1]), answer(runs[1])).expect(202);
          http.awaitRun(Acceptance.id(runs[1]), "completed");
        });
  }

  private static String answerPath(JsonNode run) {
    return "/v1/runs/" + Acceptance.id(run) + "/questions";
  }

  private static String cancelPath(JsonNode run) {
    return answerPath(run) + "/" + Acceptance.questionId(run) + "/cancel";
  }

  private static String answer(JsonNode run) {
    return Acceptance.answer(Acceptance.questionId(run));
  }

  @Test
  // K0-141
  void K0_141_what_was_due_while_the_daemon_was_down_is_over_before_anybody_can_ask() {
    JsonNode[] runs = new JsonNode[2];
    daemon(
        http -> {
          runs[0] = park(http, "asking", Script.ask(3_600_000));
          runs[1] = park(http, "approving", Script.approval("x", 3_600_000));
        });
    clock = Clock.offset(clock, Duration.ofHours(2));
    daemon(
        http -> {
          assertThat(Acceptance.status(http.get("/v1/runs/" + Acceptance.id(runs[0])).json()))
              .isEqualTo("cancelled");
          assertThat(Acceptance.status(http.get("/v1/runs/" + Acceptance.id(runs[1])).json()))
              .isEqualTo("failed");
        });
  }

  @Test
  // K4-01, K4-268, K4-272
  void K4_01_K4_268_K4_272_Q30_sessions_settings_and_event_ids_go_on_where_they_were() {
    JsonNode[] before = new JsonNode[2];
    long[] last = new long[1];
    daemon(
        http -> {
          before[0] =
              http.post(
                      "/v1/sessions",
                      Acceptance.json("{'session_id':'s','capability_scope':{'skill_deny':['x']}}"))
                  .expect(201)
                  .json();
          String run = http.submit("s", Script.say("one"));
          http.awaitRun(run, "completed");
          before[0] = http.get("/v1/sessions/s").json();
          before[1] = http.get("/v1/sessions/s/events").json();
          try (Sse stream = http.stream("/v1/events/stream?cursor=0")) {
            last[0] = stream.next("session_state_changed").number();
          }
        });
    daemon(
        http -> {
          assertThat(http.get("/v1/sessions/s").json()).isEqualTo(before[0]);
          assertThat(http.get("/v1/sessions/s/events").json()).isEqualTo(before[1]);
          try (Sse stream = http.stream("/v1/events/stream?cursor=" + last[0])) {
            String run = http.submit("s", Script.say("two"));
            http.awaitRun(run, "completed");
            Sse.Frame frame = stream.nextEvent("completed");
            assertThat(frame.number()).isGreaterThan(last[0]);
            assertThat(stream.taken().stream().map(Sse.Frame::type))
                .as("a cursor from before a restart still replays")
                .doesNotContain("stream_gap");
          }
        });
  }

  @Test
  // K4-322
  void K4_322_queued_runs_keep_their_order() {
    JsonNode[] holding = new JsonNode[1];
    String[] queued = new String[3];
    daemon(
        http -> {
          holding[0] = park(http, "s", Script.approval("hold"));
          for (int i = 0; i < queued.length; i++) {
            queued[i] = http.submit("s", Script.say("n" + i));
          }
        });
    daemon(
        http -> {
          for (int i = 0; i < queued.length; i++) {
            JsonNode run = http.get("/v1/runs/" + queued[i]).json();
            assertThat(Acceptance.status(run)).isEqualTo("queued");
            assertThat(run.path("queued_position").asInt()).isEqualTo(i + 1);
          }
          http.post(
                  "/v1/runs/" + Acceptance.id(holding[0]) + "/approvals",
                  Acceptance.allow(Acceptance.approvalId(holding[0])))
              .expect(202);
          http.awaitRun(queued[2], "completed");
          assertThat(
                  http.get("/v1/sessions/s")
                      .json()
                      .path("outputs")
                      .valueStream()
                      .map(output -> Acceptance.text(output, "content")))
              .containsExactly("n0", "n1", "n2");
        });
  }

  @Test
  // K4-88
  void K4_88_what_a_session_has_for_its_runs_survives_a_restart() {
    JsonNode[] before = new JsonNode[1];
    daemon(
        http -> {
          http.post("/v1/personas", Acceptance.json("{'persona_id':'p','instructions':'i'}"))
              .expect(201);
          http.session("s");
          put(http, "persona", "{'persona_id':'p'}");
          put(http, "capability-scope", "{'capability_scope':{'skill_deny':['x']}}");
          put(http, "credential-scope", "{'credential_scope':{'route_allow':['scripted']}}");
          put(http, "route-policy", "{'route_policy':{'generation':{'temperature':1}}}");
          before[0] =
              put(http, "reply-targets", "{'reply_targets':[{'plugin':'a','address':'b'}]}");
        });
    daemon(
        http -> {
          assertThat(http.get("/v1/sessions/s").expect(200).json()).isEqualTo(before[0]);
          assertThat(before[0].at("/persona/instructions").asString()).isEqualTo("i");
          http.get("/v1/personas/p").expect(200);
        });
  }

  private static JsonNode put(Http http, String what, String body) {
    return http.send("PUT", "/v1/sessions/s/" + what, Acceptance.json(body), _ -> {})
        .expect(200)
        .json();
  }
}
