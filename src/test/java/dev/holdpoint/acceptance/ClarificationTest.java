package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A child asks its parent, and somebody answers in the parent's session. */
@OnBothDatabases
class ClarificationTest extends Families {
  ClarificationTest(Database database) {
    super(database);
  }

  @Test
  // K0-33, K0-34, K0-35, K0-36, K4-289
  void K0_33_K0_34_K0_35_K0_36_K4_289_it_shows_who_asks_and_from_where() {
    Family family = family(Script.clarify());
    JsonNode view = family.question();
    JsonNode child = run(family.childRun());

    assertThat(text(view, "session_id")).isEqualTo(family.parent());
    assertThat(text(view, "agent_id"))
        .isEqualTo(text(http.get("/v1/sessions/" + family.parent()).json(), "agent_id"));
    assertThat(text(view, "run_kind")).isEqualTo("parent_clarification");
    assertThat(text(view, "requester_agent_id")).isEqualTo(text(child, "agent_id"));
    assertThat(text(view, "requester_session_id")).isEqualTo(family.child());
    assertThat(text(view, "requester_run_id")).isEqualTo(family.childRun());
    assertThat(text(view, "requester_tool_call_id"))
        .isEqualTo(view.at("/request/tool_call_id").asString())
        .isNotBlank();
    for (String list :
        List.of(
            "requester_project_ids",
            "requester_channel_ids",
            "parent_project_ids",
            "parent_channel_ids")) {
      assertThat(view.path(list).isArray() && view.path(list).isEmpty()).as(list).isTrue();
    }
    assertThat(view.at("/request/questions").size()).isEqualTo(2);
    assertThat(view.at("/request/actions").valueStream().map(a -> text(a, "action")))
        .containsExactly("answer", "decline", "cancel");

    JsonNode waiting = run(family.run());
    assertThat(text(waiting, "kind")).isEqualTo("parent_clarification");
    assertThat(text(waiting, "origin_kind")).isEqualTo("parent_clarification");
    assertThat(status(waiting)).isEqualTo("waiting_for_user_question");
    assertThat(questionId(waiting)).isEqualTo(family.questionId());
    assertThat(text(snapshot(family.parent()), "status")).isEqualTo("waiting_for_user_question");
  }

  @Test
  void the_question_is_listed_where_it_is_answered_and_nowhere_else() {
    Family family = family(Script.clarify());

    JsonNode child = run(family.childRun());
    assertThat(status(child)).isEqualTo("waiting_for_user_question");
    assertThat(child.path("pending_question_ids").isEmpty()).isTrue();
    assertThat(questions(family.child())).isEmpty();
    assertThat(text(snapshot(family.child()), "status")).isEqualTo("waiting_for_user_question");
    assertThat(snapshot(family.child()).path("pending_questions").isEmpty()).isTrue();
    assertThat(
            http.get("/v1/questions").json().findValuesAsString("id").stream()
                .filter(family.questionId()::equals))
        .hasSize(1);
    JsonNode event = event(family.childRun(), "waiting_for_user_question");
    assertThat(texts(event.path("request_ids"))).containsExactly(family.questionId());
    assertThat(event.at("/requests/0/questions").size()).isEqualTo(2);
    assertThat(event.at("/requests/0/actions").isMissingNode()).isTrue();

    leavesUnchanged(
        family.childRun(),
        () -> {
          for (String path :
              List.of(
                  "/v1/runs/" + family.childRun() + "/questions",
                  "/v1/sessions/" + family.child() + "/questions")) {
            refused(
                http.post(path, answer(family.questionId())),
                400,
                "questions",
                "question_request_mismatch");
          }
        });
  }

  @Test
  // K0-144, K0-153, K0-154, K4-392, K4-410, K4-411, K4-412, K4-413
  void K0_144_K0_153_K0_154_K4_392_K4_410_to_413_an_answer_reaches_the_child_once() {
    Family family = family(Script.clarify(), Script.SAY_LAST_RESULT);
    String body = answer(family.questionId());
    String resolution = JSON.readTree(body).path("resolution").toString();

    JsonNode done = http.post(family.answerPath(), body).expect(202).json();

    assertThat(id(done)).isEqualTo(family.run());
    assertThat(status(done)).isEqualTo("completed");
    assertThat(text(done, "kind")).isEqualTo("parent_clarification");
    assertThat(JSON.readTree(text(done.path("outputs").get(0), "content")))
        .isEqualTo(JSON.readTree(resolution));
    JsonNode told = toldTo(family.childRun());
    assertThat(told.path("declined").asBoolean()).isFalse();
    assertThat(told.at("/answers/0/selected_option_ids/0").asString()).isEqualTo("openai");
    assertThat(told.at("/answers/1/freeform_answer").asString()).isEqualTo("Use the fast path.");
    assertThat(text(run(family.childRun()), "kind")).isEqualTo("user_question_resume");
    reachedTheChildOnce(family, resolution);

    JsonNode event = event(family.run(), "parent_clarification_resolved");
    assertThat(text(event, "requester_agent_id"))
        .isEqualTo(text(family.question(), "requester_agent_id"));
    assertThat(text(event, "requester_session_id")).isEqualTo(family.child());
    assertThat(text(event, "request_id")).isEqualTo(family.questionId());
    assertThat(event.path("declined").isBoolean() && !event.path("declined").asBoolean()).isTrue();
    assertThat(
            http.get("/v1/sessions/" + family.parent() + "/events")
                .json()
                .path("run_events")
                .valueStream()
                .map(entry -> entry.path("event"))
                .filter(e -> text(e, "type").equals("parent_clarification_resolved")))
        .containsExactly(event);
    assertThat(eventTypes(family.run()))
        .containsExactly(
            "accepted",
            "queued",
            "started",
            "waiting_for_user_question",
            "parent_clarification_resolved",
            "output",
            "completed");
  }

  @Test
  // K0-144
  void K0_144_the_same_answer_again_is_the_same_outcome_and_is_not_delivered_again() {
    Family family = family(Script.clarify(), Script.SAY_LAST_RESULT);
    String body = answer(family.questionId());
    JsonNode first = http.post(family.answerPath(), body).expect(202).json();
    awaitRun(family.childRun(), "completed");
    String reordered =
        resolution(
            family.questionId(),
            json(
                "'answers':[{'question_id':'notes','freeform_answer':'Use the fast path.'},"
                    + "{'question_id':'routing','selected_option_ids':['openai']}]"));

    leavesUnchanged(
        family.run(),
        () ->
            leavesUnchanged(
                family.childRun(),
                () -> {
                  assertThat(http.post(family.answerPath(), body).expect(202).json())
                      .isEqualTo(first);
                  http.post(family.answerPath(), reordered).expect(202);
                  http.post("/v1/sessions/" + family.parent() + "/questions", body).expect(200);
                  assertThat(
                          keyed(family.answerPath(), body, "late")
                              .expect(202)
                              .header("Idempotency"))
                      .isEmpty();
                }));
    reachedTheChildOnce(family, JSON.readTree(body).path("resolution").toString());
  }

  @Test
  // K0-144
  void K0_144_many_who_say_the_same_at_once_are_all_told_yes_and_deliver_once() {
    Family family = family(Script.clarify(), Script.SAY_LAST_RESULT);
    String body = answer(family.questionId());

    assertThat(atOnce(32, () -> http.post(family.answerPath(), body).status())).containsOnly(202);

    awaitRun(family.childRun(), "completed");
    reachedTheChildOnce(family, JSON.readTree(body).path("resolution").toString());
  }

  @Test
  // K0-123
  void K0_123_another_answer_after_the_first_is_a_conflict_and_changes_nothing() {
    Family family = family(Script.clarify());
    http.post(family.answerPath(), answer(family.questionId())).expect(202);
    awaitRun(family.childRun(), "completed");
    String other =
        resolution(
            family.questionId(),
            json(
                "'answers':[{'question_id':'routing','selected_option_ids':['local']},"
                    + "{'question_id':'notes','freeform_answer':'Use the fast path.'}]"));

    for (Http.Answer late :
        List.of(
            http.post(family.answerPath(), other),
            http.post("/v1/sessions/" + family.parent() + "/questions", other),
            http.post(family.answerPath(), decline(family.questionId())),
            http.post(family.cancelPath(), null))) {
      JsonNode problem = refused(late, 409, "questions", "question_resolution_conflict");
      assertThat(text(problem.path("resolution"), "behavior")).isEqualTo("answered");
      assertThat(text(problem.path("resolution"), "by")).isEqualTo("admin");
    }
    assertThat(mailbox(family.child())).hasSize(1);
    assertThat(eventTypes(family.run())).containsOnlyOnce("parent_clarification_resolved");
  }

  @Test
  void a_wrong_answer_is_refused_and_both_keep_waiting() {
    Family family = family(Script.clarify());

    leavesUnchanged(
        family.run(),
        () ->
            leavesUnchanged(
                family.childRun(),
                () -> {
                  refused(
                      http.post(
                          family.answerPath(),
                          resolution(family.questionId(), json("'answers':[]"))),
                      400,
                      "questions",
                      "question_answer_missing");
                  refused(
                      http.post(family.answerPath(), answer("qst_01JZZZZZZZZZZZZZZZZZZZZZZZ")),
                      400,
                      "questions",
                      "question_request_mismatch");
                }));
    assertThat(mailbox(family.child())).isEmpty();
  }

  @Test
  void Q48_it_waits_at_once_beside_a_parent_that_works() {
    String parent = session();
    String run = http.submit(parent, Script.spawn(Script.clarify()), Script.work());
    http.await("/v1/sessions/" + parent, view -> !view.at("/snapshot/children").isEmpty());
    String child = snapshot(parent).path("children").get(0).asString();
    String childRun = text(http.get("/v1/runs?session_id=" + child).json().get(0), "run_id");
    awaitRun(childRun, "waiting_for_user_question");

    JsonNode question = questions(parent).getFirst();
    assertThat(status(run(run))).isEqualTo("running");
    assertThat(text(snapshot(parent), "active_run_id")).isEqualTo(run);
    http.post(
            "/v1/runs/" + text(question, "run_id") + "/questions",
            answer(question.at("/request/id").asString()))
        .expect(202);

    awaitRun(childRun, "completed");
    assertThat(status(run(run))).isEqualTo("running");
    http.post("/v1/runs/" + run + "/cancel", null).expect(200);
  }

  @Test
  void several_of_one_turn_wait_together_and_their_answers_come_in_the_order_of_the_calls() {
    String parent = session();
    JsonNode told =
        tell(
            parent,
            Script.spawn(
                Script.together(Script.clarify(), Script.clarify()), Script.SAY_LAST_RESULT));
    String childRun = text(told, "run_id");
    awaitRun(childRun, "waiting_for_user_question");
    List<JsonNode> questions = questions(parent);
    assertThat(questions).hasSize(2);

    answer(questions.get(1), decline(questions.get(1).at("/request/id").asString()));
    assertThat(status(run(childRun))).isEqualTo("waiting_for_user_question");
    answer(questions.get(0), answer(questions.get(0).at("/request/id").asString()));

    List<String> lines = lastWords(childRun).lines().toList();
    assertThat(JSON.readTree(lines.get(0)).path("declined").asBoolean()).isFalse();
    assertThat(JSON.readTree(lines.get(1)).path("declined").asBoolean()).isTrue();
    assertThat(mailbox(text(told, "session_id"))).hasSize(2);
  }

  private void answer(JsonNode question, String body) {
    http.post("/v1/runs/" + text(question, "run_id") + "/questions", body).expect(202);
  }

  @Test
  void a_grandchild_asks_its_own_parent() {
    Family family = family(Script.clarify(), Script.spawn(Script.clarify()), Script.work());
    http.post(family.answerPath(), answer(family.questionId())).expect(202);
    http.await("/v1/sessions/" + family.child(), v -> !v.at("/snapshot/children").isEmpty());
    String grandchild = snapshot(family.child()).path("children").get(0).asString();
    http.await("/v1/sessions/" + family.child() + "/questions", list -> !list.isEmpty());

    assertThat(questions(family.parent())).isEmpty();
    assertThat(text(questions(family.child()).getFirst(), "requester_session_id"))
        .isEqualTo(grandchild);
    http.post("/v1/runs/" + family.childRun() + "/cancel", null).expect(200);
  }

  @Test
  void without_a_parent_it_is_an_error_of_the_tool_and_the_run_goes_on() {
    JsonNode run =
        park(
            session(),
            Script.together(Script.clarify(), Script.tool("list_files", "{\"path\":\".\"}")),
            Script.SAY_LAST_RESULT);

    assertThat(lastWords(id(run))).contains("has no parent").contains("ask_user_question");
    assertThat(eventTypes(id(run))).doesNotContain("waiting_for_user_question");
  }

  @Test
  void a_parent_that_has_ended_cannot_be_asked() {
    Family family =
        family(Script.clarify(), Script.approval("hold"), Script.clarify(), Script.SAY_LAST_RESULT);
    http.post(family.answerPath(), answer(family.questionId())).expect(202);
    JsonNode held = awaitRun(family.childRun(), "waiting_for_approval");
    http.post("/v1/sessions/" + family.parent() + "/end", null).expect(200);

    http.post("/v1/runs/" + family.childRun() + "/approvals", allow(approvalId(held))).expect(202);

    assertThat(lastWords(family.childRun())).contains("has no parent");
  }

  @Test
  void a_key_answers_again_as_it_did_and_not_for_another_answer() {
    Family family = family(Script.clarify());
    String body = answer(family.questionId());
    JsonNode first = keyed(family.answerPath(), body, "k").expect(202).json();

    Http.Answer again = keyed(family.answerPath(), body, "k").expect(202);
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(again.json()).isEqualTo(first);
    refused(
        keyed(family.answerPath(), decline(family.questionId()), "k"),
        409,
        "idempotency",
        "idempotency_conflict");
  }
}
