package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the agent asks mid-task is shown to whoever has its session on the screen. */
@OnBothDatabases
class AmbientClarifyTest extends AmbientAcceptance {
  private static final String FREE = json("{'id':'notes','question':'Anything else?'}");

  /** The label of the last is the id of the first. */
  private static final String CHOICE =
      json(
          "{'id':'routing','header':'Routing','question':'Which provider?','options':["
              + "{'id':'openai','label':'OpenAI'},{'id':'local','label':'On this machine'},"
              + "{'id':'other','label':'openai'}]}");

  private static final String SEVERAL =
      json(
          "{'id':'days','question':'Which days?','multi_select':true,'options':["
              + "{'id':'mo','label':'Monday'},{'id':'tu','label':'Tuesday'},"
              + "{'id':'we','label':'Wednesday'}]}");

  AmbientClarifyTest(Database database) {
    super(database);
  }

  private JsonNode asking(String session, String question, String more) {
    return park(session, Script.ask(question, json(more)), Script.SAY_LAST_RESULT);
  }

  @Test
  // H3-46, H3-47
  void H3_46_H3_47_where_nothing_is_asked_pending_is_null_and_there_is_no_count() {
    for (String session : List.of(session(), "nobody-ever")) {
      assertThat(pendingClarify(session).toString()).isEqualTo(json("{'pending':null}"));
    }
  }

  @Test
  // H3-46, H3-47, H3-48, H3-49, H3-50, H3-51, H3-52, H3-53, H3-54, H3-55, H3-56, H3-61
  void
      H3_46_H3_47_H3_48_H3_49_H3_50_H3_51_H3_52_H3_53_H3_54_H3_55_H3_56_H3_61_a_free_question_is_shown_and_blocks() {
    String session = session();
    JsonNode run = asking(session, FREE, "");
    JsonNode request = run.path("pending_questions").get(0);

    JsonNode body = pendingClarify(session);

    assertThat(members(body)).containsExactly("pending");
    JsonNode shown = body.path("pending");
    assertThat(members(shown))
        .contains(
            "clarify_id",
            "question",
            "choices_offered",
            "session_id",
            "kind",
            "requested_at",
            "timeout_seconds",
            "expires_at")
        .doesNotContain("command", "approval_id", "pattern_key", "pattern_keys");
    assertThat(text(shown, "clarify_id")).isEqualTo(questionId(run));
    assertThat(text(shown, "question")).isEqualTo("Anything else?");
    assertThat(shown.path("choices_offered").toString()).isEqualTo("[]");
    assertThat(text(shown, "session_id")).isEqualTo(session);
    assertThat(text(shown, "kind")).isEqualTo("clarify");
    assertThat(shown.path("requested_at").isNumber()).isTrue();
    assertThat(shown.path("requested_at").asDouble())
        .isEqualTo(request.path("created_at_ms").asLong() / 1000.0);
    for (String member : List.of("timeout_seconds", "expires_at")) {
      assertThat(shown.path(member).isNumber()).as(member).isTrue();
      assertThat(shown.path(member).asDouble()).as(member).isZero();
    }
    assertThat(status(run)).isEqualTo("waiting_for_user_question");
  }

  @ParameterizedTest
  @ValueSource(longs = {60_000, 3_600_001, 86_399_999, 7_777_777})
  // H3-54, H3-55
  void H3_54_H3_55_a_deadline_is_the_time_of_asking_and_the_seconds_that_it_takes(long afterMs) {
    String session = session();
    JsonNode run = asking(session, FREE, ",'expires_after_ms':" + afterMs);
    JsonNode request = run.path("pending_questions").get(0);

    Http.Answer answer = http.get("/api/clarify/pending?session_id=" + session).expect(200);

    JsonNode shown = answer.json().path("pending");
    assertThat(shown.path("timeout_seconds").asDouble()).isEqualTo(afterMs / 1000.0);
    assertThat(shown.path("requested_at").asDouble() + shown.path("timeout_seconds").asDouble())
        .as("to the last bit, as a client would add them")
        .isEqualTo(shown.path("expires_at").asDouble());
    assertThat(Math.round(shown.path("expires_at").asDouble() * 1000))
        .isEqualTo(request.path("expires_at_ms").asLong());
    assertThat(answer.text())
        .as("numbers that every reader takes")
        .matches(".*\"requested_at\":[0-9]{10}(\\.[0-9]+)?[,}].*")
        .matches(".*\"expires_at\":[0-9]{10}(\\.[0-9]+)?[,}].*")
        .matches(".*\"timeout_seconds\":[0-9]+(\\.[0-9]+)?[,}].*");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "OpenAI,          'selected_option_ids':['openai']",
        "On this machine, 'selected_option_ids':['local']",
        "local,           'selected_option_ids':['local']",
        "openai,          'selected_option_ids':['other']",
        "Neither of both, 'freeform_answer':'Neither of both'"
      })
  // H3-50, H3-57, H3-62, H3-65, H3-75
  void
      H3_50_H3_57_H3_62_H3_65_H3_75_the_text_of_a_choice_or_its_id_selects_it_and_other_text_is_free(
          String response, String answered) {
    String session = session();
    JsonNode run = asking(session, CHOICE, "");
    assertThat(texts(pendingClarify(session).at("/pending/choices_offered")))
        .containsExactly("OpenAI", "On this machine", "openai");
    assertThat(status(run)).isEqualTo("waiting_for_user_question");

    JsonNode body = tell(session, response, questionId(run)).expect(200).json();

    assertThat(body.path("ok").asBoolean()).isTrue();
    assertThat(text(body, "response")).isEqualTo(response);
    assertThat(lastWords(id(run)))
        .contains(
            json("'declined':false"), json("'question_id':'routing'"), answered.replace('\'', '"'));
    assertThat(pendingClarify(session).path("pending").isNull()).isTrue();
  }

  @Test
  // H3-57, H3-65
  void H3_57_H3_65_several_choices_are_a_list() {
    String session = session();
    JsonNode run = asking(session, SEVERAL, "");
    String body =
        json(
            "{'session_id':'%s','clarify_id':'%s','response':['Monday','we']}",
            session, questionId(run));

    JsonNode answer = http.post(ANSWER, body).expect(200).json();

    assertThat(answer.path("response").toString()).isEqualTo(json("['Monday','we']"));
    assertThat(lastWords(id(run))).contains(json("'selected_option_ids':['mo','we']"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"response", "answer", "choice"})
  // H3-62, H3-63, H3-64, H3-65
  void H3_62_H3_63_H3_64_H3_65_the_answer_has_three_names(String name) {
    String session = session();
    JsonNode run = asking(session, FREE, "");

    JsonNode body =
        http.post(
                ANSWER,
                body("session_id", session, name, "Be quick", "clarify_id", questionId(run)))
            .expect(200)
            .json();

    assertThat(body.path("ok").asBoolean()).isTrue();
    assertThat(text(body, "response")).isEqualTo("Be quick");
    assertThat(lastWords(id(run))).contains("Be quick");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'response':'x'}                                | session_id",
        "{'session_id':null,'response':'x'}              | session_id",
        "{'session_id':'','response':'x'}                | session_id",
        "{'session_id':7,'response':'x'}                 | session_id",
        "{'session_id':'S'}                              | response",
        "{'session_id':'S','clarify_id':'Q'}             | response",
        "{'session_id':'S','response':null}              | response",
        "{'session_id':'S','response':''}                | response",
        "{'session_id':'S','response':'  '}              | response",
        "{'session_id':'S','answer':''}                  | response",
        "{'session_id':'S','response':{}}                | response",
        "{'session_id':'S','response':[]}                | response",
        "{'session_id':'S','response':'x','clarify_id':7}| clarify_id",
      })
  // H3-66, H3-67
  void H3_66_H3_67_an_answer_that_says_nothing_or_names_no_session_changes_nothing(
      String body, String member) {
    String session = session();
    JsonNode run = asking(session, FREE, "");
    String sent =
        json(body)
            .replace("\"S\"", '"' + session + '"')
            .replace("\"Q\"", '"' + questionId(run) + '"');

    leavesUnchanged(
        id(run), () -> assertThat(no(http.post(ANSWER, sent), 400).toString()).contains(member));
    assertThat(pendingClarify(session).path("pending").isObject()).isTrue();
  }

  /** The ways on which a question can go. */
  enum Elsewhere {
    ANSWERED_HERE,
    ANSWERED,
    DECLINED,
    QUESTION_CANCELLED,
    RUN_CANCELLED
  }

  private void settle(Elsewhere elsewhere, JsonNode run) {
    String answers = "/v1/runs/" + id(run) + "/questions";
    switch (elsewhere) {
      case ANSWERED_HERE -> tell(text(run, "session_id"), "first", questionId(run)).expect(200);
      case ANSWERED -> {
        String answer = json("'answers':[{'question_id':'notes','freeform_answer':'n'}]");
        http.post(answers, resolution(questionId(run), answer)).expect(202);
      }
      case DECLINED -> http.post(answers, decline(questionId(run))).expect(202);
      case QUESTION_CANCELLED ->
          http.post(answers + "/" + questionId(run) + "/cancel", null).expect(200);
      case RUN_CANCELLED -> http.post("/v1/runs/" + id(run) + "/cancel", null).expect(200);
    }
  }

  @ParameterizedTest
  @EnumSource
  // H3-68
  void H3_68_an_answer_to_what_is_no_longer_asked_is_stale(Elsewhere elsewhere) {
    String session = session();
    JsonNode run = asking(session, FREE, "");
    settle(elsewhere, run);
    awaitRun(id(run), r -> List.of("completed", "cancelled").contains(status(r)));

    leavesUnchanged(
        id(run),
        () -> {
          staleAnswer(tell(session, "late", questionId(run)));
          staleAnswer(tell(session, "late", null));
        });
    assertThat(pendingClarify(session).toString()).isEqualTo(json("{'pending':null}"));
  }

  @Test
  // H3-68, H3-69
  void H3_68_H3_69_an_answer_to_an_expired_question_is_stale() {
    String session = session();
    JsonNode run = asking(session, FREE, ",'expires_after_ms':200");
    String question =
        event(id(run), "waiting_for_user_question").path("request_ids").get(0).asString();
    awaitRun(id(run), "cancelled");

    leavesUnchanged(
        id(run),
        () -> {
          staleAnswer(tell(session, "late", question));
          staleAnswer(tell(session, "late", null));
        });
  }

  @Test
  // H3-70
  void H3_70_an_answer_of_another_session_is_stale_and_hits_neither() {
    String mine = session();
    String other = session();
    JsonNode run = asking(mine, FREE, "");
    JsonNode others = asking(other, FREE, "");

    leavesUnchanged(
        id(run),
        () ->
            leavesUnchanged(
                id(others),
                () -> {
                  staleAnswer(tell(other, "x", questionId(run)));
                  staleAnswer(tell("nobody-ever", "x", questionId(run)));
                  staleAnswer(tell("nobody-ever", "x", null));
                }));
  }

  @ParameterizedTest
  @ValueSource(strings = {"qst_01ARZ3NDEKTSV4RRFFQ69G5FAV", "qst_", "x", "x:y", ":"})
  // H3-68
  void H3_68_an_id_that_was_never_shown_is_stale(String id) {
    String session = session();
    JsonNode run = asking(session, FREE, "");

    leavesUnchanged(id(run), () -> staleAnswer(tell(session, "x", id)));
  }

  @Test
  // H3-71
  void H3_71_an_old_id_never_answers_the_newer_question() {
    String session = session();
    JsonNode run =
        park(
            session,
            Script.ask(FREE, ""),
            Script.ask(json("{'id':'sure','question':'Sure?'}"), ""),
            Script.SAY_LAST_RESULT);
    String old = questionId(run);
    tell(session, "first", old).expect(200);
    JsonNode again =
        awaitRun(
            id(run),
            r -> status(r).equals("waiting_for_user_question") && !questionId(r).equals(old));

    leavesUnchanged(id(run), () -> staleAnswer(tell(session, "first", old)));

    JsonNode shown = pendingClarify(session).path("pending");
    assertThat(text(shown, "clarify_id")).isEqualTo(questionId(again));
    assertThat(text(shown, "question")).isEqualTo("Sure?");
    tell(session, "yes", questionId(again)).expect(200);
    assertThat(lastWords(id(run))).contains("yes").doesNotContain("first");
  }

  @Test
  // H3-71
  void H3_71_without_an_id_and_with_several_asked_nothing_is_answered() {
    String session = session();
    JsonNode first = ask(session, "One?");
    JsonNode second = ask(session, "Two?");

    leavesUnchanged(
        id(first),
        () ->
            leavesUnchanged(
                id(second),
                () ->
                    assertThat(text(no(tell(session, "x", null), 409), "code"))
                        .isEqualTo("clarify_id_required")));
    assertThat(text(pendingClarify(session).path("pending"), "question")).isEqualTo("One?");

    tell(session, "two", requestId(second)).expect(200);
    assertThat(lastWords(id(second))).contains("two");
    assertThat(text(pendingClarify(session).path("pending"), "clarify_id"))
        .isEqualTo(requestId(first));
  }
}
