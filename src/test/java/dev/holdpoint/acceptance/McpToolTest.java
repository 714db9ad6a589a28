package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Mcp;
import dev.holdpoint.blackbox.Sse;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Clients of the Model Context Protocol ask people through the daemon's tools. */
@OnOneDatabase
class McpToolTest extends Acceptance {
  private static final AtomicInteger CLIENTS = new AtomicInteger();

  private final Mcp mcp;

  McpToolTest(Database database) {
    super(database);
    Http agent = http.withRole("agent", "mcp agent");
    mcp = Mcp.open(agent, "client " + CLIENTS.incrementAndGet());
  }

  private JsonNode decided(Sse stream) {
    return Mcp.structured(Mcp.result(stream));
  }

  /** What waits of this client, once it waits. */
  private JsonNode pending(String tool, String arguments) {
    JsonNode told = Mcp.structured(mcp.call(tool, json(arguments)));
    assertThat(text(told, "status")).isEqualTo("pending");
    return told;
  }

  /** What waits of this client without a name of its own. */
  private JsonNode prompted(String kind) {
    String own = "/v1/" + kind + "?session_id=client-" + CLIENTS.get();
    String gate = http.get(own).expect(200).json().get(0).at("/request/id").asString();
    return Mcp.structured(mcp.call("check_decision", json("{'request_id':'%s'}", gate)));
  }

  private void allow(JsonNode told) {
    http.post("/v1/runs/" + id(told) + "/approvals", allow(text(told, "request_id"))).expect(202);
  }

  @Test
  void an_approval_is_asked_waited_for_and_given_back() {
    try (Sse stream =
        mcp.wait(
            "request_approval",
            json(
                "{'reason':'release','tool_name':'deploy','input':{'to':'prod'},"
                    + "'request_key':'k'}"))) {
      JsonNode waiting = Mcp.structured(mcp.call("check_decision", json("{'request_key':'k'}")));
      assertThat(text(waiting, "status")).isEqualTo("pending");
      assertThat(text(waiting, "url")).endsWith("/ui/approvals/" + text(waiting, "request_id"));
      JsonNode run = run(id(waiting));
      assertThat(text(run, "kind")).isEqualTo("input");
      assertThat(run.at("/request/source_kind").asString()).isEqualTo("mcp");
      assertThat(text(run, "session_id")).isEqualTo(text(waiting, "session_id"));

      http.post(
              "/v1/runs/" + id(waiting) + "/approvals",
              resolutions(
                  one(
                      text(waiting, "request_id"),
                      "allow",
                      json(",'updated_input':{'to':'staging'}"))))
          .expect(202);

      JsonNode result = Mcp.result(stream);
      JsonNode told = Mcp.structured(result);
      assertThat(JSON.readTree(Mcp.text(result))).isEqualTo(told);
      assertThat(text(told, "status")).isEqualTo("approved");
      assertThat(told.at("/updated_input/to").asString()).isEqualTo("staging");
      assertThat(text(told, "by")).isEqualTo("admin");
      assertThat(text(told, "request_key")).isEqualTo("k");
      assertThat(told.path("decided_at_ms").asLong()).isPositive();
      stream.awaitEnd();
    }
  }

  @Test
  void a_denied_approval_says_why() {
    JsonNode told = pending("request_approval", "{'reason':'drop it','wait_ms':0}");
    http.post("/v1/runs/" + id(told) + "/approvals", deny(text(told, "request_id"), "not today"))
        .expect(202);
    JsonNode now =
        Mcp.structured(
            mcp.call("check_decision", json("{'request_id':'%s'}", text(told, "request_id"))));
    assertThat(text(now, "status")).isEqualTo("denied");
    assertThat(text(now, "reason")).isEqualTo("not today");
  }

  @Test
  // DX-69
  void an_asker_that_wants_to_know_sees_what_came_too_late() {
    JsonNode told =
        pending("request_approval", "{'reason':'drop it','wait_ms':0,'late_answers':'next_turn'}");
    String path = "/v1/runs/" + id(told) + "/approvals";
    String request = text(told, "request_id");
    http.post(path, deny(request, "not today")).expect(202);
    http.post(path, allow(request)).expect(409);
    JsonNode now = Mcp.structured(mcp.call("check_decision", json("{'request_id':'%s'}", request)));
    assertThat(text(now, "status")).isEqualTo("denied");
    assertThat(now.at("/late_answers/0/decision/behavior").asString()).isEqualTo("allow");
  }

  @Test
  void DX_14_a_question_says_how_much_is_at_stake() {
    String session = session();
    http.post(
            "/v1/approval-policies",
            json(
                "{'name':'grave %s','match':{'kinds':['question'],'risks':['high'],"
                    + "'sessions':['%s']},'needs':'1 of role:admin'}",
                session, session))
        .expect(201);
    String asked = "{'question':'Which?','wait_ms':0,'session_id':'" + session + "','risk':'";
    assertThat(text(pending("ask_user", asked + "high'}"), "waits_for")).contains("admin");
    assertThat(pending("ask_user", asked + "normal'}").path("waits_for").asString(""))
        .doesNotContain("admin");
  }

  @Test
  void one_question_in_short_is_answered_with_what_was_chosen() {
    try (Sse stream =
        mcp.wait(
            "ask_user",
            json("{'question':'Which?','options':['red','green'],'request_key':'q'}"))) {
      JsonNode waiting = Mcp.structured(mcp.call("check_decision", json("{'request_key':'q'}")));
      http.post(
              "/v1/runs/" + id(waiting) + "/questions",
              resolution(
                  text(waiting, "request_id"),
                  json("'answers':[{'question_id':'question','selected_option_ids':['green']}]")))
          .expect(202);
      JsonNode told = decided(stream);
      assertThat(text(told, "status")).isEqualTo("answered");
      assertThat(texts(told.at("/answers/0/selected_option_ids"))).containsExactly("green");
    }
  }

  @Test
  void several_questions_are_put_as_the_native_surface_takes_them() {
    JsonNode told =
        pending("ask_user", "{'questions':[" + Script.ROUTING_AND_NOTES + "],'wait_ms':0}");
    http.post("/v1/runs/" + id(told) + "/questions", decline(text(told, "request_id"))).expect(202);
    JsonNode now =
        Mcp.structured(
            mcp.call("check_decision", json("{'request_id':'%s'}", text(told, "request_id"))));
    assertThat(text(now, "status")).isEqualTo("declined");
    assertThat(text(now, "reason")).isEqualTo("Not my call");
  }

  @Test
  void a_wait_that_is_over_says_pending_and_leaves_the_request() {
    try (Sse stream = mcp.wait("request_approval", json("{'reason':'soon','wait_ms':1}"))) {
      JsonNode told = decided(stream);
      assertThat(text(told, "status")).isEqualTo("pending");
      assertThat(text(told, "next")).contains("check_decision");
      assertThat(status(run(id(told)))).isEqualTo("waiting_for_approval");
    }
  }

  @Test
  void an_approval_whose_time_is_over_has_expired() {
    try (Sse stream =
        mcp.wait("request_approval", json("{'reason':'quick','expires_after_ms':50}"))) {
      assertThat(text(decided(stream), "status")).isEqualTo("expired");
    }
  }

  @Test
  void a_cancelled_run_is_told_as_cancelled() {
    JsonNode told = pending("request_approval", "{'reason':'off','wait_ms':0,'request_key':'c'}");
    http.post("/v1/runs/" + id(told) + "/cancel", "").expect(200);
    JsonNode now = Mcp.structured(mcp.call("check_decision", json("{'request_key':'c'}")));
    assertThat(text(now, "status")).isEqualTo("cancelled");
  }

  @Test
  void what_a_rule_allows_is_answered_at_once() {
    String tool = "ruled-" + CLIENTS.incrementAndGet();
    http.post(
            "/v1/permission-rules",
            json("{'scope':{'kind':'user'},'tool':'%s','behavior':'allow'}", tool))
        .expect(201);
    JsonNode told =
        Mcp.structured(
            mcp.call(
                "request_approval", json("{'reason':'usual','tool_name':'%s','input':{}}", tool)));
    assertThat(text(told, "status")).isEqualTo("approved");
    assertThat(text(told, "by")).startsWith("rule:");
  }

  @Test
  void people_are_told_something_by_a_run_that_is_over_at_once() {
    String session = session();
    String arguments =
        json(
            "{'message':'All is well.','title':'Nightly','session_id':'%s','request_key':'n'}",
            session);
    JsonNode told = Mcp.structured(mcp.call("notify", arguments));
    assertThat(text(told, "status")).isEqualTo("told");
    JsonNode run = run(id(told));
    assertThat(status(run)).isEqualTo("completed");
    assertThat(run.at("/request/source_kind").asString()).isEqualTo("mcp");
    assertThat(run.at("/outputs/0/content").asString()).isEqualTo("Nightly\n\nAll is well.");
    assertThat(eventTypes(id(told))).contains("output", "completed");

    JsonNode again = Mcp.structured(mcp.call("notify", arguments));
    assertThat(id(again)).isEqualTo(id(told));
    JsonNode other =
        mcp.call(
            "notify", json("{'message':'Fire.','session_id':'%s','request_key':'n'}", session));
    assertThat(other.path("isError").asBoolean()).isTrue();
    assertThat(Mcp.text(other)).contains("request_key");
  }

  // CSV with a semicolon: the arguments are JSON.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "request_approval; {}; reason",
        "request_approval; {'reason':7}; reason",
        "request_approval; {'reason':''}; reason",
        "request_approval; {'reason':' '}; reason",
        "request_approval; {'reason':'r','input':[]}; input",
        "request_approval; {'reason':'r','wait_ms':-1}; wait_ms",
        "request_approval; {'reason':'r','expires_after_ms':0}; expires_after_ms",
        "request_approval; {'reason':'r','tool':'t'}; tool",
        "request_approval; {'reason':'r','session_id':'..'}; session_id",
        "ask_user; {}; question",
        "ask_user; {'question':'a','questions':[{'id':'q','question':'b'}]}; question",
        "ask_user; {'questions':[{'id':'q','question':'b'}],'options':['x']}; options",
        "ask_user; {'question':'a','options':['x','x']}; duplicate",
        "check_decision; {}; request_key",
        "check_decision; {'request_key':'a','request_id':'b'}; request_key",
        "check_decision; {'request_key':'never-used'}; no such request",
        "check_decision; {'request_id':'apr_none'}; no such request",
        "notify; {'message':'  '}; message",
        "permission_prompt; {'input':{}}; tool_name",
        "permission_prompt; {'tool_name':'Bash'}; input",
        "permission_prompt; {'tool_name':'AskUserQuestion','input':{}}; questions"
      })
  void a_wrong_argument_is_told_to_the_model_and_nothing_is_asked(
      String tool, String arguments, String said) {
    String own = json("/v1/runs?limit=50&session_id=%s", "client-" + CLIENTS.get());
    JsonNode result = mcp.call(tool, json(arguments));
    assertThat(result.path("isError").asBoolean()).as(result.toString()).isTrue();
    assertThat(Mcp.text(result)).contains(said);
    assertThat(http.get(own).expect(200).json()).isEmpty();
  }

  @Test
  void claude_code_gets_its_verdict_in_its_own_words() {
    String use =
        json(
            "{'tool_name':'Bash','input':{'command':'ls'},'tool_use_id':'toolu_1','new_member':1}");
    try (Sse stream = mcp.wait("permission_prompt", use)) {
      JsonNode waiting = prompted("approvals");
      allow(waiting);
      assertThat(Mcp.text(Mcp.result(stream)))
          .isEqualTo(json("{'behavior':'allow','updatedInput':{'command':'ls'}}"));
    }
    // The same call once more is the same decision.
    JsonNode again = mcp.call("permission_prompt", use);
    assertThat(Mcp.text(again)).contains("allow");
    assertThat(again.has("structuredContent")).isFalse();
  }

  @Test
  // PF-87
  void PF_87_what_claude_code_says_of_its_decision_holds_for_its_prompt_tool() {
    String use =
        json(
            "{'tool_name':'Bash','input':{'command':'ls'},'tool_use_id':'toolu_87','default_to_no':1,"
                + "'suppress_always_allow_rule':true,'matched_ask_rule':{'rule':'Bash'}}");
    try (Sse stream = mcp.wait("permission_prompt", use)) {
      JsonNode waiting = prompted("approvals");
      JsonNode request =
          http.get("/v1/approvals/" + text(waiting, "request_id"))
              .expect(200)
              .json()
              .path("request");
      assertThat(request.path("person_only").asBoolean()).isTrue();
      assertThat(text(request, "default_behavior")).isEqualTo("deny");
      assertThat(request.path("pattern_keys")).isEmpty();
      allow(waiting);
      assertThat(Mcp.text(Mcp.result(stream))).contains("allow");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          request_changes | ,'reason':'use staging'   | Changes requested: use staging
          ask_back        | ,'reason':'use staging'   | Before deciding, a person asks: use staging
          respond         | ,'response':'use staging' | A person answered in the tool's place: use staging
          """)
  // DX-53
  void DX_53_claude_codes_prompt_tool_gets_each_reply_as_a_no_with_its_words(
      String behavior, String more, String message) {
    try (Sse stream =
        mcp.wait(
            "permission_prompt",
            json(
                "{'tool_name':'Bash','input':{'command':'rm'},'tool_use_id':'toolu_%s'}",
                behavior))) {
      JsonNode waiting = prompted("approvals");
      http.post(
              "/v1/runs/" + id(waiting) + "/approvals",
              resolutions(one(text(waiting, "request_id"), behavior, json(more))))
          .expect(202);
      JsonNode told = JSON.readTree(Mcp.text(Mcp.result(stream)));
      assertThat(text(told, "behavior")).isEqualTo("deny");
      assertThat(text(told, "message")).startsWith(message);
    }
  }

  @Test
  void claude_code_is_told_no_with_the_reason() {
    try (Sse stream =
        mcp.wait(
            "permission_prompt",
            json("{'tool_name':'Bash','input':{'command':'rm'},'tool_use_id':'toolu_2'}"))) {
      JsonNode waiting = prompted("approvals");
      http.post(
              "/v1/runs/" + id(waiting) + "/approvals", deny(text(waiting, "request_id"), "never"))
          .expect(202);
      assertThat(Mcp.text(Mcp.result(stream)))
          .isEqualTo(json("{'behavior':'deny','message':'never'}"));
    }
  }

  @Test
  void what_claude_code_asks_people_is_a_question_with_its_answers_by_their_words() {
    try (Sse stream =
        mcp.wait(
            "permission_prompt",
            json(
                "{'tool_name':'AskUserQuestion','tool_use_id':'toolu_3','input':{'questions':"
                    + "[{'question':'Which color?','header':'Color','multiSelect':false,"
                    + "'options':[{'label':'Red'},{'label':'Green'}]}]}}"))) {
      JsonNode waiting = prompted("questions");
      http.post(
              "/v1/runs/" + id(waiting) + "/questions",
              resolution(
                  text(waiting, "request_id"),
                  json("'answers':[{'question_id':'q1','selected_option_ids':['Red']}]")))
          .expect(202);
      JsonNode verdict = JSON.readTree(Mcp.text(Mcp.result(stream)));
      assertThat(text(verdict, "behavior")).isEqualTo("allow");
      assertThat(verdict.at("/updatedInput/answers/Which color?").asString()).isEqualTo("Red");
    }
  }
}
