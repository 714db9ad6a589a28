package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What happened elsewhere becomes a run of a session, at once or later. */
@OnBothDatabases
class ObservationTest extends Acceptance {
  private static final long FAR = 32_503_680_000_000L;

  private final Moving moving;

  ObservationTest(Database database) {
    Moving moving = Moving.on(database);
    super(moving.http());
    this.moving = moving;
  }

  private Http.Answer observe(String session, String more) {
    return http.post(
        "/v1/observations",
        json(
            "{'session_id':'" + session + "','source':'sensor','content':'it rains'" + more + "}"));
  }

  private JsonNode snapshot(String session) {
    return http.get("/v1/sessions/" + session).expect(200).json().path("snapshot");
  }

  @Test
  // K4-285
  void K4_285_it_is_a_run_of_kind_observation_materialization() {
    String session = session();
    JsonNode taken = observe(session, ",'metadata':{'room':'roof'}").expect(202).json();
    assertThat(members(taken)).containsExactly("observation_id", "run_id");

    JsonNode run = awaitRun(text(taken, "run_id"), "completed");
    assertThat(text(run, "kind")).isEqualTo("observation_materialization");
    assertThat(text(run.path("request"), "source_plugin")).isEqualTo("sensor");
    assertThat(text(run.path("request"), "source_kind")).isEqualTo("observation");
    assertThat(text(run.path("request"), "actor_id")).isEqualTo(text(taken, "observation_id"));
    assertThat(run.at("/input_metadata/room").asString()).isEqualTo("roof");
    assertThat(run.at("/outputs/0/content").asString()).isEqualTo("You said: it rains");

    JsonNode view =
        http.get("/v1/observations/" + text(taken, "observation_id")).expect(200).json();
    assertThat(members(view))
        .containsExactly(
            "observation_id",
            "session_id",
            "source",
            "content",
            "metadata",
            "run_id",
            "created_at_ms");
    assertThat(http.get("/v1/observations?session_id=" + session).json().get(0)).isEqualTo(view);
  }

  @Test
  // K4-286
  void K4_286_one_for_later_is_a_run_of_its_own_kind_which_begins_then() {
    String session = session();
    long at = moving.now() + 300;
    JsonNode taken = observe(session, ",'at_ms':" + at).expect(202).json();
    String runId = text(taken, "run_id");
    JsonNode run = run(runId);
    assertThat(status(run)).isEqualTo("queued");
    assertThat(text(run, "kind")).isEqualTo("scheduled_observation_materialization");
    assertThat(run.path("queued_position").isNull()).isTrue();

    moving.pass(Duration.ofMillis(300));
    JsonNode done = awaitRun(runId, "completed");
    assertThat(done.path("started_at_ms").asLong()).isGreaterThanOrEqualTo(at);
    assertThat(text(done, "kind")).isEqualTo("scheduled_observation_materialization");
    assertThat(eventTypes(runId))
        .containsExactly("accepted", "queued", "started", "output", "completed");
    assertThat(http.get("/v1/observations/" + text(taken, "observation_id")).json().path("at_ms"))
        .isEqualTo(JSON.readTree(Long.toString(at)));
  }

  @Test
  void what_is_for_later_keeps_nobody_busy_and_sees_what_was_said_meanwhile() {
    String session = session();
    long at = moving.now() + 300;
    String later =
        text(
            http.post(
                    "/v1/observations",
                    "{\"session_id\":\"%s\",\"source\":\"s\",\"at_ms\":%d,\"content\":%s}"
                        .formatted(
                            session,
                            at,
                            JSON.writeValueAsString("#!script\n{\"say_request\":true}")))
                .expect(202)
                .json(),
            "run_id");
    assertThat(text(snapshot(session), "status")).isEqualTo("idle");
    assertThat(snapshot(session).path("queued_runs").asInt()).isZero();
    assertThat(http.get("/v1/runs?status=queued&session_id=" + session).json().size()).isEqualTo(1);
    park(session, Script.say("the roof is shut"));
    moving.pass(Duration.ofMillis(300));

    assertThat(lastWords(later)).contains("the roof is shut");
  }

  @Test
  void one_for_later_can_be_cancelled_and_ends_with_its_session() {
    String session = session();
    String first = text(observe(session, ",'at_ms':" + FAR).expect(202).json(), "run_id");
    String second = text(observe(session, ",'at_ms':" + FAR).expect(202).json(), "run_id");
    assertThat(status(http.post("/v1/runs/" + first + "/cancel", null).expect(200).json()))
        .isEqualTo("cancelled");
    http.post("/v1/sessions/" + session + "/end", null).expect(200);
    assertThat(status(run(second))).isEqualTo("cancelled");
    assertThat(eventTypes(second)).containsExactly("accepted", "cancelled");
    refused(observe(session, ""), 409, "sessions", "session_conflict");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'session_id':'S','content':'x'}",
        "{'session_id':'S','source':'s'}",
        "{'session_id':'S','source':'','content':'x'}",
        "{'source':'s','content':'x'}",
        "{'session_id':'S','source':'s','content':'x','at_ms':'soon'}",
        "{'session_id':'S','source':'s','content':'x','at_ms':-4}"
      })
  void what_is_missing_or_wrong_is_refused(String body) {
    refused(
        http.post("/v1/observations", json(body.replace("'S'", "'" + session() + "'"))),
        400,
        "api",
        "invalid_request");
  }

  @Test
  void metadata_and_sessions_are_checked() {
    refused(observe(session(), ",'metadata':{'daemon':1}"), 400, "runs", "invalid_input");
    refused(observe("nobody-here", ""), 404, "sessions", "session_not_found");
    refused(http.get("/v1/observations/obs_x"), 404, "observations", "observation_not_found");
    assertThat(observe(session(), ",'unknown':1").status()).isEqualTo(400);
  }
}
