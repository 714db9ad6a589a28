package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * What nobody decides in time is over: an expired question cancels its run, an approval fails it.
 */
@OnBothDatabases
class DeadlineTest extends Acceptance {
  DeadlineTest(Database database) {
    super(database);
  }

  @Test
  // K0-137
  void K0_137_an_absolute_deadline_is_kept_as_it_was_given() {
    long at = System.currentTimeMillis() + 3_600_000;

    JsonNode run =
        park(session(), Script.ask(Script.ROUTING_AND_NOTES, ",\"expires_at_ms\":" + at));

    assertThat(run.at("/pending_questions/0/expires_at_ms").asLong()).isEqualTo(at);
  }

  @Test
  // K0-49, K0-138
  void K0_49_K0_138_a_relative_deadline_counts_from_when_the_question_was_asked() {
    JsonNode request = park(session(), Script.ask(3_600_000)).path("pending_questions").get(0);

    assertThat(request.path("expires_at_ms").asLong())
        .isEqualTo(request.path("created_at_ms").asLong() + 3_600_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'expires_at_ms':99999999999999,'expires_after_ms':1000",
        "'expires_after_ms':0",
        "'expires_after_ms':-5",
        "'expires_at_ms':1000",
        "'expires_at_ms':-1",
        "'expires_after_ms':'soon'"
      })
  void Q8_a_deadline_that_makes_no_sense_refuses_the_call_and_tells_the_model(String deadline) {
    JsonNode run =
        park(
            session(),
            Script.ask(Script.ROUTING_AND_NOTES, json("," + deadline)),
            Script.SAY_LAST_RESULT);

    assertThat(status(run)).isEqualTo("completed");
    assertThat(text(run.path("outputs").get(0), "content")).contains("error", "expires_");
  }

  @Test
  // K0-139, K0-55, K4-309
  void K0_139_K0_55_K4_309_an_expired_question_cancels_its_run() {
    String session = session();
    JsonNode run = park(session, Script.ask(100), Script.say("never"));

    JsonNode ended = awaitRun(id(run), "cancelled");

    assertThat(ended.path("pending_questions").isEmpty()).isTrue();
    assertThat(eventTypes(id(run)))
        .containsExactly("accepted", "queued", "started", "waiting_for_user_question", "cancelled");
    assertThat(http.get("/v1/sessions/" + session + "/questions").text()).isEqualTo("[]");
    JsonNode question =
        http.get("/v1/questions/" + waitedFor(id(run)).getFirst()).expect(200).json();
    assertThat(status(question)).isEqualTo("expired");
    assertThat(text(question.path("resolution"), "by")).isEqualTo("deadline");
    assertThat(text(question.path("resolution"), "behavior")).isEqualTo("expired");
  }

  @Test
  void Q40_an_expired_approval_fails_its_run() {
    JsonNode run = park(session(), Script.approval("x", 100), Script.say("never"));

    JsonNode ended = awaitRun(id(run), "failed");

    assertThat(text(ended, "error")).isEqualTo("approval_expired");
    assertThat(text(event(id(run), "failed"), "error")).isEqualTo("approval_expired");
    String approval = waitedFor(id(run)).getFirst();
    assertThat(status(http.get("/v1/approvals/" + approval).json())).isEqualTo("expired");
  }

  @Test
  // K0-121, K0-122
  void K0_121_K0_122_after_the_timer_an_answer_and_a_cancel_are_told_that_it_expired() {
    String session = session();
    JsonNode run = park(session, Script.ask(50));
    awaitRun(id(run), "cancelled");
    String question = waitedFor(id(run)).getFirst();

    for (Http.Answer answer :
        List.of(
            http.post("/v1/runs/" + id(run) + "/questions", answer(question)),
            http.post("/v1/sessions/" + session + "/questions", decline(question)),
            http.post("/v1/runs/" + id(run) + "/questions/" + question + "/cancel", null))) {
      JsonNode problem = refused(answer, 409, "questions", "question_expired");
      assertThat(text(problem.path("resolution"), "by")).isEqualTo("deadline");
      assertThat(text(problem.path("resolution"), "behavior")).isEqualTo("expired");
    }
  }

  @Test
  void after_the_timer_a_decision_is_told_that_the_approval_expired() {
    String session = session();
    JsonNode run = park(session, Script.approval("x", 50));
    awaitRun(id(run), "failed");
    String approval = waitedFor(id(run)).getFirst();

    for (String path :
        List.of(
            "/v1/runs/" + id(run) + "/approvals",
            "/v1/sessions/" + session + "/approvals",
            "/v1/sessions/" + session + "/approval-runs")) {
      JsonNode problem =
          refused(http.post(path, allow(approval)), 409, "approvals", "approval_expired");
      assertThat(text(problem.path("resolution"), "by")).isEqualTo("deadline");
      assertThat(text(problem.path("resolution"), "behavior")).isEqualTo("expired");
    }
  }

  /**
   * Many are due at about the same time and are answered around it: whichever of answer and timer
   * is first wins alone, and a refusal always leaves the deadline recorded, timer or no timer.
   */
  @Test
  // K0-121
  void K0_121_at_the_very_deadline_each_is_answered_or_expired_and_never_both() {
    // Each counts from its own question: however long it takes to ask them, none is late.
    List<JsonNode> runs = atOnce(12, () -> park(session(), Script.ask(500)));

    for (JsonNode run : runs) {
      String question = waitedFor(id(run)).getFirst();
      long at =
          http.get("/v1/questions/" + question)
              .expect(200)
              .json()
              .path("request")
              .required("expires_at_ms")
              .asLong();
      int status = 400;
      // A mismatch changes nothing, so it can be sent until the deadline speaks first.
      while (status == 400) {
        Http.Answer answer =
            http.post(
                "/v1/runs/" + id(run) + "/questions", resolution(question, json("'answers':[]")));
        status = answer.status();
        if (status == 409) {
          refused(answer, 409, "questions", "question_expired");
        }
      }
      assertThat(System.currentTimeMillis()).isGreaterThanOrEqualTo(at);
      assertThat(status(run(id(run)))).isEqualTo("cancelled");
      assertThat(eventTypes(id(run)).stream().filter("cancelled"::equals)).hasSize(1);
    }
  }

  @Test
  // K0-159
  void K0_159_an_expired_id_refuses_the_batch_and_takes_the_run_with_it() {
    JsonNode run =
        park(session(), Script.together(Script.approval("soon", 100), Script.approval("later")));
    awaitRun(id(run), "failed");
    List<String> approvals = waitedFor(id(run));

    refused(
        http.post(
            "/v1/runs/" + id(run) + "/approvals",
            resolutions(one(approvals.get(0), "allow", ""), one(approvals.get(1), "allow", ""))),
        409,
        "approvals",
        "approval_expired");
    assertThat(status(http.get("/v1/approvals/" + approvals.get(1)).json()))
        .as("the other gate of the turn is withdrawn, nobody allowed it")
        .isEqualTo("withdrawn");
  }
}
