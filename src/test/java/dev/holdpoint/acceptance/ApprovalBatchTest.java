package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A batch decides what it names, all of it or nothing. */
@OnBothDatabases
class ApprovalBatchTest extends Acceptance {
  private static final String UNKNOWN = "apr_01JZZZZZZZZZZZZZZZZZZZZZZZ";

  ApprovalBatchTest(Database database) {
    super(database);
  }

  /** Three calls of one turn, three approvals that wait together. */
  private JsonNode three() {
    return park(
        session(),
        Script.together(Script.approval("one"), Script.approval("two"), Script.approval("three")),
        Script.SAY_LAST_RESULT);
  }

  private String path(JsonNode run) {
    return "/v1/runs/" + id(run) + "/approvals";
  }

  @Test
  // K0-155
  void K0_155_one_request_decides_several() {
    JsonNode run = three();

    http.post(
            path(run),
            resolutions(
                one(approvalId(run, 0), "allow", ""),
                one(approvalId(run, 1), "deny", json(",'reason':'no'")),
                one(approvalId(run, 2), "allow", "")))
        .expect(202);

    assertThat(lastWords(id(run)).lines())
        .containsExactly(
            json("{'approved':true}"),
            json("{'denied':true,'reason':'no'}"),
            json("{'approved':true}"));
    assertThat(event(id(run), "approval_resolved").path("resolutions").size()).isEqualTo(3);
  }

  @Test
  void a_batch_over_two_runs_of_a_session_says_which_run_each_waits_in() {
    String session = session();
    String raise = "/v1/sessions/" + session + "/approval-requests";
    String body = json("{'tool_name':'deploy','input':{},'reason':'x'}");
    JsonNode first = http.post(raise, body).expect(201).json();
    JsonNode second = http.post(raise, body).expect(201).json();
    String other = text(second.path("request"), "id");

    JsonNode problem =
        refused(
            http.post(
                "/v1/sessions/" + session + "/approvals",
                resolutions(
                    one(text(first.path("request"), "id"), "allow", ""), one(other, "allow", ""))),
            400,
            "approvals",
            "approval_request_not_pending");

    assertThat(text(problem, "detail"))
        .contains(other + " is pending on " + id(second), "Nothing was resolved");
    assertThat(text(problem.path("errors").get(0), "pointer"))
        .isEqualTo("/resolutions/1/request_id");
    for (JsonNode raised : List.of(first, second)) {
      assertThat(status(run(id(raised)))).isEqualTo("waiting_for_approval");
    }
  }

  @Test
  // K0-156
  void K0_156_what_is_not_named_stays_pending_and_the_run_keeps_waiting() {
    JsonNode run = three();

    JsonNode partly =
        http.post(path(run), resolutions(one(approvalId(run, 1), "allow", ""))).expect(202).json();

    assertThat(status(partly)).isEqualTo("waiting_for_approval");
    assertThat(texts(partly.path("pending_approval_ids")))
        .containsExactly(approvalId(run, 0), approvalId(run, 2));
    http.post(path(run), allow(approvalId(run, 0))).expect(202);
    assertThat(status(run(id(run)))).isEqualTo("waiting_for_approval");
    http.post(path(run), allow(approvalId(run, 2))).expect(202);
    assertThat(lastWords(id(run)).lines()).hasSize(3);
  }

  @Test
  // K0-156
  void K0_156_through_the_session_a_partial_batch_answers_with_the_rest() {
    JsonNode run = three();

    JsonNode snapshot =
        http.post(
                "/v1/sessions/" + text(run, "session_id") + "/approvals", allow(approvalId(run, 2)))
            .expect(200)
            .json()
            .path("snapshot");

    assertThat(snapshot.path("pending_approvals").size()).isEqualTo(2);
  }

  @Test
  // K0-157
  void K0_157_one_unknown_id_resolves_nothing() {
    JsonNode run = three();

    leavesUnchanged(
        id(run),
        () ->
            refused(
                http.post(
                    path(run),
                    resolutions(one(approvalId(run, 0), "allow", ""), one(UNKNOWN, "allow", ""))),
                400,
                "approvals",
                "approval_request_not_pending"));
  }

  @Test
  // K0-157
  void K0_157_an_id_of_another_run_resolves_nothing_in_either() {
    JsonNode run = three();
    JsonNode other = park(session(), Script.approval("other"));

    leavesUnchanged(
        id(other),
        () ->
            leavesUnchanged(
                id(run),
                () ->
                    refused(
                        http.post(
                            path(run),
                            resolutions(
                                one(approvalId(run, 0), "allow", ""),
                                one(approvalId(other), "allow", ""))),
                        400,
                        "approvals",
                        "approval_request_not_pending")));
  }

  @Test
  // K0-158
  void K0_158_an_id_that_stands_in_it_twice_resolves_nothing() {
    JsonNode run = three();

    leavesUnchanged(
        id(run),
        () -> {
          JsonNode problem =
              refused(
                  http.post(
                      path(run),
                      resolutions(
                          one(approvalId(run, 0), "allow", ""),
                          one(approvalId(run, 1), "allow", ""),
                          one(approvalId(run, 0), "deny", ""))),
                  400,
                  "approvals",
                  "approval_duplicate_resolution");
          assertThat(text(problem.path("errors").get(0), "pointer"))
              .isEqualTo("/resolutions/2/request_id");
        });
  }

  @Test
  // K0-159
  void K0_159_an_id_that_was_decided_before_resolves_nothing_and_says_who_decided_it() {
    JsonNode run = three();
    http.post(path(run), allow(approvalId(run, 0))).expect(202);

    leavesUnchanged(
        id(run),
        () -> {
          JsonNode problem =
              refused(
                  http.post(
                      path(run),
                      resolutions(
                          one(approvalId(run, 1), "allow", ""),
                          one(approvalId(run, 0), "deny", ""))),
                  400,
                  "approvals",
                  "approval_request_not_pending");
          assertThat(text(problem.path("resolution"), "by")).isEqualTo("admin");
          assertThat(text(problem.path("resolution"), "behavior")).isEqualTo("allow");
          assertThat(problem.path("resolution").path("at_ms").asLong()).isPositive();
        });
  }

  @Test
  // K0-159
  void K0_159_an_id_of_an_earlier_turn_resolves_nothing_and_says_who_decided_it() {
    JsonNode first = park(session(), Script.approval("first"), Script.approval("second"));
    http.post(path(first), deny(approvalId(first), "no")).expect(202);
    JsonNode second =
        awaitRun(
            id(first),
            run ->
                status(run).equals("waiting_for_approval")
                    && !approvalId(run).equals(approvalId(first)));

    leavesUnchanged(
        id(second),
        () -> {
          JsonNode problem =
              refused(
                  http.post(path(second), allow(approvalId(first))),
                  400,
                  "approvals",
                  "approval_request_not_pending");
          assertThat(text(problem.path("resolution"), "behavior")).isEqualTo("deny");
        });
  }

  @Test
  void a_late_click_on_a_run_that_moved_on_says_who_decided_it() {
    String session = session();
    JsonNode run = park(session, Script.approval("once"));
    http.post(path(run), allow(approvalId(run))).expect(202);
    awaitRun(id(run), "completed");

    for (String door : List.of(path(run), "/v1/sessions/" + session + "/approvals")) {
      leavesUnchanged(
          id(run),
          () -> {
            JsonNode problem =
                refused(
                    http.post(door, deny(approvalId(run), "no")),
                    409,
                    "approvals",
                    "approval_state_conflict");
            assertThat(text(problem.path("resolution"), "by")).isEqualTo("admin");
            assertThat(text(problem.path("resolution"), "behavior")).isEqualTo("allow");
          });
    }
  }

  @Test
  void a_late_click_through_the_session_is_told_of_its_own_run_though_another_waits_now() {
    String session = session();
    JsonNode first = park(session, Script.approval("first"));
    http.post(path(first), deny(approvalId(first), "no")).expect(202);
    awaitRun(id(first), "completed");
    JsonNode second = park(session, Script.approval("second"));

    leavesUnchanged(
        id(second),
        () -> {
          JsonNode problem =
              refused(
                  http.post("/v1/sessions/" + session + "/approvals", allow(approvalId(first))),
                  409,
                  "approvals",
                  "approval_state_conflict");
          assertThat(text(problem.path("resolution"), "behavior")).isEqualTo("deny");
        });
  }

  @Test
  void of_two_resolvers_at_once_and_of_sixteen_exactly_one_wins() {
    JsonNode run = park(session(), Script.approval("once"), Script.SAY_LAST_RESULT);

    List<Integer> statuses =
        atOnce(16, () -> http.post(path(run), allow(approvalId(run))).status());

    assertThat(statuses).containsOnly(202, 409);
    assertThat(statuses.stream().filter(s -> s == 202)).hasSize(1);
    lastWords(id(run));
    event(id(run), "approval_resolved");
  }
}
