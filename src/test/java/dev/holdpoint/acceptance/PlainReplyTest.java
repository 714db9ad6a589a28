package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Older clients reply to what agents ask by session and id, with plain texts. */
@OnBothDatabases
class PlainReplyTest extends Acceptance {
  private static final String COLOR =
      json(
          "{'id':'color','question':'Choose a color','options':["
              + "{'id':'r','label':'Red'},{'id':'b','label':'Blue'}]}");
  private static final String NOTES = json("{'id':'notes','question':'Anything else?'}");

  PlainReplyTest(Database database) {
    super(database);
  }

  private JsonNode ask(String session, String... questions) {
    return park(session, Script.ask(String.join(",", questions), ""), Script.SAY_LAST_RESULT);
  }

  private Http.Answer reply(String session, String question, String answers) {
    return http.post(
        "/v1/sessions/" + session + "/questions/" + question + "/reply",
        json("{'answers':" + answers + "}"));
  }

  private Http.Answer reject(String session, String question) {
    return http.post("/v1/sessions/" + session + "/questions/" + question + "/reject", null);
  }

  private Http.Answer permit(String session, String approval, String reply) {
    return http.post(
        "/v1/sessions/" + session + "/permissions/" + approval + "/reply",
        json("{'reply':'" + reply + "'}"));
  }

  /** Something new is asked from outside, so that whatever came before it has come. */
  private String mark(String session) {
    JsonNode raised =
        http.post(
                "/v1/sessions/" + session + "/question-requests",
                json("{'questions':[{'id':'mark','question':'Mark?'}]}"))
            .expect(201)
            .json();
    return text(raised.path("request"), "id");
  }

  private void nothingButTheMark(Sse stream, String session) {
    String mark = mark(session);
    Sse.Frame frame = stream.next();
    assertThat(frame.type()).isEqualTo("question.requested");
    assertThat(text(frame.data(), "question_id")).isEqualTo(mark);
  }

  private JsonNode decision(String question) {
    return http.get("/v1/questions/" + question).expect(200).json().path("resolution");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Red", "r"})
  // A2-03, A2-17, A2-19, A2-21, A2-24
  void A2_03_A2_17_A2_19_A2_21_A2_24_a_reply_answers_the_question_and_the_run_goes_on(String said) {
    String session = session();
    JsonNode run = ask(session, COLOR);

    Http.Answer answer = reply(session, questionId(run), "[['" + said + "']]").expect(204);

    assertThat(answer.text()).isEmpty();
    awaitRun(id(run), "completed");
    assertThat(decision(questionId(run)).at("/answers/0/selected_option_ids/0").asString())
        .isEqualTo("r");
    assertThat(http.get("/v1/sessions/" + session + "/questions").json()).isEmpty();
    refused(
        reply(session, questionId(run), "[['Blue']]"), 409, "questions", "question_state_conflict");
  }

  @Test
  // A2-04, A2-20, A2-22, A2-32
  void A2_04_A2_20_A2_22_A2_32_a_rejection_needs_no_body_and_declines() {
    String session = session();
    JsonNode run = ask(session, COLOR);

    reject(session, questionId(run)).expect(204);

    awaitRun(id(run), "completed");
    assertThat(text(decision(questionId(run)), "behavior")).isEqualTo("declined");
    refused(reject(session, questionId(run)), 409, "questions", "question_state_conflict");
  }

  @Test
  // A2-23
  void A2_23_what_is_not_of_this_session_is_not_found_and_tells_nobody() {
    String session = session();
    JsonNode run = ask(session, COLOR);
    JsonNode permission = park(session(), Script.approval("x"));
    String bystander = text(permission, "session_id");
    String log = http.get("/v1/sessions/" + session + "/events").expect(200).text();
    String otherLog = http.get("/v1/sessions/" + bystander + "/events").expect(200).text();

    leavesUnchanged(
        id(run),
        () -> {
          String other = session();
          for (String question : List.of(questionId(run), "nobody", approvalId(permission))) {
            refused(reply(other, question, "[['Red']]"), 404, "questions", "question_not_found");
            refused(reject(other, question), 404, "questions", "question_not_found");
          }
          refused(reply("nobody", questionId(run), "[]"), 404, "sessions", "session_not_found");
          refused(reject("nobody", questionId(run)), 404, "sessions", "session_not_found");
          refused(
              permit(session, approvalId(permission), "once"),
              404,
              "approvals",
              "approval_not_found");
          refused(permit(session, questionId(run), "once"), 404, "approvals", "approval_not_found");
        });
    // No session's log has gained an event, and no stream tells of one.
    assertThat(http.get("/v1/sessions/" + session + "/events").expect(200).text()).isEqualTo(log);
    assertThat(http.get("/v1/sessions/" + bystander + "/events").expect(200).text())
        .isEqualTo(otherLog);
    try (Sse stream = universal(session)) {
      assertThat(text(stream.next("question.requested").data(), "question_id"))
          .isEqualTo(questionId(run));
      nothingButTheMark(stream, session);
    }
    try (Sse stream = universal(bystander)) {
      assertThat(stream.next("permission.requested").data().toString())
          .contains(approvalId(permission));
      nothingButTheMark(stream, bystander);
    }
  }

  @Test
  // A2-25
  void A2_25_of_two_replies_at_once_one_answers_and_the_other_is_told() {
    for (int round = 0; round < 3; round++) {
      String session = session();
      JsonNode run = ask(session, COLOR);

      List<Integer> statuses =
          atOnce(2, () -> reply(session, questionId(run), "[['Red']]").status());

      assertThat(statuses).containsExactlyInAnyOrder(204, 409);
      awaitRun(id(run), "completed");
      assertThat(eventTypes(id(run))).containsOnlyOnce("user_question_resolved");
      try (Sse stream = universal(session)) {
        assertThat(stream.next().type()).isEqualTo("question.requested");
        assertThat(stream.next().type()).isEqualTo("question.resolved");
        nothingButTheMark(stream, session);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[[]]", "[[],['later']]"})
  // A2-27
  void A2_27_no_answer_at_all_resolves_with_no_response(String answers) {
    String session = session();
    JsonNode run = ask(session, COLOR, NOTES);

    reply(session, questionId(run), answers).expect(204);

    awaitRun(id(run), "completed");
    JsonNode resolved = resolved(session);
    assertThat(resolved.path("response").isNull()).isTrue();
    assertThat(text(resolved, "status")).isEqualTo("answered");
  }

  @Test
  // A2-26
  void A2_26_the_response_is_the_first_word_whatever_follows() {
    String session = session();
    String many =
        json(
            "{'id':'m','question':'Which?','multi_select':true,'options':["
                + "{'id':'r','label':'Red'},{'id':'b','label':'Blue'}]}");
    JsonNode run = ask(session, many, NOTES);

    reply(session, questionId(run), "[['my own words','Blue','Red'],['note']]").expect(204);

    assertThat(text(resolved(session), "response")).isEqualTo("my own words");
    JsonNode answers = decision(questionId(run)).path("answers");
    assertThat(texts(answers.at("/0/selected_option_ids"))).containsExactly("b", "r");
    assertThat(text(answers.get(0), "freeform_answer")).isEqualTo("my own words");
    assertThat(text(answers.get(1), "freeform_answer")).isEqualTo("note");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          {}                            | invalid_request
          {"answers":null}              | invalid_request
          {"answers":"Red"}             | invalid_request
          {"answers":["Red"]}           | invalid_request
          {"answers":[[1]]}             | invalid_request
          {"answers":[[null]]}          | invalid_request
          {"answers":[null]}            | invalid_request
          {"answers":[["Red"],["x"]]}   | question_unknown_answer
          {"answers":[["Red","Blue"]]}  | question_single_select_violation
          {"answers":[[" "]]}           | question_answer_empty
          """)
  void a_reply_that_does_not_fit_is_refused_and_the_question_waits(String body, String code) {
    String session = session();
    JsonNode run = ask(session, COLOR);
    String path = "/v1/sessions/" + session + "/questions/" + questionId(run) + "/reply";

    leavesUnchanged(
        id(run),
        () -> {
          Http.Answer answer = http.post(path, body);
          assertThat(answer.status()).as(answer.text()).isEqualTo(400);
          assertThat(answer.code()).isEqualTo(code);
          assertThat(answer.json().at("/errors/0/pointer").asString()).startsWith("/answers");
        });
  }

  @Test
  void a_reply_has_a_limit() {
    String session = session();
    JsonNode run = ask(session, COLOR);
    String many = "'x'" + ",'x'".repeat(100);

    Http.Answer answer = reply(session, questionId(run), "[[" + many + "]]");

    refused(answer, 400, "api", "invalid_request");
    assertThat(answer.json().at("/errors/0/pointer").asString()).isEqualTo("/answers/0");
  }

  @Test
  void a_permission_is_allowed_once_or_denied() {
    String session = session();
    JsonNode once = park(session, Script.bash("true"), Script.SAY_LAST_RESULT);
    permit(session, approvalId(once), "once").expect(204);
    awaitRun(id(once), "completed");
    JsonNode denied = park(session, Script.bash("true"), Script.SAY_LAST_RESULT);
    permit(session, approvalId(denied), "reject").expect(204);
    awaitRun(id(denied), "completed");

    assertThat(behavior(once)).isEqualTo("allow");
    assertThat(behavior(denied)).isEqualTo("deny");
    refused(permit(session, approvalId(once), "once"), 409, "approvals", "approval_state_conflict");
    assertThat(permit(session, approvalId(once), "maybe").status()).isEqualTo(400);
    List<String> statuses = new ArrayList<>();
    try (Sse stream = universal(session)) {
      for (int i = 0; i < 4; i++) {
        Sse.Frame frame = stream.next();
        statuses.add(frame.type() + " " + text(frame.data(), "status"));
        assertThat(text(frame.data(), "action")).isEqualTo("bash");
        assertThat(frame.data().at("/metadata/input/command").asString()).isEqualTo("true");
        assertThat(members(frame.data()))
            .startsWith("permission_id", "action", "status", "metadata")
            .isSubsetOf("permission_id", "action", "status", "metadata", "outcome");
      }
    }
    assertThat(statuses)
        .containsExactly(
            "permission.requested requested",
            "permission.resolved accept",
            "permission.requested requested",
            "permission.resolved reject");
  }

  private String behavior(JsonNode run) {
    return http.get("/v1/approvals/" + approvalId(run))
        .json()
        .at("/resolution/behavior")
        .asString();
  }

  @Test
  void always_leaves_a_rule_behind_and_the_like_is_not_asked_again() {
    String session = session();
    JsonNode run = park(session, Script.bash("true always " + session), Script.SAY_LAST_RESULT);

    permit(session, approvalId(run), "always").expect(204);

    awaitRun(id(run), "completed");
    JsonNode again = park(session, Script.bash("true always " + session), Script.SAY_LAST_RESULT);
    assertThat(status(again)).isEqualTo("completed");
    try (Sse stream = universal(session)) {
      assertThat(text(stream.next("permission.resolved").data(), "status"))
          .isEqualTo("accept_for_session");
    }
  }

  @Test
  void what_cannot_be_granted_for_longer_is_refused_at_the_reply() {
    String session = session();
    JsonNode run = park(session, Script.approval("Release?"));

    Http.Answer answer = permit(session, approvalId(run), "always");

    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.json().at("/errors/0/pointer").asString()).isEqualTo("/reply");
    permit(session, approvalId(run), "once").expect(204);
  }

  private Sse universal(String session) {
    return http.stream("/v1/sessions/" + session + "/stream?format=universal&cursor=0");
  }

  private JsonNode resolved(String session) {
    try (Sse stream = universal(session)) {
      return stream.next("question.resolved").data();
    }
  }
}
