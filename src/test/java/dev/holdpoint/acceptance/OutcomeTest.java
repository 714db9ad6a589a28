package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** How a gate ended, in one word that is never taken for another. */
@OnBothDatabases
class OutcomeTest extends Acceptance {
  private static final String DEPLOY =
      "{'tool_name':'deploy','input':{'to':'prod','dry':true},'reason':'release'";

  OutcomeTest(Database database) {
    super(database);
  }

  private JsonNode raise(String session, String more) {
    return http.post("/v1/sessions/" + session + "/approval-requests", json(DEPLOY + more + "}"))
        .expect(201)
        .json();
  }

  private JsonNode ask(String session, String questions, String more) {
    return http.post(
            "/v1/sessions/" + session + "/question-requests",
            json("{'questions':[" + questions + "]" + more + "}"))
        .expect(201)
        .json();
  }

  private static String requestId(JsonNode raised) {
    return text(raised.path("request"), "id");
  }

  private Http.Answer decide(JsonNode raised, String behavior, String more) {
    return http.post(
        "/v1/runs/" + id(raised) + "/approvals",
        resolutions(one(requestId(raised), behavior, json(more))));
  }

  private JsonNode row(JsonNode raised) {
    String id = requestId(raised);
    return http.get((id.startsWith("apr_") ? "/v1/approvals/" : "/v1/questions/") + id)
        .expect(200)
        .json();
  }

  /** The row once its deadline has come. */
  private JsonNode settled(JsonNode raised) {
    String id = requestId(raised);
    return http.get(
            (id.startsWith("apr_") ? "/v1/approvals/" : "/v1/questions/") + id + "?wait_ms=30000")
        .expect(200)
        .json();
  }

  private static List<String> words(JsonNode row) {
    JsonNode resolution = row.path("resolution");
    return List.of(
        text(row, "status"),
        text(resolution, "behavior"),
        text(resolution, "outcome"),
        text(resolution, "by"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "allow | | allow | allowed",
        "deny | ,'reason':'no' | deny | denied",
        "request_changes | ,'reason':'use staging' | deny | changes_requested",
        "ask_back | ,'reason':'why now?' | deny | asked_back",
        "respond | ,'response':'done by hand' | deny | responded"
      })
  // DX-42
  void DX_42_every_decision_has_its_outcome_beside_the_old_words(
      String behavior, String more, String old, String outcome) {
    JsonNode raised = raise(session(), "");

    decide(raised, behavior, more == null ? "" : more).expect(202);

    assertThat(words(row(raised))).containsExactly("resolved", old, outcome, "admin");
    JsonNode late = decide(raised, "allow", "").expect(409).json().path("resolution");
    assertThat(text(late, "behavior")).isEqualTo(old);
    assertThat(text(late, "outcome")).isEqualTo(outcome);
  }

  @Test
  // DX-43
  void DX_43_a_cancelled_run_is_no_withdrawal_and_an_agent_that_takes_back_is() {
    String session = session();
    JsonNode cancelled = raise(session, "");
    http.post("/v1/runs/" + id(cancelled) + "/cancel", "").expect(200);
    assertThat(words(row(cancelled)))
        .containsExactly("withdrawn", "withdrawn", "cancelled", "admin");

    JsonNode own = park(session, Script.approval("own"));
    http.post("/v1/sessions/" + session + "/interrupt", "{}").expect(200);
    JsonNode row = http.get("/v1/approvals/" + approvalId(own)).expect(200).json();
    assertThat(words(row)).containsExactly("withdrawn", "withdrawn", "cancelled", "admin");
  }

  @ParameterizedTest
  @CsvSource({"fail,failed", "cancel,cancelled", "deny,completed"})
  // DX-34, DX-37
  void DX_34_DX_37_the_asker_says_what_the_deadline_does(String ending, String run) {
    JsonNode raised = raise(session(), ",'expires_after_ms':300,'on_expiry':'" + ending + "'");
    assertThat(text(raised.path("request"), "on_expiry"))
        .isEqualTo(ending.equals("fail") ? "" : ending);

    JsonNode row = settled(raised);

    assertThat(words(row)).containsExactly("expired", "expired", "expired", "deadline");
    assertThat(text(row.path("resolution"), "applied")).isEqualTo(ending);
    assertThat(status(run(id(raised)))).isEqualTo(run);
  }

  @Test
  void DX_34_a_run_of_the_loop_goes_on_after_a_deadline_that_denies() {
    JsonNode run =
        park(
            session(),
            Script.tool(
                "request_approval",
                json("{'reason':'may I?','expires_after_ms':50,'on_expiry':'deny'}")),
            Script.SAY_LAST_RESULT);

    assertThat(lastWords(id(run))).contains("denied", "nobody decided before the deadline");
  }

  @Test
  // DX-44
  void DX_37_DX_44_a_question_is_answered_by_its_default_and_never_as_a_persons_word() {
    String which =
        "{'id':'region','question':'Where?','options':[{'id':'eu','label':'EU'}],"
            + "'default':{'selected_option_ids':['eu']}}";
    JsonNode raised = ask(session(), which, ",'expires_after_ms':300,'on_expiry':'default'");
    assertThat(raised.at("/request/questions/0/default/selected_option_ids/0").asString())
        .isEqualTo("eu");

    JsonNode row = settled(raised);

    assertThat(words(row)).containsExactly("expired", "expired", "expired", "deadline");
    assertThat(text(row.path("resolution"), "applied")).isEqualTo("default");
    assertThat(row.at("/resolution/answers/0/selected_option_ids/0").asString()).isEqualTo("eu");
    JsonNode run = run(id(raised));
    assertThat(status(run)).isEqualTo("completed");
    JsonNode output = JSON.readTree(text(run.path("outputs").get(0), "content"));
    assertThat(text(output, "outcome")).isEqualTo("expired");
    assertThat(output.at("/answers/0/selected_option_ids/0").asString()).isEqualTo("eu");
  }

  @Test
  void DX_42_a_list_is_narrowed_by_the_outcome() {
    String session = session();
    JsonNode denied = raise(session, "");
    JsonNode back = raise(session, "");
    raise(session, "");
    decide(denied, "deny", "").expect(202);
    decide(back, "request_changes", ",'reason':'smaller'").expect(202);

    JsonNode found =
        http.get("/v1/approvals?outcome=changes_requested&session_id=" + session)
            .expect(200)
            .json();

    assertThat(found.size()).isEqualTo(1);
    assertThat(text(found.get(0).path("request"), "id")).isEqualTo(requestId(back));
    JsonNode page =
        http.get("/v1/approvals?outcome=denied&page=true&session_id=" + session).expect(200).json();
    assertThat(page.at("/pagination/total_count").asInt()).isEqualTo(1);
    refused(http.get("/v1/approvals?outcome=lost"), 400, "api", "invalid_request");
  }

  @Test
  void DX_37_where_one_question_has_no_default_all_are_declined() {
    JsonNode raised =
        ask(
            session(),
            "{'id':'a','question':'A?','default':{'freeform_answer':'x'}},{'id':'b','question':'B?'}",
            ",'expires_after_ms':50,'on_expiry':'default'");

    JsonNode row = settled(raised);

    assertThat(text(row.path("resolution"), "applied")).isEqualTo("decline");
    assertThat(row.at("/resolution/answers")).isEmpty();
  }

  @Test
  void DX_37_a_default_that_is_no_answer_is_refused_when_it_is_asked() {
    String session = session();

    Http.Answer answer =
        http.post(
            "/v1/sessions/" + session + "/question-requests",
            json(
                "{'questions':[{'id':'a','question':'A?','options':[{'id':'eu','label':'EU'}],"
                    + "'default':{'selected_option_ids':['us']}}]}"));

    JsonNode problem = refused(answer, 400, "api", "invalid_request");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/questions/0/default");
    assertThat(http.get("/v1/questions?session_id=" + session).json()).isEmpty();
  }

  @Test
  // DX-46
  void DX_46_the_model_reads_the_instructions_and_the_tool_does_not_run() {
    JsonNode run = park(session(), Script.bash("touch ran"), Script.SAY_LAST_RESULT);

    http.post(
            "/v1/runs/" + id(run) + "/approvals",
            resolutions(one(approvalId(run), "request_changes", json(",'reason':'use staging'"))))
        .expect(202);

    JsonNode told = JSON.readTree(lastWords(id(run)));
    assertThat(told.path("denied").asBoolean()).isTrue();
    assertThat(told.path("changes_requested").asBoolean()).isTrue();
    assertThat(text(told, "instructions")).isEqualTo("use staging");
    assertThat(text(told, "request_id")).isEqualTo(approvalId(run));
  }

  @Test
  // DX-50, DX-51
  void DX_50_DX_51_the_model_reads_the_question_and_the_answer_in_the_tools_place() {
    JsonNode asked = park(session(), Script.bash("touch ran"), Script.SAY_LAST_RESULT);
    http.post(
            "/v1/runs/" + id(asked) + "/approvals",
            resolutions(one(approvalId(asked), "ask_back", json(",'reason':'why now?'"))))
        .expect(202);
    JsonNode question = JSON.readTree(lastWords(id(asked)));
    assertThat(question.path("asked_back").asBoolean()).isTrue();
    assertThat(text(question, "question")).isEqualTo("why now?");

    JsonNode answered = park(session(), Script.bash("touch ran"), Script.SAY_LAST_RESULT);
    http.post(
            "/v1/runs/" + id(answered) + "/approvals",
            resolutions(one(approvalId(answered), "respond", json(",'response':'it is there'"))))
        .expect(202);
    assertThat(JSON.readTree(lastWords(id(answered))))
        .isEqualTo(JSON.readTree(json("{'responded':true,'response':'it is there'}")));
    assertThat(http.get("/v1/audit/actions?run_id=" + id(answered)).json().toString())
        .doesNotContain("touch ran");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "request_changes||reason",
        "ask_back|,'reason':'  '|reason",
        "respond||response",
        "allow|,'response':'x'|response",
        "deny|,'response':'x'|response",
        "request_changes|,'reason':'r','option_id':'x'|option_id",
        "request_changes|,'reason':'r','updated_input':{}|updated_input",
        "respond|,'response':'r','grant':{'scope':'session'}|grant"
      })
  // DX-52
  void DX_52_members_that_do_not_belong_together_are_refused_and_nothing_resolves(String line) {
    String[] parts = line.split("\\|", -1);
    JsonNode raised = raise(session(), "");

    JsonNode problem =
        refused(
            decide(raised, parts[0], parts[1]), 400, "approvals", "approval_invalid_resolution");

    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/resolutions/0/" + parts[2]);
    assertThat(text(row(raised), "status")).isEqualTo("pending");
  }

  @Test
  void DX_52_a_secret_is_not_answered_with_text() {
    JsonNode run =
        park(
            session(),
            Script.tool(
                "request_approval",
                json(
                    "{'reason':'key','requested_items':[{'kind':'secret','description':'CRM',"
                        + "'alias':'CRM_KEY'}]}")));
    JsonNode action = run.at("/pending_approvals/0/actions/5");
    assertThat(text(action, "action")).isEqualTo("respond");
    assertThat(action.path("allowed").asBoolean()).isFalse();

    refused(
        http.post(
            "/v1/runs/" + id(run) + "/approvals",
            resolutions(one(approvalId(run), "respond", json(",'response':'hunter2'")))),
        400,
        "approvals",
        "approval_invalid_resolution");

    assertThat(status(run(id(run)))).isEqualTo("waiting_for_approval");
  }

  @Test
  // DX-54
  void DX_54_a_change_elsewhere_than_the_asker_lets_is_refused_with_its_place() {
    JsonNode raised = raise(session(), ",'editable':['/to']");
    assertThat(texts(raised.at("/request/editable"))).containsExactly("/to");

    for (String input :
        List.of("{'to':'prod','dry':false}", "{'to':'prod'}", "{'to':'prod','dry':true,'x':1}")) {
      JsonNode problem =
          refused(
              decide(raised, "allow", ",'updated_input':" + input),
              400,
              "approvals",
              "approval_invalid_resolution");
      assertThat(problem.at("/errors/0/pointer").asString())
          .startsWith("/resolutions/0/updated_input/");
    }
    JsonNode amount =
        http.post(
                "/v1/sessions/" + session() + "/approval-requests",
                json(
                    "{'tool_name':'pay','input':{'amount':1.0,'note':'a'},'reason':'r',"
                        + "'editable':['/note']}"))
            .expect(201)
            .json();
    // A browser writes 1 for 1.0.
    decide(amount, "allow", ",'updated_input':{'amount':1,'note':'b'}").expect(202);

    decide(raised, "allow", ",'updated_input':{'to':'staging','dry':true}").expect(202);
    assertThat(row(raised).at("/resolution/updated_input/to").asString()).isEqualTo("staging");
  }

  @Test
  void DX_54_a_request_of_which_nothing_may_be_changed_says_so() {
    JsonNode raised = raise(session(), ",'editable':[]");

    JsonNode edit = raised.at("/request/actions/2");
    assertThat(text(edit, "action")).isEqualTo("edit");
    assertThat(edit.path("allowed").asBoolean()).isFalse();
    assertThat(text(edit, "reason")).isNotBlank();
    refused(
        decide(raised, "allow", ",'updated_input':{'to':'staging','dry':true}"),
        400,
        "approvals",
        "approval_invalid_resolution");
  }

  @Test
  // DX-14
  void DX_14_nobody_says_low_of_their_own_request() {
    String session = session();
    String native1 = session();
    refused(
        http.post(
            "/v1/sessions/" + session + "/approval-requests", json(DEPLOY + ",'risk':'low'}")),
        400,
        "api",
        "invalid_request");

    http.post(
            "/v1/approval-policies",
            json(
                "{'name':'grave %s','match':{'kinds':['question'],'risks':['high'],"
                    + "'sessions':['%s','%s']},'needs':'1 of role:admin'}",
                session, session, native1))
        .expect(201);
    String which = "{'id':'q','question':'Which?'}";
    refused(
        http.post(
            "/v1/sessions/" + session + "/question-requests",
            json("{'questions':[" + which + "],'risk':'low'}")),
        400,
        "api",
        "invalid_request");
    assertThat(ask(session, which, ",'risk':'high'").at("/request/standing/policy/name").asString())
        .isEqualTo("grave " + session);
    assertThat(ask(session, which, ",'risk':'normal'").at("/request/standing").isMissingNode())
        .isTrue();
    JsonNode own =
        park(
            native1,
            Script.tool(
                "ask_user_question", json("{'questions':[{'question':'Own?'}],'risk':'high'}")));
    assertThat(own.at("/pending_questions/0/standing/policy/name").asString())
        .isEqualTo("grave " + session);

    assertThat(text(raise(session, ",'risk':'high'").at("/request/risk"), "level"))
        .isEqualTo("high");
    assertThat(text(raise(session, ",'risk':'normal'").at("/request/risk"), "level"))
        .isEqualTo("normal");
  }
}
