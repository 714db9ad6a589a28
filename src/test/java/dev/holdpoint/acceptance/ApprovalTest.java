package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A call that must be allowed parks its run; a decision lets the run go on. */
@OnBothDatabases
class ApprovalTest extends Acceptance {
  ApprovalTest(Database database) {
    super(database);
  }

  @Test
  // K0-01, K0-128, K0-131, K4-294
  void K0_01_K0_128_K0_131_K4_294_an_approval_parks_the_run_in_a_state_of_its_own() {
    JsonNode run = park(session(), Script.bash("echo hi"));

    assertThat(status(run)).isEqualTo("waiting_for_approval");
    assertThat(run(id(run))).isEqualTo(run);
  }

  @Test
  // K0-132, K0-133, K4-336, K4-337
  void K0_132_K0_133_K4_336_K4_337_the_run_shows_what_it_waits_for() {
    JsonNode run =
        park(session(), Script.together(Script.bash("echo one"), Script.bash("echo two")));

    JsonNode requests = run.path("pending_approvals");
    assertThat(texts(run.path("pending_approval_ids")))
        .hasSize(2)
        .isEqualTo(requests.valueStream().map(r -> text(r, "id")).toList());
    JsonNode request = requests.get(0);
    assertThat(members(request))
        .contains(
            "id",
            "tool_call_id",
            "tool_name",
            "input",
            "reason",
            "scope",
            "created_at_ms",
            "revision",
            "digest",
            "pattern_keys",
            "signature_required",
            "actions")
        .doesNotContain("expires_at_ms", "requested_items");
    assertThat(text(request, "id")).startsWith("apr_");
    assertThat(text(request, "tool_name")).isEqualTo("bash");
    assertThat(request.path("input").toString()).isEqualTo(json("{'command':'echo one'}"));
    assertThat(text(request, "digest")).matches("[0-9a-f]{64}");
    assertThat(texts(request.path("pattern_keys"))).startsWith("echo one");
    assertThat(request.path("actions").toString())
        .isEqualTo(
            json(
                "[{'action':'allow','allowed':true},{'action':'deny','allowed':true},"
                    + "{'action':'edit','allowed':true},{'action':'grant','allowed':true},"
                    + "{'action':'request_changes','allowed':true},"
                    + "{'action':'respond','allowed':true},{'action':'ask_back','allowed':true}]"));
  }

  @Test
  // K0-136
  void K0_136_nothing_is_pending_where_nothing_waits() {
    JsonNode run = park(session(), Script.say("done"));

    for (String member :
        List.of(
            "pending_approval_ids",
            "pending_approvals",
            "pending_question_ids",
            "pending_questions")) {
      assertThat(run.path(member).toString()).as(member).isEqualTo("[]");
    }
  }

  @Test
  // K0-130
  void K0_130_the_session_shows_what_its_run_waits_for() {
    String session = session();
    JsonNode run = park(session, Script.bash("echo hi"));

    JsonNode snapshot = http.get("/v1/sessions/" + session).expect(200).json().path("snapshot");
    assertThat(status(snapshot)).isEqualTo("waiting_for_approval");
    assertThat(text(snapshot, "active_run_id")).isEqualTo(id(run));
    assertThat(snapshot.path("pending_approvals")).isEqualTo(run.path("pending_approvals"));
    assertThat(snapshot.path("pending_questions").isEmpty()).isTrue();
  }

  /** The three doors, from the run or the session; each takes the same body. */
  @ParameterizedTest
  @ValueSource(strings = {"run/approvals", "session/approval-runs", "session/approvals"})
  // K0-04, K0-08, K0-10, K0-11, K0-16, K0-18, K0-19, K0-57, K0-58, K0-59, K0-60, K0-75, K4-308
  void
      K0_04_K0_08_K0_10_K0_11_K0_16_K0_18_K0_19_K0_57_K0_58_K0_59_K0_60_K0_75_K4_308_every_door_lets_the_call_run(
          String door) {
    String session = session();
    JsonNode run = park(session, Script.bash("echo through"), Script.SAY_LAST_RESULT);

    Http.Answer answer = http.post(door(door, run), resolutions(one(approvalId(run), "allow", "")));

    if (door.equals("session/approvals")) {
      JsonNode view = answer.expect(200).json();
      assertThat(text(view, "session_id")).isEqualTo(session);
      assertThat(text(view.path("snapshot"), "status")).isEqualTo("idle");
    } else {
      JsonNode view = answer.expect(202).json();
      assertThat(id(view)).isEqualTo(id(run));
      assertThat(status(view)).isEqualTo("running");
    }
    assertThat(lastWords(id(run)))
        .isEqualTo(json("{'exit_code':0,'stdout':'through\\n','stderr':''}"));
  }

  private static String door(String door, JsonNode run) {
    return door.startsWith("run/")
        ? "/v1/runs/" + id(run) + door.substring("run".length())
        : "/v1/sessions/" + text(run, "session_id") + door.substring("session".length());
  }

  @Test
  // K0-61, K0-65
  void K0_61_K0_65_a_denial_goes_to_the_model_with_its_reason_and_the_run_goes_on() {
    JsonNode run = park(session(), Script.bash("touch never"), Script.SAY_LAST_RESULT);

    http.post("/v1/runs/" + id(run) + "/approvals", deny(approvalId(run), "too late today"))
        .expect(202);

    assertThat(lastWords(id(run))).isEqualTo(json("{'denied':true,'reason':'too late today'}"));
  }

  @Test
  // K0-64, K4-404, K4-405
  void K0_64_K4_404_K4_405_who_decided_and_why_is_recorded_as_it_was_sent() {
    JsonNode run = park(session(), Script.bash("echo hi"));
    String sent =
        one(approvalId(run), "deny", json(",'justification':'policy 7','reason':'not now'"));

    http.post("/v1/runs/" + id(run) + "/approvals", resolutions(sent)).expect(202);

    awaitRun(id(run), "completed");
    JsonNode event = event(id(run), "approval_resolved");
    assertThat(event.path("resolutions").toString()).isEqualTo("[" + sent + "]");
    assertThat(text(event, "by")).isEqualTo("admin");
    JsonNode decision =
        http.get("/v1/approvals/" + approvalId(run)).expect(200).json().path("resolution");
    assertThat(text(decision, "behavior")).isEqualTo("deny");
    assertThat(text(decision, "justification")).isEqualTo("policy 7");
    assertThat(text(decision, "reason")).isEqualTo("not now");
    assertThat(text(decision, "by")).isEqualTo("admin");
    assertThat(decision.path("at_ms").asLong()).isPositive();
  }

  @Test
  // K0-63, K0-66, K4-403
  void K0_63_K0_66_K4_403_the_approver_may_change_what_runs() {
    JsonNode run = park(session(), Script.bash("echo asked"), Script.SAY_LAST_RESULT);
    String changed = json(",'updated_input':{'command':'echo changed'}");

    http.post(
            "/v1/runs/" + id(run) + "/approvals",
            resolutions(one(approvalId(run), "allow", changed)))
        .expect(202);

    assertThat(lastWords(id(run))).contains("changed").doesNotContain("asked");
    JsonNode resolved = event(id(run), "approval_resolved").path("resolutions").get(0);
    assertThat(text(resolved.path("updated_input"), "command")).isEqualTo("echo changed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "['echo'] | /resolutions/0/updated_input",
        "'echo' | /resolutions/0/updated_input",
        "{} | /resolutions/0/updated_input",
        "{'command':5} | /resolutions/0/updated_input/command",
        "{'command':'echo','timeout_ms':'soon'} | /resolutions/0/updated_input/timeout_ms",
        "{'command':'echo','comand':'x'} | /resolutions/0/updated_input"
      })
  // K0-63
  void K0_63_an_updated_input_that_the_tool_does_not_take_is_refused_where_it_is_wrong(
      String input, String pointer) {
    JsonNode run = park(session(), Script.bash("echo asked"), Script.SAY_LAST_RESULT);

    leavesUnchanged(
        id(run),
        () -> {
          JsonNode problem =
              refused(
                  http.post(
                      "/v1/runs/" + id(run) + "/approvals",
                      resolutions(
                          one(approvalId(run), "allow", json(",'updated_input':") + json(input)))),
                  400,
                  "approvals",
                  "approval_invalid_resolution");
          assertThat(text(problem.path("errors").get(0), "pointer")).isEqualTo(pointer);
        });
  }

  @Test
  // K0-03, K0-24
  void K0_03_K0_24_a_decision_makes_no_other_run_and_gives_a_handle_that_works_at_once() {
    String session = session();
    JsonNode run = park(session, Script.approval("go on"), Script.work());
    JsonNode before = http.get("/v1/runs?session_id=" + session).json();

    JsonNode handle =
        http.post("/v1/runs/" + id(run) + "/approvals", allow(approvalId(run))).expect(202).json();

    assertThat(status(run(id(handle)))).isEqualTo("running");
    try (Sse stream = http.stream("/v1/runs/" + id(handle) + "/stream?cursor=0")) {
      stream.nextEvent("approval_resolved");
    }
    JsonNode after = http.get("/v1/runs?session_id=" + session).json();
    assertThat(after.size()).isEqualTo(before.size()).isEqualTo(1);
    http.post("/v1/runs/" + id(run) + "/cancel", null).expect(200);
  }

  @Test
  // K0-23
  void K0_23_the_session_view_shows_the_run_where_it_stopped_next() {
    String session = session();
    JsonNode run = park(session, Script.approval("first"), Script.approval("second"));

    JsonNode snapshot =
        http.post("/v1/sessions/" + session + "/approvals", allow(approvalId(run)))
            .expect(200)
            .json()
            .path("snapshot");

    assertThat(status(snapshot)).isEqualTo("waiting_for_approval");
    assertThat(snapshot.path("pending_approvals").size()).isEqualTo(1);
    assertThat(text(snapshot.path("pending_approvals").get(0), "reason")).isEqualTo("second");
  }

  @Test
  void Q2_the_session_view_comes_after_timeout_ms_when_the_run_still_works() {
    String session = session();
    JsonNode run = park(session, Script.approval("go on"), Script.work());

    JsonNode view =
        http.post("/v1/sessions/" + session + "/approvals?timeout_ms=50", allow(approvalId(run)))
            .expect(200)
            .json();

    assertThat(status(view.path("snapshot"))).isEqualTo("running");
    http.post("/v1/runs/" + id(run) + "/cancel", null).expect(200);
  }

  @Test
  // K0-164
  void K0_164_a_session_is_resolved_by_what_waits_in_it_now() {
    String session = session();
    JsonNode first = park(session, Script.approval("first"));
    String second = http.submit(session, Script.approval("second"));

    http.post("/v1/sessions/" + session + "/approvals", allow(approvalId(first))).expect(200);

    assertThat(status(run(id(first)))).isEqualTo("completed");
    JsonNode waiting = awaitRun(second, "waiting_for_approval");
    http.post("/v1/sessions/" + session + "/approvals", allow(approvalId(waiting))).expect(200);
    assertThat(status(run(second))).isEqualTo("completed");
  }

  @Test
  // K0-166
  void K0_166_with_two_parked_runs_the_one_that_is_named_goes_on() {
    JsonNode one = park(session(), Script.approval("one"));
    JsonNode other = park(session(), Script.approval("other"));

    leavesUnchanged(
        id(other),
        () -> {
          http.post("/v1/runs/" + id(one) + "/approvals", allow(approvalId(one))).expect(202);
          awaitRun(id(one), "completed");
        });
  }

  @Test
  // K4-283, K4-290
  void K4_283_K4_290_a_resumed_run_says_how_it_was_resumed_and_what_it_was() {
    JsonNode run = park(session(), Script.approval("go on"));
    assertThat(text(run, "kind")).isEqualTo("input");

    http.post("/v1/runs/" + id(run) + "/approvals", allow(approvalId(run))).expect(202);

    JsonNode after = awaitRun(id(run), "completed");
    assertThat(text(after, "kind")).isEqualTo("approval_resume");
    assertThat(text(after, "origin_kind")).isEqualTo("input");
  }

  @Test
  void a_requested_approval_carries_its_items_and_deadline() {
    JsonNode run =
        park(
            session(),
            Script.tool(
                "request_approval",
                json(
                    "{'reason':'deploy','expires_after_ms':60000,'requested_items':["
                        + "{'kind':'action','description':'restart'},"
                        + "{'kind':'secret','description':'key','alias':'API_KEY'}]}")));

    JsonNode request = run.path("pending_approvals").get(0);
    assertThat(text(request, "reason")).isEqualTo("deploy");
    assertThat(request.path("expires_at_ms").asLong() - request.path("created_at_ms").asLong())
        .isEqualTo(60_000);
    assertThat(request.path("requested_items").toString())
        .isEqualTo(
            json(
                "[{'kind':'action','description':'restart'},"
                    + "{'kind':'secret','description':'key','alias':'API_KEY'}]"));
  }
}
