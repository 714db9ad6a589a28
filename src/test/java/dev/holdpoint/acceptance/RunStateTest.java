package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The ways a run may go, and how it is stopped. */
@OnBothDatabases
class RunStateTest extends Acceptance {
  RunStateTest(Database database) {
    super(database);
  }

  private JsonNode cancel(String runId) {
    return http.post("/v1/runs/" + runId + "/cancel", null).expect(200).json();
  }

  private JsonNode interrupt(String session) {
    return http.post("/v1/sessions/" + session + "/interrupt", null).expect(200).json();
  }

  @Test
  // K4-292, K4-293, K4-296, K4-301, K4-304
  void K4_292_K4_293_K4_296_K4_301_K4_304_queued_then_running_then_completed() {
    String session = session();
    String holding = http.submit(session, Script.work());
    awaitRun(holding, "running");
    String run = http.submit(session, Script.say("x"));
    assertThat(status(run(run))).isEqualTo("queued");

    cancel(holding);

    awaitRun(run, "completed");
    assertThat(eventTypes(run))
        .containsExactly("accepted", "queued", "started", "output", "completed");
  }

  @Test
  // K4-302, K4-303, K4-308
  void K4_302_K4_303_K4_308_from_running_to_either_wait_and_back() {
    JsonNode run = park(session(), Script.approval("x"), Script.ask());
    assertThat(status(run)).isEqualTo("waiting_for_approval");
    http.post("/v1/runs/" + id(run) + "/approvals", allow(approvalId(run))).expect(202);
    JsonNode asking = awaitRun(id(run), "waiting_for_user_question");
    http.post("/v1/runs/" + id(run) + "/questions", answer(questionId(asking))).expect(202);
    awaitRun(id(run), "completed");
  }

  @Test
  // K4-297, K4-305
  void K4_297_K4_305_from_running_to_failed() {
    JsonNode run = park(session(), Script.fail("out of tokens"));

    assertThat(status(run)).isEqualTo("failed");
    assertThat(text(run, "error")).isEqualTo("out of tokens");
  }

  @Test
  // K4-305
  void K4_305_a_script_that_cannot_be_read_fails_and_names_the_line() {
    JsonNode run = park(session(), Script.say("one"), "this is no JSON");

    assertThat(status(run)).isEqualTo("failed");
    assertThat(text(run, "error")).contains("3");
  }

  @Test
  // K4-31, K4-275, K4-276, K4-298, K4-306
  void K4_31_K4_275_K4_276_K4_298_K4_306_an_interrupt_cuts_the_work_short() {
    String session = session();
    String run = http.submit(session, Script.work());
    awaitRun(run, "running");

    JsonNode answer = interrupt(session);

    assertThat(members(answer)).containsExactly("interrupted", "snapshot");
    assertThat(answer.path("interrupted").asBoolean()).isTrue();
    assertThat(status(answer.path("snapshot"))).isEqualTo("idle");
    assertThat(status(run(run))).isEqualTo("interrupted");
    assertThat(eventTypes(run)).endsWith("interrupted");
  }

  @Test
  // K4-309
  void K4_309_an_interrupt_ends_a_wait_and_withdraws_its_gate() {
    String session = session();
    JsonNode run = park(session, Script.ask());

    assertThat(interrupt(session).path("interrupted").asBoolean()).isTrue();

    assertThat(status(run(id(run)))).isEqualTo("interrupted");
    assertThat(http.get("/v1/sessions/" + session + "/questions").text()).isEqualTo("[]");
  }

  @Test
  void an_interrupt_lets_what_is_queued_go_on() {
    String session = session();
    String first = http.submit(session, Script.work());
    String second = http.submit(session, Script.say("next"));
    awaitRun(first, "running");

    interrupt(session);

    awaitRun(second, "completed");
  }

  @Test
  // K4-277
  void K4_277_an_interrupt_of_nothing_changes_nothing() {
    String session = session();
    JsonNode run = park(session, Script.say("x"));

    leavesUnchanged(
        id(run), () -> assertThat(interrupt(session).path("interrupted").asBoolean()).isFalse());
    assertThat(interrupt(session()).path("interrupted").asBoolean()).isFalse();
  }

  @Test
  // K4-38, K4-299, K4-307, K4-508
  void K4_38_K4_299_K4_307_K4_508_cancelling_a_running_run_answers_it_cancelled() {
    String run = http.submit(session(), Script.work());
    awaitRun(run, "running");

    JsonNode view = cancel(run);

    assertThat(status(view)).isEqualTo("cancelled");
    assertThat(view.path("finished_at_ms").isNumber()).isTrue();
    assertThat(run(run)).isEqualTo(view);
  }

  @Test
  void cancelling_ends_the_command_that_is_running() {
    String session = session();
    JsonNode parked = park(session, Script.bash("sleep 600 & wait"));
    http.post("/v1/runs/" + id(parked) + "/approvals", allow(approvalId(parked))).expect(202);

    assertThat(status(cancel(id(parked)))).isEqualTo("cancelled");
    assertThat(status(park(session, Script.say("the session goes on")))).isEqualTo("completed");
  }

  @Test
  // K4-313
  void K4_313_a_queued_run_can_be_cancelled_and_the_others_move_up() {
    String session = session();
    String first = http.submit(session, Script.work());
    String second = http.submit(session, Script.say("two"));
    String third = http.submit(session, Script.say("three"));
    awaitRun(first, "running");

    assertThat(status(cancel(second))).isEqualTo("cancelled");

    assertThat(run(third).path("queued_position").asInt()).isEqualTo(1);
    assertThat(eventTypes(second)).containsExactly("accepted", "queued", "cancelled");
    cancel(first);
    awaitRun(third, "completed");
    assertThat(run(second).path("started_at_ms").isNull()).isTrue();
  }

  @Test
  // K4-509, K4-510
  void K4_509_K4_510_cancelling_what_is_cancelled_answers_the_same_and_adds_nothing() {
    JsonNode run = park(session(), Script.approval("x"));
    JsonNode cancelled = cancel(id(run));

    leavesUnchanged(id(run), () -> assertThat(cancel(id(run))).isEqualTo(cancelled));
    assertThat(eventTypes(id(run)).stream().filter("cancelled"::equals)).hasSize(1);
  }

  @Test
  // K4-311, K4-312, K4-511
  void K4_311_K4_312_K4_511_what_ended_otherwise_cannot_be_cancelled() {
    JsonNode completed = park(session(), Script.say("x"));
    JsonNode failed = park(session(), Script.fail("x"));
    String session = session();
    JsonNode interrupted = park(session, Script.approval("x"));
    interrupt(session);

    for (JsonNode run : List.of(completed, failed, interrupted)) {
      leavesUnchanged(
          id(run),
          () ->
              refused(
                  http.post("/v1/runs/" + id(run) + "/cancel", null),
                  409,
                  "runs",
                  "run_state_conflict"));
    }
  }

  @Test
  // K4-512
  void K4_512_a_cancel_that_races_the_end_leaves_one_end() {
    for (int i = 0; i < 10; i++) {
      String run = http.submit(session(), Script.say("quick"));
      List<Integer> statuses =
          atOnce(4, () -> http.post("/v1/runs/" + run + "/cancel", null).status());
      assertThat(statuses).containsAnyOf(200, 409).containsOnly(statuses.getFirst());
      JsonNode ended = awaitRun(run, r -> r.path("finished_at_ms").isNumber());
      assertThat(status(ended)).isEqualTo(statuses.getFirst() == 200 ? "cancelled" : "completed");
      assertThat(
              eventTypes(run).stream()
                  .filter(t -> List.of("completed", "cancelled", "failed").contains(t)))
          .hasSize(1);
    }
  }
}
