package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** An agent outside raises a gate of its own, waits for it and acts on the decision itself. */
@OnBothDatabases
class OutsideGateTest extends Acceptance {
  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);

  OutsideGateTest(Database database) {
    super(database);
  }

  private JsonNode raiseApproval(String session, String more) {
    return http.post(
            "/v1/sessions/" + session + "/approval-requests",
            json("{'tool_name':'deploy','input':{'to':'prod'},'reason':'release'" + more + "}"))
        .expect(201)
        .json();
  }

  private JsonNode raiseQuestion(String session, String more) {
    return http.post(
            "/v1/sessions/" + session + "/question-requests",
            "{\"questions\":[" + Script.ROUTING_AND_NOTES + "]" + json(more) + "}")
        .expect(201)
        .json();
  }

  private static String requestId(JsonNode raised) {
    return text(raised.path("request"), "id");
  }

  @Test
  void an_approval_from_outside_is_a_run_that_only_waits_and_ends_with_the_decision() {
    String session = session();
    JsonNode raised = raiseApproval(session, ",'expires_after_ms':60000");

    JsonNode request = raised.path("request");
    assertThat(text(request, "tool_name")).isEqualTo("deploy");
    assertThat(text(request, "reason")).isEqualTo("release");
    assertThat(text(request.path("input"), "to")).isEqualTo("prod");
    assertThat(request.path("expires_at_ms").asLong() - request.path("created_at_ms").asLong())
        .isEqualTo(60_000);
    JsonNode run = run(id(raised));
    assertThat(status(run)).isEqualTo("waiting_for_approval");
    assertThat(text(run, "kind")).isEqualTo("input");
    assertThat(text(run.path("request"), "source_kind")).isEqualTo("external");
    assertThat(run.path("pending_approvals").get(0)).isEqualTo(request);

    String sent = one(requestId(raised), "deny", json(",'reason':'freeze'"));
    http.post("/v1/runs/" + id(raised) + "/approvals", resolutions(sent)).expect(202);

    JsonNode ended = run(id(raised));
    assertThat(status(ended)).isEqualTo("completed");
    assertThat(text(ended.path("outputs").get(0), "content")).isEqualTo(sent);
    assertThat(eventTypes(id(raised)))
        .containsExactly(
            "accepted",
            "queued",
            "started",
            "waiting_for_approval",
            "approval_resolved",
            "output",
            "completed");
  }

  @Test
  void a_question_from_outside_is_a_run_that_only_waits_and_ends_with_the_answer() {
    String session = session();
    JsonNode raised = raiseQuestion(session, "");

    assertThat(raised.path("request").path("questions").size()).isEqualTo(2);
    assertThat(status(run(id(raised)))).isEqualTo("waiting_for_user_question");
    http.post("/v1/sessions/" + session + "/questions", answer(requestId(raised))).expect(200);

    JsonNode ended = run(id(raised));
    assertThat(status(ended)).isEqualTo("completed");
    assertThat(text(ended.path("outputs").get(0), "content")).contains("Use the fast path.");
  }

  @Test
  void gates_from_outside_wait_side_by_side_and_beside_the_sessions_own_run() {
    String session = session();
    JsonNode own = park(session, Script.approval("own"));
    JsonNode first = raiseApproval(session, "");
    JsonNode second = raiseApproval(session, "");

    http.post("/v1/sessions/" + session + "/approvals", allow(requestId(second))).expect(200);

    assertThat(status(run(id(second)))).isEqualTo("completed");
    assertThat(status(run(id(first)))).isEqualTo("waiting_for_approval");
    assertThat(status(run(id(own)))).isEqualTo("waiting_for_approval");
  }

  @Test
  void the_same_request_key_attaches_while_it_is_pending_and_after_it_was_decided() {
    String session = session();
    JsonNode raised = raiseApproval(session, ",'request_key':'release-7'");

    assertThat(raiseApproval(session, ",'request_key':'release-7'")).isEqualTo(raised);
    http.post("/v1/runs/" + id(raised) + "/approvals", allow(requestId(raised))).expect(202);
    JsonNode attached = raiseApproval(session, ",'request_key':'release-7'");

    assertThat(id(attached)).isEqualTo(id(raised));
    assertThat(requestId(attached)).isEqualTo(requestId(raised));
    assertThat(id(raiseApproval(session(), ",'request_key':'release-7'")))
        .as("a key is a session's own")
        .isNotEqualTo(id(raised));
    assertThat(http.get("/v1/runs?session_id=" + session).json().size()).isEqualTo(1);
  }

  @Test
  void the_same_request_key_attaches_to_a_question_too() {
    String session = session();
    JsonNode raised = raiseQuestion(session, ",'request_key':'ask-7'");

    assertThat(raiseQuestion(session, ",'request_key':'ask-7'")).isEqualTo(raised);
    assertThat(http.get("/v1/runs?session_id=" + session).json().size()).isEqualTo(1);
  }

  @Test
  void many_at_once_with_one_request_key_raise_one_gate() {
    String session = session();

    List<JsonNode> raised = atOnce(16, () -> raiseApproval(session, ",'request_key':'once'"));

    assertThat(raised.stream().map(Acceptance::id).distinct()).hasSize(1);
    assertThat(http.get("/v1/runs?session_id=" + session).json().size()).isEqualTo(1);
  }

  @Test
  void an_idempotency_key_in_the_header_raises_one_gate_and_is_a_conflict_for_another() {
    String session = session();
    String approvals = "/v1/sessions/" + session + "/approval-requests";
    String questions = "/v1/sessions/" + session + "/question-requests";
    String approval = json("{'tool_name':'x','input':{'n':1},'reason':'y'}");
    String question = json("{'questions':[{'id':'q','question':'?'}]}");

    for (String path : List.of(approvals, questions)) {
      String body = path.equals(approvals) ? approval : question;
      List<Http.Answer> answers = atOnce(8, () -> keyed(path, body, "raise"));
      assertThat(answers).allSatisfy(answer -> answer.expect(201));
      assertThat(answers.stream().map(answer -> id(answer.json())).distinct()).hasSize(1);
      assertThat(answers.stream().filter(a -> a.header("Idempotency-Replayed").isEmpty()))
          .hasSize(1);
      refused(
          keyed(path, body.replace("y", "z").replace("?", "!"), "raise"),
          409,
          "idempotency",
          "idempotency_conflict");
    }
    assertThat(http.get("/v1/runs?session_id=" + session).json().size()).isEqualTo(2);
  }

  @Test
  void an_idempotency_key_in_the_body_raises_one_gate_too() {
    String session = session();
    String path = "/v1/sessions/" + session;
    String approval =
        json("{'tool_name':'t','input':{},'reason':'r','idempotency_key':'in-%s'}", session);
    String question =
        json("{'questions':[{'id':'q','question':'why?'}],'idempotency_key':'in-%s'}", session);

    for (String[] door :
        new String[][] {{"/approval-requests", approval}, {"/question-requests", question}}) {
      JsonNode first = http.post(path + door[0], door[1]).expect(201).json();
      Http.Answer again = http.post(path + door[0], door[1]).expect(201);
      assertThat(id(again.json())).isEqualTo(id(first));
      assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
      refused(
          http.send("POST", path + door[0], door[1], r -> r.header("Idempotency-Key", "other")),
          400,
          "idempotency",
          "invalid_idempotency_key");
    }
  }

  @Test
  void waiting_for_a_decision_answers_as_soon_as_it_is_made() throws Exception {
    JsonNode raised = raiseApproval(session(), "");
    JsonNode asked = raiseQuestion(session(), "");

    CompletableFuture<JsonNode> approval = waiting("/v1/approvals/" + requestId(raised));
    CompletableFuture<JsonNode> question = waiting("/v1/questions/" + requestId(asked));
    http.post("/v1/runs/" + id(raised) + "/approvals", allow(requestId(raised))).expect(202);
    http.post("/v1/runs/" + id(asked) + "/questions", decline(requestId(asked))).expect(202);

    assertThat(status(approval.get())).isEqualTo("resolved");
    assertThat(text(approval.get().path("resolution"), "behavior")).isEqualTo("allow");
    assertThat(text(question.get().path("resolution"), "behavior")).isEqualTo("declined");
  }

  private CompletableFuture<JsonNode> waiting(String path) {
    return CompletableFuture.supplyAsync(
        () -> http.get(path + "?wait_ms=60000").expect(200).json(), THREADS);
  }

  @Test
  void waiting_for_a_decision_gives_up_after_its_time_and_shows_what_is_pending() {
    JsonNode raised = raiseApproval(session(), "");

    JsonNode row =
        http.get("/v1/approvals/" + requestId(raised) + "?wait_ms=30").expect(200).json();

    assertThat(status(row)).isEqualTo("pending");
    assertThat(row.has("resolution")).isFalse();
    assertThat(row.path("request")).isEqualTo(raised.path("request"));
  }

  @Test
  void waiting_for_something_with_a_deadline_ends_with_it() {
    JsonNode raised = raiseApproval(session(), ",'expires_after_ms':100");

    JsonNode row =
        http.get("/v1/approvals/" + requestId(raised) + "?wait_ms=60000").expect(200).json();

    assertThat(status(row)).isEqualTo("expired");
  }

  @ParameterizedTest
  @ValueSource(strings = {"60001", "-1", "soon", ""})
  void waiting_takes_at_most_a_minute(String waitMs) {
    JsonNode raised = raiseApproval(session(), "");

    refused(
        http.get("/v1/approvals/" + requestId(raised) + "?wait_ms=" + waitMs),
        400,
        "api",
        "invalid_request");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'tool_name':'x','input':{},'reason':7}",
        "{'tool_name':'x','input':[],'reason':'y'}",
        "{'tool_name':'','input':{},'reason':'y'}",
        "{'tool_name':'x','input':{},'reason':'y','expires_after_ms':0}"
      })
  void a_gate_of_the_wrong_shape_is_refused_and_makes_no_run(String body) {
    String session = session();

    refused(
        http.post("/v1/sessions/" + session + "/approval-requests", json(body)),
        400,
        "api",
        "invalid_request");
    assertThat(http.get("/v1/runs?session_id=" + session).text()).isEqualTo("[]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'questions':[]}",
        "{'questions':[{'id':'q'}]}",
        "{'questions':[{'id':'q','question':'?'},{'id':'q','question':'?'}]}",
        "{'questions':[{'id':'q','question':'?','options':[{'id':'a','label':'A'},"
            + "{'id':'a','label':'B'}]}]}"
      })
  void a_question_of_the_wrong_shape_is_refused_and_makes_no_run(String body) {
    String session = session();

    refused(
        http.post("/v1/sessions/" + session + "/question-requests", json(body)),
        400,
        "api",
        "invalid_request");
    assertThat(http.get("/v1/runs?session_id=" + session).text()).isEqualTo("[]");
  }

  @Test
  void the_list_of_approvals_can_be_narrowed_by_what_became_of_them() {
    String session = session();
    JsonNode pending = raiseApproval(session, "");
    JsonNode decided = raiseApproval(session, "");
    JsonNode expired = raiseApproval(session, ",'expires_after_ms':1");
    http.post("/v1/runs/" + id(decided) + "/approvals", allow(requestId(decided))).expect(202);
    awaitRun(id(expired), "failed");
    String list = "/v1/approvals?session_id=" + session;

    assertThat(listed(list)).containsExactly(requestId(pending));
    assertThat(listed(list + "&status=pending")).containsExactly(requestId(pending));
    assertThat(listed(list + "&status=resolved")).containsExactly(requestId(decided));
    assertThat(listed(list + "&status=expired")).containsExactly(requestId(expired));
    assertThat(listed(list + "&status=all"))
        .as("newest first, unless all of them are pending")
        .containsExactly(requestId(expired), requestId(decided), requestId(pending));
    refused(http.get(list + "&status=other"), 400, "api", "invalid_request");
    assertThat(http.get("/v1/approvals?session_id=nobody").expect(200).text()).isEqualTo("[]");
  }

  private List<String> listed(String path) {
    return http.get(path).expect(200).json().valueStream().map(OutsideGateTest::requestId).toList();
  }

  @Test
  void what_was_withdrawn_can_be_found_by_its_status() {
    String session = session();
    JsonNode run = park(session, Script.approval("never decided"));
    http.post("/v1/runs/" + id(run) + "/cancel", "").expect(200);

    String path = "/v1/approvals?session_id=" + session + "&status=";
    assertThat(http.get(path + "withdrawn").expect(200).json()).hasSize(1);
    assertThat(http.get(path + "resolved").expect(200).json()).isEmpty();
  }

  @Test
  void actions_tell_each_reader_what_he_may_do() {
    String session = session();
    JsonNode run = park(session, Script.approval("who may?"));
    String path = "/v1/approvals/" + approvalId(run);
    for (String role : new String[] {"viewer", "agent"}) {
      JsonNode actions =
          http.withRole(role, "reader " + role).get(path).expect(200).json().at("/request/actions");
      assertThat(actions).hasSize(7);
      for (JsonNode action : actions) {
        assertThat(action.path("allowed").asBoolean()).isFalse();
        assertThat(text(action, "reason")).contains(role);
      }
    }
    JsonNode own = http.get(path).json().at("/request/actions");
    assertThat(own.at("/0/allowed").asBoolean()).isTrue();
    assertThat(own.at("/3/action").asString()).isEqualTo("grant");
    assertThat(own.at("/3/reason").asString()).contains("only be allowed once");
    http.post("/v1/runs/" + id(run) + "/cancel", "").expect(200);
  }

  @Test
  void a_row_of_the_list_says_whose_approval_it_is() {
    String session = session();
    JsonNode raised = raiseApproval(session, "");
    Http.Answer one = http.get("/v1/approvals/" + requestId(raised)).expect(200);

    JsonNode row = http.get("/v1/approvals?session_id=" + session).json().get(0);

    assertThat(row).isEqualTo(one.json());
    assertThat(members(row))
        .containsExactly("session_id", "agent_id", "run_id", "run_kind", "status", "request");
    assertThat(text(row, "session_id")).isEqualTo(session);
    assertThat(text(row, "run_id")).isEqualTo(id(raised));
    assertThat(text(row, "run_kind")).isEqualTo("input");
  }
}
