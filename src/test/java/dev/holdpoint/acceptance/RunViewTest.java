package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Runs as they are shown and listed. */
@OnBothDatabases
class RunViewTest extends Acceptance {
  RunViewTest(Database database) {
    super(database);
  }

  @Test
  // K4-34, K4-323, K4-324, K4-325, K4-326, K4-327, K4-328, K4-329, K4-330, K4-331, K4-332, K4-333,
  // K4-334, K4-335, K4-336, K4-337, K4-338, K4-339, K4-340, K4-341, K4-342
  void
      K4_34_K4_323_K4_324_K4_325_K4_326_K4_327_K4_328_K4_329_K4_330_K4_331_K4_332_K4_333_K4_334_K4_335_K4_336_K4_337_K4_338_K4_339_K4_340_K4_341_K4_342_a_run_has_every_member_from_the_first_moment_on() {
    String session = session();
    String first = http.submit(session, Script.approval("hold"));
    JsonNode queued =
        http.post("/v1/sessions/" + session + "/runs", json("{'content':'x'}")).expect(202).json();

    assertThat(members(queued))
        .containsExactly(
            "run_id",
            "session_id",
            "agent_id",
            "kind",
            "origin_kind",
            "status",
            "submitted_at_ms",
            "updated_at_ms",
            "started_at_ms",
            "finished_at_ms",
            "queued_position",
            "request",
            "input_attachments",
            "input_metadata",
            "pending_approval_ids",
            "pending_approvals",
            "pending_question_ids",
            "pending_questions",
            "outputs",
            "deliveries",
            "error",
            "trace_id");
    assertThat(id(queued)).matches("run_[0-9A-Z]{26}");
    assertThat(status(queued)).isEqualTo("queued");
    assertThat(queued.path("submitted_at_ms").asLong()).isPositive();
    assertThat(queued.path("started_at_ms").isNull()).isTrue();
    assertThat(queued.path("finished_at_ms").isNull()).isTrue();
    assertThat(queued.path("queued_position").asInt()).isEqualTo(1);
    assertThat(queued.path("error").isNull()).isTrue();
    for (String list : List.of("input_attachments", "outputs", "deliveries")) {
      assertThat(queued.path(list).toString()).isEqualTo("[]");
    }
    http.post("/v1/runs/" + first + "/cancel", null).expect(200);
    JsonNode ended = awaitRun(id(queued), "completed");
    assertThat(members(ended)).isEqualTo(members(queued));
    assertThat(ended.path("queued_position").isNull()).isTrue();
    assertThat(ended.path("started_at_ms").asLong())
        .isBetween(ended.path("submitted_at_ms").asLong(), ended.path("finished_at_ms").asLong());
  }

  @Test
  // K4-343, K4-344, K4-345, K4-346, K4-347, K4-349, K4-350
  void
      K4_343_K4_344_K4_345_K4_346_K4_347_K4_349_K4_350_the_request_is_told_in_brief_and_counts_its_gates() {
    JsonNode run =
        park(
            session(),
            Script.together(Script.approval("one"), Script.approval("two")),
            Script.ask());
    assertThat(members(run.path("request")))
        .containsExactly(
            "source_plugin",
            "source_kind",
            "actor_id",
            "text_preview",
            "provider",
            "model",
            "approval_count",
            "question_count",
            "title");
    assertThat(run.at("/request/approval_count").asInt()).isEqualTo(2);
    assertThat(run.at("/request/question_count").asInt()).isZero();

    http.post(
            "/v1/runs/" + id(run) + "/approvals",
            resolutions(one(approvalId(run, 0), "allow", ""), one(approvalId(run, 1), "allow", "")))
        .expect(202);

    JsonNode asking = awaitRun(id(run), "waiting_for_user_question");
    assertThat(asking.at("/request/approval_count").asInt()).isEqualTo(2);
    assertThat(asking.at("/request/question_count").asInt()).isEqualTo(1);
    assertThat(text(asking.path("request"), "provider")).isEqualTo("scripted");
    assertThat(text(asking.path("request"), "model")).isEqualTo("scripted");
  }

  private void prefer(String session, String policy) {
    http.send(
            "PUT",
            "/v1/sessions/" + session + "/route-policy",
            json("{'route_policy':" + policy + "}"),
            _ -> {})
        .expect(200);
  }

  private static List<String> used(JsonNode run) {
    return List.of(text(run.path("request"), "provider"), text(run.path("request"), "model"));
  }

  @Test
  // K4-348, K4-351
  void K4_348_K4_351_a_run_tells_the_route_and_model_it_used_whatever_is_preferred_later() {
    String session = session();
    prefer(session, "{'provider':'alt'}");
    JsonNode waiting = park(session, Script.approval("x"), Script.sayRequest());
    assertThat(used(waiting)).as("the route's own model").containsExactly("alt", "alt-model");

    prefer(session, "{'provider':'scripted','generation':{'model':'later','temperature':1}}");
    assertThat(run(id(waiting))).isEqualTo(waiting);
    http.post("/v1/runs/" + id(waiting) + "/approvals", allow(approvalId(waiting))).expect(202);
    JsonNode done = awaitRun(id(waiting), "completed");
    assertThat(used(done)).containsExactly("alt", "alt-model");
    assertThat(JSON.readTree(lastWords(id(done))).path("generation").has("temperature"))
        .as("and it was asked as before")
        .isFalse();

    assertThat(used(park(session, Script.say("x")))).containsExactly("scripted", "later");
    http.send("DELETE", "/v1/sessions/" + session + "/route-policy", null, _ -> {}).expect(200);
    assertThat(used(run(id(done)))).containsExactly("alt", "alt-model");
    assertThat(used(http.get("/v1/runs?session_id=" + session).json().get(1)))
        .as("the list tells the same")
        .containsExactly("alt", "alt-model");
  }

  @Test
  // K4-33, K4-280
  void K4_33_K4_280_the_list_can_be_narrowed_to_a_session_and_a_status() {
    String session = session();
    JsonNode done = park(session, Script.say("x"));
    JsonNode waiting = park(session, Script.approval("x"));

    assertThat(listed("session_id=" + session)).containsExactly(id(waiting), id(done));
    assertThat(listed("status=completed&session_id=" + session)).containsExactly(id(done));
    assertThat(listed("session_id=nobody")).isEmpty();
    refused(http.get("/v1/runs?status=sleeping"), 400, "api", "invalid_request");
    JsonNode row = http.get("/v1/runs?session_id=" + session).json().get(0);
    assertThat(row).as("a row is the whole run").isEqualTo(waiting);
  }

  private List<String> listed(String query) {
    return http.get("/v1/runs?" + query)
        .expect(200)
        .json()
        .valueStream()
        .map(Acceptance::id)
        .toList();
  }

  @Test
  // K4-282
  void K4_282_priority_active_puts_work_and_what_waits_before_what_is_over() {
    String session = session();
    JsonNode waiting = park(session, Script.approval("x"));
    String queued = http.submit(session, Script.say("y"));
    String over = http.submit(session, Script.say("z"));
    http.post("/v1/runs/" + over + "/cancel", null).expect(200);

    assertThat(listed("session_id=" + session)).containsExactly(over, queued, id(waiting));
    assertThat(listed("priority_active=true&session_id=" + session))
        .containsExactly(queued, id(waiting), over);
    assertThat(listed("priority_active=false&session_id=" + session))
        .containsExactly(over, queued, id(waiting));
    refused(http.get("/v1/runs?priority_active=maybe"), 400, "api", "invalid_request");
  }
}
