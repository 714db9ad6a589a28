package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A structured question parks its run; an answer or a refusal to answer lets it go on. */
@OnBothDatabases
class QuestionTest extends Acceptance {
  QuestionTest(Database database) {
    super(database);
  }

  @Test
  // K0-02, K0-129, K0-130, K0-131, K4-295
  void K0_02_K0_129_K0_130_K0_131_K4_295_a_question_parks_the_run_in_a_state_of_its_own() {
    String session = session();
    JsonNode run = park(session, Script.ask());

    assertThat(status(run)).isEqualTo("waiting_for_user_question");
    JsonNode snapshot = http.get("/v1/sessions/" + session).json().path("snapshot");
    assertThat(status(snapshot)).isEqualTo("waiting_for_user_question");
    assertThat(snapshot.path("pending_questions")).isEqualTo(run.path("pending_questions"));
  }

  @Test
  // K0-134, K0-135, K0-45, K0-46, K0-47, K0-48, K0-49, K0-50, K0-51, K0-52, K0-53, K0-54, K4-338,
  // K4-339
  void
      K0_134_K0_135_K0_45_K0_46_K0_47_K0_48_K0_49_K0_50_K0_51_K0_52_K0_53_K0_54_K4_338_K4_339_the_run_shows_the_whole_question() {
    JsonNode run = park(session(), Script.ask());

    JsonNode request = run.path("pending_questions").get(0);
    assertThat(texts(run.path("pending_question_ids"))).containsExactly(text(request, "id"));
    assertThat(members(request))
        .containsExactly(
            "id",
            "tool_call_id",
            "revision",
            "digest",
            "questions",
            "created_at_ms",
            "expires_at_ms",
            "actions",
            "title",
            "summary");
    assertThat(text(request, "id")).startsWith("qst_");
    assertThat(text(request, "tool_call_id")).isNotEmpty();
    assertThat(request.path("created_at_ms").asLong()).isPositive();
    assertThat(request.path("expires_at_ms").isNull()).isTrue();
    assertThat(request.path("questions").toString())
        .isEqualTo(
            json(
                "[{'id':'routing','header':'Routing','question':'Which provider?','options':["
                    + "{'id':'openai','label':'OpenAI'},{'id':'local','label':'Local'}],"
                    + "'multi_select':false},"
                    + "{'id':'notes','header':'Notes','question':'Anything else?','options':[],"
                    + "'multi_select':false}]"));
    assertThat(request.path("actions").valueStream().map(a -> text(a, "action")))
        .containsExactly("answer", "decline", "cancel");
  }

  @Test
  void Q3_an_option_may_describe_itself_and_be_shown_in_advance() {
    String option = json("{'id':'a','label':'A','description':'about','preview':'shown'}");
    JsonNode run =
        park(session(), Script.ask(json("{'id':'q','question':'?','options':[%s]}", option), ""));

    assertThat(run.at("/pending_questions/0/questions/0/options/0").toString()).isEqualTo(option);
  }

  @Test
  // K0-06, K0-07, K0-25, K0-27, K0-28, K0-29, K0-30, K0-31, K0-32, K0-41, K0-43
  void
      K0_06_K0_07_K0_25_K0_27_K0_28_K0_29_K0_30_K0_31_K0_32_K0_41_K0_43_the_list_shows_who_waits_for_what() {
    String session = session();
    JsonNode run = park(session, Script.ask());

    JsonNode list = http.get("/v1/questions?session_id=" + session).expect(200).json();
    assertThat(list.isArray()).isTrue();
    assertThat(list.size()).isEqualTo(1);
    assertThat(http.get("/v1/sessions/" + session + "/questions").expect(200).json())
        .isEqualTo(list);
    JsonNode row = list.get(0);
    assertThat(text(row, "session_id")).isEqualTo(session);
    assertThat(text(row, "agent_id")).isEqualTo(text(run, "agent_id")).startsWith("agt_");
    assertThat(text(row, "run_id")).isEqualTo(id(run));
    assertThat(text(row, "run_kind")).isEqualTo("input");
    assertThat(row.path("request")).isEqualTo(run.path("pending_questions").get(0));
    for (String member : List.of("agent_id", "session_id", "run_id", "tool_call_id")) {
      assertThat(row.get("requester_" + member).isNull()).as(member).isTrue();
    }
    for (String member :
        List.of(
            "requester_project_ids",
            "requester_channel_ids",
            "parent_project_ids",
            "parent_channel_ids")) {
      assertThat(row.path(member).toString()).as(member).isEqualTo("[]");
    }
  }

  @Test
  // K0-26
  void K0_26_without_a_session_the_list_shows_all_oldest_first() {
    JsonNode one = park(session(), Script.ask());
    JsonNode two = park(session(), Script.ask());

    assertThat(
            http.get("/v1/questions").expect(200).json().valueStream().map(row -> id(row)).toList())
        .containsSubsequence(id(one), id(two));
  }

  @Test
  void Q50_an_unknown_session_is_an_empty_list_as_a_filter_and_not_found_as_a_path() {
    assertThat(http.get("/v1/questions?session_id=nobody").expect(200).text()).isEqualTo("[]");
    refused(http.get("/v1/sessions/nobody/questions"), 404, "sessions", "session_not_found");
  }

  @Test
  // K0-55, K0-107
  void K0_55_K0_107_what_is_settled_is_no_longer_listed() {
    String session = session();
    String list = "/v1/sessions/" + session + "/questions";

    JsonNode answered = park(session, Script.ask());
    http.post("/v1/runs/" + id(answered) + "/questions", answer(questionId(answered))).expect(202);
    assertThat(http.get(list).text()).isEqualTo("[]");
    awaitRun(id(answered), "completed");

    JsonNode declined = park(session, Script.ask());
    http.post("/v1/runs/" + id(declined) + "/questions", decline(questionId(declined))).expect(202);
    assertThat(http.get(list).text()).isEqualTo("[]");
    awaitRun(id(declined), "completed");

    JsonNode cancelled = park(session, Script.ask());
    http.post("/v1/runs/" + id(cancelled) + "/questions/" + questionId(cancelled) + "/cancel", null)
        .expect(200);
    assertThat(http.get(list).text()).isEqualTo("[]");

    JsonNode expired = park(session, Script.ask(1));
    awaitRun(id(expired), "cancelled");
    assertThat(http.get(list).text()).isEqualTo("[]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "session"})
  // K0-04, K0-09, K0-12, K0-17, K0-20, K0-77, K0-78, K0-79, K0-80, K0-82, K0-83, K0-84, K0-85,
  // K0-86, K0-89, K4-308
  void
      K0_04_K0_09_K0_12_K0_17_K0_20_K0_77_K0_78_K0_79_K0_80_K0_82_K0_83_K0_84_K0_85_K0_86_K0_89_K4_308_the_documented_answer_resumes_the_very_run(
          String door) {
    String session = session();
    JsonNode run = park(session, Script.ask(), Script.SAY_LAST_RESULT);
    String path = door.equals("run") ? "/v1/runs/" + id(run) : "/v1/sessions/" + session;

    Http.Answer answer = http.post(path + "/questions", answer(questionId(run)));

    if (door.equals("run")) {
      assertThat(id(answer.expect(202).json())).isEqualTo(id(run));
    } else {
      JsonNode view = answer.expect(200).json();
      assertThat(text(view, "session_id")).isEqualTo(session);
      assertThat(view.path("snapshot").path("pending_questions").isEmpty()).isTrue();
      assertThat(status(view.path("snapshot"))).isEqualTo("idle");
    }
    assertThat(lastWords(id(run)))
        .isEqualTo(
            json(
                "{'declined':false,'answers':["
                    + "{'question_id':'routing','selected_option_ids':['openai']},"
                    + "{'question_id':'notes','selected_option_ids':[],"
                    + "'freeform_answer':'Use the fast path.'}]}"));
    JsonNode event = event(id(run), "user_question_resolved");
    assertThat(text(event.path("resolution"), "justification")).isEqualTo("Answered by operator");
    assertThat(text(event, "by")).isEqualTo("admin");
  }

  @Test
  // K0-03
  void K0_03_an_answer_makes_no_other_run() {
    String session = session();
    JsonNode run = park(session, Script.ask());

    http.post("/v1/sessions/" + session + "/questions", answer(questionId(run))).expect(200);

    assertThat(http.get("/v1/runs?session_id=" + session).json().size()).isEqualTo(1);
  }

  @Test
  // K0-81
  void K0_81_declined_need_not_be_said_when_it_is_not_meant() {
    JsonNode run = park(session(), Script.ask(json("{'id':'q','question':'?'}"), ""));

    http.post(
            "/v1/runs/" + id(run) + "/questions",
            resolution(
                questionId(run), json("'answers':[{'question_id':'q','freeform_answer':'yes'}]")))
        .expect(202);

    awaitRun(id(run), "completed");
  }

  @Test
  // K0-87
  void K0_87_a_refusal_to_answer_is_told_to_the_model_and_the_run_goes_on() {
    JsonNode run = park(session(), Script.ask(), Script.SAY_LAST_RESULT);

    http.post("/v1/runs/" + id(run) + "/questions", decline(questionId(run))).expect(202);

    assertThat(lastWords(id(run)))
        .isEqualTo(json("{'declined':true,'justification':'Not my call'}"));
  }

  @Test
  // K0-91
  void K0_91_several_options_are_taken_where_several_may_be_chosen() {
    JsonNode run =
        park(
            session(),
            Script.ask(
                json("{'id':'q','question':'?','multi_select':true,'options':['a','b','c']}"), ""),
            Script.SAY_LAST_RESULT);

    http.post(
            "/v1/runs/" + id(run) + "/questions",
            resolution(
                questionId(run),
                json("'answers':[{'question_id':'q','selected_option_ids':['c','a']}]")))
        .expect(202);

    assertThat(lastWords(id(run))).contains(json("'selected_option_ids':['c','a']"));
  }

  @Test
  // K4-291
  void K4_291_a_resumed_run_says_how_it_was_resumed_and_what_it_was() {
    JsonNode run = park(session(), Script.ask(), Script.ask());
    http.post("/v1/runs/" + id(run) + "/questions", answer(questionId(run))).expect(202);

    JsonNode after =
        awaitRun(
            id(run),
            now ->
                status(now).equals("waiting_for_user_question")
                    && !questionId(now).equals(questionId(run)));

    assertThat(text(after, "kind")).isEqualTo("user_question_resume");
    assertThat(text(after, "origin_kind")).isEqualTo("input");
    assertThat(
            text(
                http.get("/v1/questions?session_id=" + text(run, "session_id")).json().get(0),
                "run_kind"))
        .as("Q1: a pending question shows the origin")
        .isEqualTo("input");
  }

  @Test
  // K0-166
  void K0_166_with_two_parked_runs_the_one_that_is_named_goes_on() {
    JsonNode one = park(session(), Script.ask());
    JsonNode other = park(session(), Script.ask());

    leavesUnchanged(
        id(other),
        () -> {
          http.post("/v1/runs/" + id(one) + "/questions", answer(questionId(one))).expect(202);
          awaitRun(id(one), "completed");
        });
  }

  @Test
  // K0-82
  void K0_82_a_note_beside_the_answers_is_kept_with_them() {
    JsonNode run = park(session(), Script.ask(), Script.SAY_LAST_RESULT);
    http.post("/v1/runs/" + id(run) + "/questions", answer(questionId(run))).expect(202);

    JsonNode decided = http.get("/v1/questions/" + questionId(run)).expect(200).json();

    assertThat(decided.at("/resolution/justification").asString())
        .isEqualTo("Answered by operator");
    assertThat(decided.at("/resolution/answers").size()).isEqualTo(2);
  }
}
