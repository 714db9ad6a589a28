package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The history of a run, as it is persisted. */
@OnBothDatabases
class RunEventTest extends Acceptance {
  private static final Set<String> TERMINAL =
      Set.of("completed", "failed", "interrupted", "cancelled");

  RunEventTest(Database database) {
    super(database);
  }

  /** Through an approval and a question to the end: one run with almost every kind of event. */
  private JsonNode eventful() {
    JsonNode run =
        park(
            session(),
            Script.tool("bash", json("{'command':'true'}")),
            Script.ask(),
            Script.say("done"));
    http.post(
            "/v1/runs/" + id(run) + "/approvals",
            resolutions(
                one(
                    approvalId(run),
                    "allow",
                    json(",'updated_input':{'command':'echo changed'},'justification':'fine'"))))
        .expect(202);
    JsonNode asking = awaitRun(id(run), "waiting_for_user_question");
    http.post("/v1/runs/" + id(run) + "/questions", answer(questionId(asking))).expect(202);
    return awaitRun(id(run), "completed");
  }

  @Test
  // K4-36, K4-385, K4-386, K4-387, K4-388, K4-389, K4-390, K4-391, K4-393, K4-394, K4-416, K4-501
  void
      K4_36_K4_385_K4_386_K4_387_K4_388_K4_389_K4_390_K4_391_K4_393_K4_394_K4_416_K4_501_each_step_of_a_life_is_there_in_order() {
    JsonNode run = eventful();

    assertThat(eventTypes(id(run)))
        .containsExactly(
            "accepted",
            "queued",
            "started",
            "waiting_for_approval",
            "approval_resolved",
            "waiting_for_user_question",
            "user_question_resolved",
            "output",
            "completed");
    List<JsonNode> entries = events(id(run));
    for (JsonNode entry : entries) {
      assertThat(members(entry))
          .containsExactly("event_id", "timestamp_ms", "run_id", "session_id", "agent_id", "event");
      assertThat(entry.path("event_id").isString()).isTrue();
      assertThat(text(entry, "event_id")).matches("[1-9][0-9]*");
      assertThat(text(entry, "run_id")).isEqualTo(id(run));
      assertThat(text(entry, "session_id")).isEqualTo(text(run, "session_id"));
      assertThat(text(entry, "agent_id")).isEqualTo(text(run, "agent_id"));
    }
    assertThat(entries.stream().map(e -> Long.valueOf(text(e, "event_id"))).toList())
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(entries.stream().map(e -> e.path("timestamp_ms").asLong()).toList()).isSorted();
  }

  @Test
  // K4-398, K4-414, K4-415
  void K4_398_K4_414_K4_415_events_carry_the_run_as_it_was_then() {
    JsonNode run = eventful();

    assertThat(statusThen(run, "accepted")).isEqualTo("queued");
    assertThat(statusThen(run, "queued")).isEqualTo("queued");
    assertThat(statusThen(run, "started")).isEqualTo("running");
    assertThat(statusThen(run, "waiting_for_approval")).isEqualTo("waiting_for_approval");
    assertThat(statusThen(run, "completed")).isEqualTo("completed");
    assertThat(event(id(run), "completed").path("run")).isEqualTo(run(id(run)));
    JsonNode output = event(id(run), "output");
    assertThat(output.path("output")).isEqualTo(run.path("outputs").get(0));
    assertThat(id(output.path("run"))).isEqualTo(id(run));
    assertThat(event(id(run), "queued").at("/run/queued_position").asInt()).isEqualTo(1);
  }

  private String statusThen(JsonNode run, String type) {
    return status(event(id(run), type).path("run"));
  }

  @Test
  // K4-399, K4-400
  void K4_399_K4_400_a_wait_for_approvals_tells_their_ids_and_the_whole_requests() {
    JsonNode run = park(session(), Script.together(Script.approval("a"), Script.approval("b")));

    JsonNode event = event(id(run), "waiting_for_approval");

    assertThat(event.path("request_ids")).isEqualTo(run.path("pending_approval_ids"));
    assertThat(event.path("requests")).isEqualTo(run.path("pending_approvals"));
    assertThat(event.path("run")).isEqualTo(run);
  }

  @Test
  // K4-402, K4-403, K4-404, K4-405
  void K4_402_K4_403_K4_404_K4_405_a_resolution_is_kept_exactly_as_it_was_sent() {
    JsonNode run = eventful();

    JsonNode resolution = event(id(run), "approval_resolved").path("resolutions").get(0);

    assertThat(text(resolution, "behavior")).isEqualTo("allow");
    assertThat(text(resolution.path("updated_input"), "command")).isEqualTo("echo changed");
    assertThat(text(resolution, "justification")).isEqualTo("fine");
    assertThat(resolution.has("reason")).isFalse();
  }

  @Test
  // K4-406, K4-407
  void K4_406_K4_407_a_wait_for_a_question_tells_its_id_and_the_whole_request() {
    JsonNode run = park(session(), Script.ask());

    JsonNode event = event(id(run), "waiting_for_user_question");

    assertThat(event.path("request_ids")).isEqualTo(run.path("pending_question_ids"));
    assertThat(event.path("requests")).isEqualTo(run.path("pending_questions"));
    assertThat(event.path("run")).isEqualTo(run);
  }

  @Test
  // K4-409
  void K4_409_an_answer_is_kept_exactly_as_it_was_sent() {
    JsonNode run = park(session(), Script.ask());
    String sent = answer(questionId(run));
    http.post("/v1/runs/" + id(run) + "/questions", sent).expect(202);

    JsonNode event = event(id(run), "user_question_resolved");

    assertThat(event.path("resolution")).isEqualTo(JSON.readTree(sent).path("resolution"));
  }

  @Test
  // K4-395, K4-396, K4-397, K4-398, K4-415
  void K4_395_K4_396_K4_397_K4_398_K4_415_each_end_is_told_once_and_last() {
    JsonNode failed = park(session(), Script.fail("broken"));
    JsonNode cancelled = park(session(), Script.approval("x"));
    http.post("/v1/runs/" + id(cancelled) + "/cancel", null).expect(200);
    String session = session();
    JsonNode interrupted = park(session, Script.approval("x"));
    http.post("/v1/sessions/" + session + "/interrupt", null).expect(200);

    assertThat(text(event(id(failed), "failed"), "error")).isEqualTo("broken");
    assertThat(statusThen(failed, "failed")).isEqualTo("failed");
    assertThat(statusThen(cancelled, "cancelled")).isEqualTo("cancelled");
    assertThat(statusThen(interrupted, "interrupted")).isEqualTo("interrupted");
    for (JsonNode run : List.of(failed, cancelled, interrupted)) {
      List<String> types = eventTypes(id(run));
      assertThat(types.getFirst()).isEqualTo("accepted");
      assertThat(types.stream().filter(TERMINAL::contains)).hasSize(1);
      assertThat(TERMINAL).contains(types.getLast());
      assertThat(event(id(run), types.getLast()).path("run")).isEqualTo(run(id(run)));
    }
  }

  @Test
  void the_transaction_that_settles_the_last_gate_takes_the_run_out_of_its_wait() {
    JsonNode run = park(session(), Script.together(Script.approval("a"), Script.approval("b")));
    String path = "/v1/runs/" + id(run) + "/approvals";

    assertThat(status(http.post(path, allow(approvalId(run, 0))).expect(202).json()))
        .isEqualTo("waiting_for_approval");
    assertThat(status(http.post(path, allow(approvalId(run, 1))).expect(202).json()))
        .isEqualTo("running");
  }
}
