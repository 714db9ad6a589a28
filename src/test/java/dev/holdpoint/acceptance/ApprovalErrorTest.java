package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Decisions that are refused, with the codes of Q45, and change nothing. */
@OnBothDatabases
class ApprovalErrorTest extends Acceptance {
  ApprovalErrorTest(Database database) {
    super(database);
  }

  private void refusedUnchanged(JsonNode run, String body, int status, String code) {
    leavesUnchanged(
        id(run),
        () ->
            refused(
                http.post("/v1/runs/" + id(run) + "/approvals", body), status, "approvals", code));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'resolutions':[]}", "{'resolutions':null}"})
  void Q45_a_batch_without_a_decision_is_refused(String body) {
    refusedUnchanged(
        park(session(), Script.approval("x")), json(body), 400, "approval_batch_empty");
  }

  @ParameterizedTest
  @ValueSource(strings = {"'maybe'", "'ALLOW'", "''", "null", "true", "1", "['allow']"})
  // K0-62
  void K0_62_any_other_behavior_is_refused(String behavior) {
    JsonNode run = park(session(), Script.approval("x"));

    refusedUnchanged(
        run,
        json("{'resolutions':[{'request_id':'%s','behavior':" + behavior + "}]}", approvalId(run)),
        400,
        "approval_invalid_resolution");
  }

  @Test
  // K0-62
  void K0_62_one_bad_behavior_refuses_the_whole_batch() {
    JsonNode run = park(session(), Script.together(Script.approval("one"), Script.approval("two")));

    refusedUnchanged(
        run,
        resolutions(one(approvalId(run, 0), "allow", ""), one(approvalId(run, 1), "maybe", "")),
        400,
        "approval_invalid_resolution");
  }

  @Test
  void Q4_a_denial_takes_no_updated_input() {
    JsonNode run = park(session(), Script.bash("echo hi"));

    refusedUnchanged(
        run,
        resolutions(one(approvalId(run), "deny", json(",'updated_input':{'command':'echo ho'}"))),
        400,
        "approval_invalid_resolution");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      {'resolutions':{}}
      {'resolutions':'x'}
      {'resolutions':[7]}
      {'resolutions':[{'behavior':'allow'}]}
      {'resolutions':[{'request_id':7,'behavior':'allow'}]}
      {'resolutions':[{'request_id':'','behavior':'allow'}]}
      """)
  void a_batch_of_the_wrong_shape_is_refused(String body) {
    refusedUnchanged(
        park(session(), Script.approval("x")), json(body), 400, "approval_invalid_resolution");
  }

  @Test
  void a_decision_on_something_else_than_was_shown_is_refused() {
    JsonNode run = park(session(), Script.bash("echo hi"), Script.SAY_LAST_RESULT);
    String digest = text(run.path("pending_approvals").get(0), "digest");
    String other = digest.startsWith("0") ? "1" + digest.substring(1) : "0" + digest.substring(1);

    for (String wrong : List.of(other, "00")) {
      refusedUnchanged(
          run,
          resolutions(one(approvalId(run), "allow", json(",'expected_digest':'%s'", wrong))),
          409,
          "approval_revision_conflict");
    }
    refusedUnchanged(
        run,
        resolutions(one(approvalId(run), "deny", json(",'expected_digest':'%s'", other))),
        409,
        "approval_revision_conflict");
    http.post(
            "/v1/runs/" + id(run) + "/approvals",
            resolutions(one(approvalId(run), "allow", json(",'expected_digest':'%s'", digest))))
        .expect(202);
    assertThat(lastWords(id(run))).contains("hi");
  }

  @Test
  void a_digest_names_the_tool_and_its_input_and_nothing_else() {
    JsonNode one = park(session(), Script.bash("echo hi"));
    JsonNode same = park(session(), Script.bash("echo hi"));
    JsonNode other = park(session(), Script.bash("echo ho"));

    assertThat(digest(one)).isEqualTo(digest(same)).isNotEqualTo(digest(other));
  }

  private static String digest(JsonNode run) {
    return text(run.path("pending_approvals").get(0), "digest");
  }

  @Test
  void Q45_a_run_that_waits_for_no_approval_is_a_state_conflict_in_every_state() {
    String session = session();
    String running = http.submit(session, Script.work());
    awaitRun(running, "running");
    String queued = http.submit(session, Script.say("later"));
    JsonNode asking = park(session(), Script.ask());
    JsonNode completed = park(session(), Script.say("done"));
    JsonNode failed = park(session(), Script.fail("broken"));
    JsonNode cancelled = park(session(), Script.approval("x"));
    http.post("/v1/runs/" + id(cancelled) + "/cancel", null).expect(200);
    String body = allow("apr_01JZZZZZZZZZZZZZZZZZZZZZZZ");

    refusedUnchanged(run(running), body, 409, "approval_state_conflict");
    refusedUnchanged(run(queued), body, 409, "approval_state_conflict");
    refusedUnchanged(asking, body, 409, "approval_state_conflict");
    refusedUnchanged(completed, body, 409, "approval_state_conflict");
    refusedUnchanged(failed, body, 409, "approval_state_conflict");
    refusedUnchanged(run(id(cancelled)), body, 409, "approval_state_conflict");

    http.post("/v1/sessions/" + session + "/interrupt", null).expect(200);
    refusedUnchanged(run(running), body, 409, "approval_state_conflict");
  }

  @ParameterizedTest
  @ValueSource(strings = {"approvals", "approval-runs"})
  // K0-165
  void K0_165_a_session_in_which_nothing_waits_is_a_conflict(String door) {
    String session = session();
    JsonNode run = park(session, Script.say("done"));

    leavesUnchanged(
        id(run),
        () ->
            refused(
                http.post(
                    "/v1/sessions/" + session + "/" + door,
                    allow("apr_01JZZZZZZZZZZZZZZZZZZZZZZZ")),
                409,
                "approvals",
                "approval_state_conflict"));
  }

  @Test
  // K0-165
  void K0_165_a_question_that_waits_is_not_resolved_by_an_approval() {
    String session = session();
    JsonNode run = park(session, Script.ask());

    leavesUnchanged(
        id(run),
        () ->
            refused(
                http.post("/v1/sessions/" + session + "/approvals", allow(questionId(run))),
                409,
                "approvals",
                "approval_state_conflict"));
  }
}
