package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A client speaks to an agent of its own, and people answer what the agent asks. */
@SuppressWarnings("FutureReturnValueIgnored") // What a prompt leads to is seen on the stream.
@OnOneDatabase
class AcpServerTest extends AcpAcceptance {
  AcpServerTest(Database database) {
    super(database);
  }

  @Test
  // A2-03, A2-10, A2-49, A2-50, A2-51, A2-52
  void a_question_goes_out_on_the_stream_and_the_response_goes_back_to_the_agent() {
    String server = server();
    try (Sse stream = stream(server)) {
      CompletableFuture<Http.Answer> prompt = prompt(server, 7, "question");
      JsonNode question = asked(stream);

      assertThat(text(question, "jsonrpc")).isEqualTo("2.0");
      assertThat(text(question, "method")).isEqualTo("_sandboxagent/session/request_question");
      assertThat(question.at("/params/prompt").asString()).isEqualTo("Which\nway?");
      assertThat(question.at("/params/options/0/0").asString()).isEqualTo("option-a");
      assertThat(text(question, "id")).startsWith("qst_");
      JsonNode run = runOf(question);
      assertThat(status(run)).isEqualTo("waiting_for_user_question");
      assertThat(run.at("/request/source_kind").asString()).isEqualTo("acp");
      assertThat(http.get("/v1/questions").expect(200).text()).contains(text(question, "id"));

      String good =
          response(text(question, "id"), "{'status':'answered','answers':[['option-a']]}");
      send(server, good).expect(202);
      assertThat(got(stream)).isEqualTo(json("{'status':'answered','answers':[['option-a']]}"));
      JsonNode answer = prompt.join().expect(200).json();
      assertThat(answer.path("id").asInt()).isEqualTo(7);
      assertThat(answer.at("/result/stopReason").asString()).isEqualTo("end_turn");
      assertThat(status(awaitRun(id(run), "completed"))).isEqualTo("completed");
      refused(send(server, good), 409, "agents", "acp_request_not_pending");
    }
  }

  @Test
  // A2-04
  void a_rejection_reaches_the_agent_as_one() {
    String server = server();
    try (Sse stream = stream(server)) {
      CompletableFuture<Http.Answer> prompt = prompt(server, 1, "question");
      JsonNode question = asked(stream);
      send(server, response(text(question, "id"), "{'status':'rejected'}")).expect(202);
      assertThat(got(stream)).isEqualTo(json("{'status':'rejected'}"));
      prompt.join().expect(200);
    }
  }

  @Test
  // A2-09, A2-37, DX-69
  void whoever_answers_elsewhere_wins_and_the_client_is_told() {
    String server = server();
    try (Sse stream = stream(server)) {
      CompletableFuture<Http.Answer> prompt = prompt(server, 1, "permission write hosts");
      JsonNode request = asked(stream);
      String approval = text(request, "id");
      JsonNode run = runOf(request);
      assertThat(approval).startsWith("apr_");
      http.post("/v1/runs/" + id(run) + "/approvals", allow(approval)).expect(202);

      JsonNode resolved = told(stream, "_holdpoint/request_resolved");
      assertThat(text(resolved, "requestId")).isEqualTo(approval);
      assertThat(text(resolved, "sessionId")).isEqualTo("plain-1");
      assertThat(text(resolved, "status")).isEqualTo("allow");
      assertThat(text(resolved, "resolvedBy")).isEqualTo("admin");
      prompt.join().expect(200);
      String late =
          response(approval, "{'outcome':{'outcome':'selected','optionId':'id-reject_once'}}");
      JsonNode problem = refused(send(server, late), 409, "agents", "acp_request_not_pending");
      assertThat(text(problem, "detail")).contains("by admin");
      assertThat(problem.at("/resolution/late_answer").asString()).isEqualTo("kept");
      assertThat(problem.at("/resolution/outcome").asString()).isEqualTo("allowed");
    }
    try (Sse again = http.stream(ROOT + "/" + server + "?cursor=0")) {
      assertThat(got(again))
          .isEqualTo(json("{'outcome':{'outcome':'selected','optionId':'id-allow_once'}}"));
    }
  }

  @Test
  void an_option_can_be_chosen_and_a_cancelled_outcome_is_no_yes() {
    String server = server();
    try (Sse stream = stream(server)) {
      prompt(server, 1, "permission first");
      String first = text(asked(stream), "id");
      String always = "{'outcome':{'outcome':'selected','optionId':'id-allow_always'}}";
      send(server, response(first, always)).expect(202);
      assertThat(got(stream)).isEqualTo(json(always));

      prompt(server, 2, "permission second");
      JsonNode second = asked(stream);
      String id = text(second, "id");
      Http.Answer left = send(server, response(id, "{'outcome':{'outcome':'cancelled'}}"));
      assertThat(left.expect(202).header("Preference-Applied")).isEqualTo("handling=strict");
      assertThat(told(stream, "_holdpoint/request_left").toString())
          .isEqualTo(json("{'requestId':'%s','by':'admin'}", id));
      assertThat(status(runOf(second))).isEqualTo("waiting_for_approval");
      String reject = "{'outcome':{'outcome':'selected','optionId':'id-reject_once'}}";
      send(server, response(id, reject)).expect(202);
      assertThat(got(stream))
          .isEqualTo(
              json(reject).replaceFirst("}$", json(",'_meta':{'holdpoint':{'by':'admin'}}}")));

      prompt(server, 3, "permission third");
      JsonNode third = asked(stream);
      String error =
          json(
              "{'jsonrpc':'2.0','id':'%s','error':{'code':-32000,'message':'no'}}",
              text(third, "id"));
      send(server, error).expect(202);
      assertThat(got(stream)).isEqualTo(json("{'outcome':{'outcome':'cancelled'}}"));
    }
  }

  @Test
  // A2-60
  @DisplayName("AG-16 a refused response is 202 and the stream tells it; strictly it is 409 or 400")
  void clients_of_the_protocol_get_202_for_a_response_and_the_stream_tells_what_was_wrong() {
    String server = server();
    try (Sse stream = stream(server)) {
      prompt(server, 1, "permission once");
      String id = text(asked(stream), "id");
      String allow = "{'outcome':{'outcome':'selected','optionId':'id-allow_once'}}";
      String path = ROOT + "/" + server;

      http.post(path, response(id, "{'outcome':{'outcome':'selected','optionId':'nothing'}}"))
          .expect(202);
      JsonNode wrong = told(stream, "_holdpoint/response_refused");
      assertThat(text(wrong, "requestId")).isEqualTo(id);
      assertThat(text(wrong, "sessionId")).isNotEmpty();
      assertThat(wrong.path("status").asInt()).isEqualTo(400);
      String error =
          json("{'jsonrpc':'2.0','id':'%s','error':{'code':-32601,'message':'what?'}}", id);
      assertThat(http.post(path, error).expect(202).header("Preference-Applied")).isEmpty();
      assertThat(text(told(stream, "_holdpoint/response_refused"), "code"))
          .isEqualTo("invalid_request");

      http.post(path, response(id, allow)).expect(202);
      assertThat(got(stream)).isEqualTo(json(allow));
      for (String late : List.of(id, "apr_nobody")) {
        http.post(path, response(late, allow)).expect(202);
        JsonNode refused = told(stream, "_holdpoint/response_refused");
        assertThat(text(refused, "requestId")).isEqualTo(late);
        assertThat(refused.path("status").asInt()).isEqualTo(409);
        assertThat(text(refused, "code")).isEqualTo("acp_request_not_pending");
        assertThat(text(refused.path("settlement"), "by"))
            .isEqualTo(late.equals(id) ? "admin" : "");
        assertThat(text(refused, "sessionId")).isEqualTo(late.equals(id) ? "plain-1" : "");
        Http.Answer strict = send(server, response(late, allow));
        refused(strict, 409, "agents", "acp_request_not_pending");
        assertThat(strict.header("Preference-Applied")).isEqualTo("handling=strict");
      }
      prompt(server, 2, "permission twice");
      String next = text(asked(stream), "id");
      Http.Answer unfit = send(server, response(next, "7"));
      refused(unfit, 400, "api", "invalid_request");
      assertThat(unfit.header("Preference-Applied")).isEqualTo("handling=strict");
      send(server, response(next, allow)).expect(202);
      assertThat(got(stream)).isEqualTo(json(allow));
      assertThat(stream.taken())
          .filteredOn(frame -> text(frame.data(), "method").equals("_holdpoint/response_refused"))
          .hasSize(4);
      assertThat(stream.taken()).noneMatch(frame -> said(frame).startsWith("stray"));
    }
    refused(
        http.post(ROOT + "/nobody", response("apr_nobody", "{}")),
        409,
        "agents",
        "acp_request_not_pending");
  }

  @Test
  // A2-60
  void a_response_that_nobody_waits_for_is_refused_and_the_agent_gets_nothing() {
    String server = server();
    try (Sse stream = stream(server)) {
      CompletableFuture<Http.Answer> prompt = prompt(server, 1, "question");
      String question = text(asked(stream), "id");
      String good = "{'status':'answered','answers':[['option-a']]}";
      for (String id : List.of("0", "qst_01JZZZZZZZZZZZZZZZZZZZZZZZ", "nobody")) {
        refused(send(server, response(id, good)), 409, "agents", "acp_request_not_pending");
      }
      for (String number : List.of("0", "7", "-1.5")) {
        refused(
            send(server, json("{'jsonrpc':'2.0','id':%s,'result':{}}", number)),
            409,
            "agents",
            "acp_request_not_pending");
      }
      String other = server();
      refused(send(other, response(question, good)), 409, "agents", "acp_request_not_pending");
      refused(
          send("never-started", response(question, good)),
          409,
          "agents",
          "acp_request_not_pending");

      send(server, response(question, good)).expect(202);
      prompt.join().expect(200);
      send(server, promptBody(2, "hello")).expect(200);
      assertThat(stream.next(frame -> said(frame).equals("hello"))).isNotNull();
      assertThat(stream.taken()).noneMatch(frame -> said(frame).startsWith("stray"));
    }
  }

  @Test
  void a_wrong_answer_is_told_with_its_place_and_the_request_still_waits() {
    String server = server();
    try (Sse stream = stream(server)) {
      prompt(server, 1, "form");
      String form = text(asked(stream), "id");
      for (String wrong :
          List.of(
              "{'action':'accept','content':7}",
              "{'action':'accept','content':{'count':0}}",
              "{'action':'accept','content':{'count':'many'}}",
              "{'action':'accept','content':{}}",
              "{'action':'maybe'}",
              "7")) {
        Http.Answer answer = send(server, response(form, wrong));
        assertThat(answer.status()).as(wrong + " " + answer.text()).isEqualTo(400);
        assertThat(answer.json().at("/errors/0/pointer").asString()).startsWith("/result");
      }
      String cannot =
          json("{'jsonrpc':'2.0','id':'%s','error':{'code':-32601,'message':'no'}}", form);
      refused(send(server, cannot), 400, "api", "invalid_request");
      send(server, response(form, "{'action':'accept','content':{'count':3}}")).expect(202);
      assertThat(got(stream)).isEqualTo(json("{'action':'accept','content':{'count':3}}"));
    }
  }

  @Test
  void a_form_about_a_request_belongs_to_the_only_session_there_is() {
    String server = server();
    // What the agent says and what the daemon says of it come in either order.
    try (Sse stream = stream(server);
        Sse notices = stream(server)) {
      prompt(server, 1, "request-form");
      String form = text(asked(stream), "id");
      send(server, response(form, "{'action':'accept','content':{'count':3}}")).expect(202);
      assertThat(text(told(notices, "_holdpoint/request_resolved"), "sessionId"))
          .isEqualTo("plain-1");
      assertThat(got(stream)).isEqualTo(json("{'action':'accept','content':{'count':3}}"));

      send(server, request(2, "session/new", json("'cwd':'%s','mcpServers':[]", folder)))
          .expect(200);
      prompt(server, 3, "request-form");
      assertThat(got(stream)).contains("-32602", "`sessionId` must be text");
    }
  }

  @Test
  void of_two_clients_who_answer_at_once_one_wins_and_the_other_hears_it() {
    String server = server();
    try (Sse stream = stream(server);
        Sse other = stream(server)) {
      prompt(server, 1, "question");
      String question = text(asked(stream), "id");
      assertThat(text(asked(other), "id")).isEqualTo(question);
      String good = response(question, "{'status':'answered','answers':[['option-b']]}");
      List<Integer> statuses = atOnce(2, () -> send(server, good).status());
      assertThat(statuses).containsExactlyInAnyOrder(202, 409);
      assertThat(text(told(other, "_holdpoint/request_resolved"), "requestId")).isEqualTo(question);
      assertThat(got(stream)).contains("option-b");
    }
  }

  @Test
  void a_rule_may_answer_before_anybody_is_asked() {
    String server = server();
    http.post(
            "/v1/permission-rules",
            json("{'behavior':'deny','scope':{'kind':'user'},'tool':'acp:plain/rule this'}"))
        .expect(201);
    try (Sse stream = stream(server)) {
      send(server, promptBody(1, "permission rule this")).expect(200);
      assertThat(got(stream)).contains("id-reject_once");
      assertThat(stream.taken()).noneMatch(frame -> frame.data().has("id"));
    }
  }

  @Test
  void a_rule_for_a_tool_of_the_daemons_own_does_not_answer_an_agent() {
    String server = server();
    for (String tool : List.of("write_file", "acp:other/write_file")) {
      http.post(
              "/v1/permission-rules",
              json("{'behavior':'allow','scope':{'kind':'user'},'tool':'%s'}", tool))
          .expect(201);
    }
    try (Sse stream = stream(server)) {
      prompt(server, 1, "permission write_file");
      String approval = text(asked(stream), "id");
      JsonNode request = http.get("/v1/approvals/" + approval).expect(200).json().path("request");
      assertThat(text(request, "tool_name")).isEqualTo("write_file");
      assertThat(texts(request.path("pattern_keys"))).containsExactly("acp:plain/write_file");
      String reject = "{'outcome':{'outcome':'selected','optionId':'id-reject_once'}}";
      send(server, response(approval, reject)).expect(202);
      assertThat(got(stream)).contains("reject");
    }
  }

  @Test
  void telling_the_agent_to_stop_answers_all_that_it_asked() {
    String server = server();
    try (Sse stream = stream(server)) {
      CompletableFuture<Http.Answer> prompt = prompt(server, 1, "permission stop me");
      JsonNode request = asked(stream);
      send(server, notification("session/cancel", "'sessionId':'plain-1'")).expect(202);
      assertThat(got(stream)).isEqualTo(json("{'outcome':{'outcome':'cancelled'}}"));
      prompt.join().expect(200);
      assertThat(status(runOf(request))).isEqualTo("cancelled");
    }
  }

  @Test
  @DisplayName("AG-17 cancelled leaves a permission to people; after session/cancel it withdraws")
  void a_client_that_cannot_decide_leaves_it_to_others_unless_it_has_stopped_the_agent() {
    String server = server();
    String cancelled = "{'outcome':{'outcome':'cancelled'}}";
    try (Sse stream = stream(server)) {
      prompt(server, 1, "stubborn");
      JsonNode first = asked(stream);
      http.post(ROOT + "/" + server, response(text(first, "id"), cancelled)).expect(202);
      assertThat(told(stream, "_holdpoint/request_left").toString())
          .isEqualTo(json("{'requestId':'%s','by':'admin'}", text(first, "id")));
      assertThat(status(runOf(first))).isEqualTo("waiting_for_approval");

      send(server, notification("session/cancel", "'sessionId':'plain-1'")).expect(202);
      assertThat(status(runOf(first))).isEqualTo("cancelled");
      // The agent asks once more before it stops.
      JsonNode second = asked(stream);
      send(server, response(text(second, "id"), cancelled)).expect(202);
      assertThat(got(stream)).isEqualTo(json(cancelled));
      assertThat(status(runOf(second))).isEqualTo("cancelled");

      prompt(server, 2, "permission anew");
      JsonNode third = asked(stream);
      send(server, response(text(third, "id"), cancelled)).expect(202);
      assertThat(text(told(stream, "_holdpoint/request_left"), "requestId"))
          .isEqualTo(text(third, "id"));
      assertThat(status(runOf(third))).isEqualTo("waiting_for_approval");
      assertThat(stream.taken())
          .filteredOn(frame -> text(frame.data(), "method").equals("_holdpoint/request_left"))
          .hasSize(2);
    }
  }

  @Test
  void what_the_agent_takes_back_waits_no_longer() {
    String server = server();
    try (Sse stream = stream(server)) {
      prompt(server, 1, "permission something regretted");
      JsonNode request = asked(stream);
      send(server, promptBody(2, "regret")).expect(200);
      assertThat(text(told(stream, "_holdpoint/request_resolved"), "status"))
          .isEqualTo("withdrawn");
      assertThat(status(runOf(request))).isEqualTo("cancelled");
    }
  }

  @Test
  // A2-06: what the agent's process itself has read, and sends back
  void A2_06_the_agent_is_told_what_the_daemon_can_do_and_nothing_else() {
    String server = "capable";
    String greeting =
        request(
            1,
            "initialize",
            "'protocolVersion':1,'clientCapabilities':{'terminal':true,'fs':{},'_meta':{'mine':1}}");
    JsonNode told =
        http.post(ROOT + "/" + server + "?agent=plain", greeting)
            .expect(200)
            .json()
            .at("/result/_meta/told");
    assertThat(told.path("terminal").asBoolean()).isFalse();
    assertThat(told.at("/fs/readTextFile").asBoolean()).isTrue();
    assertThat(told.path("_meta").has("mine")).isFalse();
    for (String vendor : List.of("sandboxagent.dev", "holdpoint")) {
      JsonNode advertised = told.path("_meta").path(vendor);
      assertThat(advertised.path("extensions").toString())
          .isEqualTo(json("{'sessionRequestQuestion':true}"));
      assertThat(texts(advertised.path("methods")))
          .containsExactly(
              vendor.equals("holdpoint")
                  ? "_holdpoint/session/request_question"
                  : "_sandboxagent/session/request_question");
    }
    // A client that comes later hears the same, and the agent is not greeted again.
    assertThat(
            send(server, request(9, "initialize", "'protocolVersion':1"))
                .expect(200)
                .json()
                .at("/result/_meta/told"))
        .isEqualTo(told);
  }

  @Test
  void what_is_not_bridged_is_not_known_and_nothing_hangs() {
    String server = server();
    try (Sse stream = stream(server)) {
      send(server, promptBody(1, "terminal")).expect(200);
      assertThat(got(stream)).contains("-32601");
      send(server, promptBody(2, "nonsense")).expect(200);
      assertThat(got(stream)).contains("-32602");
      assertThat(
              send(server, request(3, "_no/such", "")).expect(200).json().at("/error/code").asInt())
          .isEqualTo(-32601);
    }
  }

  @Test
  void an_agent_whose_session_was_ended_gets_another() {
    String server = server();
    List<String> sessions = new ArrayList<>();
    try (Sse stream = stream(server)) {
      for (int i = 0; i < 3; i++) {
        CompletableFuture<Http.Answer> prompt = prompt(server, i, "question");
        JsonNode question = asked(stream);
        String session = question.at("/params/_meta/holdpoint/session_id").asString();
        assertThat(sessions).doesNotContain(session);
        sessions.add(session);
        send(server, response(text(question, "id"), "{'status':'rejected'}")).expect(202);
        prompt.join().expect(200);
        http.post("/v1/sessions/" + session + "/end", "").expect(200);
      }
      http.send("DELETE", "/v1/sessions/" + sessions.getLast(), null, _ -> {}).expect(204);
      prompt(server, 9, "question");
      assertThat(text(asked(stream), "id")).startsWith("qst_");
    }
  }

  @Test
  void two_servers_whose_agents_use_the_same_ids_are_told_apart() {
    String one = server();
    String two = server();
    try (Sse first = stream(one);
        Sse second = stream(two)) {
      prompt(one, 1, "question");
      prompt(two, 1, "question");
      JsonNode ofOne = asked(first);
      JsonNode ofTwo = asked(second);
      assertThat(text(ofOne, "id")).isNotEqualTo(text(ofTwo, "id"));
      assertThat(ofOne.at("/params/_meta/holdpoint/session_id"))
          .isNotEqualTo(ofTwo.at("/params/_meta/holdpoint/session_id"));
      send(two, response(text(ofTwo, "id"), "{'status':'rejected'}")).expect(202);
      send(one, response(text(ofOne, "id"), "{'status':'answered','answers':[['option-b']]}"))
          .expect(202);
      assertThat(got(second)).contains("rejected");
      assertThat(got(first)).contains("option-b");
    }
  }
}
