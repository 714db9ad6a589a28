package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A question that is cancelled, instead of answered, ends the run that asked it. */
@OnBothDatabases
class QuestionCancelTest extends Acceptance {
  QuestionCancelTest(Database database) {
    super(database);
  }

  private static String path(JsonNode run, String questionId) {
    return "/v1/runs/" + id(run) + "/questions/" + questionId + "/cancel";
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{'justification':'no longer needed'}"})
  // K0-13, K0-22, K0-93, K0-94, K0-95, K4-299
  void K0_13_K0_22_K0_93_K0_94_K0_95_K4_299_it_answers_the_cancelled_run(String body) {
    JsonNode run = park(session(), Script.ask(), Script.say("never"));

    JsonNode view =
        http.post(path(run, questionId(run)), body.isEmpty() ? null : json(body))
            .expect(200)
            .json();

    assertThat(id(view)).isEqualTo(id(run));
    assertThat(status(view)).isEqualTo("cancelled");
    assertThat(view.path("pending_questions").isEmpty()).isTrue();
    assertThat(run(id(run))).isEqualTo(view);
    assertThat(eventTypes(id(run))).endsWith("cancelled").doesNotContain("user_question_resolved");
  }

  @Test
  // K0-93
  void K0_93_why_it_was_cancelled_is_kept() {
    JsonNode run = park(session(), Script.ask());

    http.post(path(run, questionId(run)), json("{'justification':'no longer needed'}")).expect(200);

    JsonNode decision = http.get("/v1/questions/" + questionId(run)).json().path("resolution");
    assertThat(text(decision, "behavior")).isEqualTo("cancelled");
    assertThat(text(decision, "justification")).isEqualTo("no longer needed");
    assertThat(text(decision, "by")).isEqualTo("admin");
  }

  @ParameterizedTest
  @ValueSource(strings = {"qst_01JZZZZZZZZZZZZZZZZZZZZZZZ", "qst_mistyped", "nonsense"})
  // K0-21, K0-96
  void K0_21_K0_96_a_mistyped_id_is_refused_and_the_run_keeps_waiting(String questionId) {
    JsonNode run = park(session(), Script.ask());

    leavesUnchanged(
        id(run),
        () ->
            refused(
                http.post(path(run, questionId), null),
                400,
                "questions",
                "question_request_mismatch"));
  }

  @Test
  // K0-96
  void K0_96_a_stale_id_is_refused_and_the_run_keeps_waiting() {
    JsonNode first = park(session(), Script.ask(), Script.ask());
    http.post("/v1/runs/" + id(first) + "/questions", answer(questionId(first))).expect(202);
    JsonNode second =
        awaitRun(
            id(first),
            run ->
                status(run).equals("waiting_for_user_question")
                    && !questionId(run).equals(questionId(first)));

    leavesUnchanged(
        id(second),
        () ->
            refused(
                http.post(path(second, questionId(first)), null),
                400,
                "questions",
                "question_request_mismatch"));
  }

  @Test
  // K0-97
  void K0_97_an_id_of_another_run_is_refused_and_neither_run_changes() {
    JsonNode run = park(session(), Script.ask());
    JsonNode other = park(session(), Script.ask());

    leavesUnchanged(
        id(other),
        () ->
            leavesUnchanged(
                id(run),
                () ->
                    refused(
                        http.post(path(run, questionId(other)), null),
                        400,
                        "questions",
                        "question_request_mismatch")));
  }

  @Test
  // K0-102, K4-309
  void K0_102_K4_309_the_run_itself_can_still_be_cancelled_while_it_waits() {
    JsonNode asking = park(session(), Script.ask());
    JsonNode approving = park(session(), Script.approval("x"));

    for (JsonNode run : new JsonNode[] {asking, approving}) {
      JsonNode view = http.post("/v1/runs/" + id(run) + "/cancel", null).expect(200).json();
      assertThat(status(view)).isEqualTo("cancelled");
    }
    JsonNode gate = http.get("/v1/approvals/" + approvalId(approving)).json();
    assertThat(status(gate)).as("a run that ends leaves no gate open").isEqualTo("withdrawn");
    assertThat(status(http.get("/v1/questions/" + questionId(asking)).json()))
        .isEqualTo("withdrawn");
  }

  @Test
  // K0-92, K0-103, K0-104
  void K0_92_K0_103_K0_104_a_repeated_cancel_with_the_same_key_answers_the_same() {
    for (boolean inHeader : new boolean[] {true, false}) {
      JsonNode run = park(session(), Script.ask());
      String path = path(run, questionId(run));
      Http.Answer first = cancel(path, "key-" + id(run), inHeader, "why");
      Http.Answer again = cancel(path, "key-" + id(run), inHeader, "why");

      assertThat(first.expect(200).header("Idempotency-Replayed")).isEmpty();
      assertThat(again.expect(200).header("Idempotency-Replayed")).isEqualTo("true");
      assertThat(again.json()).isEqualTo(first.json());
      refused(
          http.post(path, json("{'justification':'why'}")),
          409,
          "questions",
          "question_state_conflict");
    }
  }

  private Http.Answer cancel(String path, String key, boolean inHeader, String why) {
    return inHeader
        ? keyed(path, json("{'justification':'%s'}", why), key)
        : http.post(path, json("{'justification':'%s','idempotency_key':'%s'}", why, key));
  }

  @Test
  // K0-105, K0-124
  void K0_105_K0_124_the_same_key_with_another_justification_is_a_conflict() {
    JsonNode run = park(session(), Script.ask());
    String path = path(run, questionId(run));
    keyed(path, json("{'justification':'why'}"), "cancel-conflict").expect(200);

    leavesUnchanged(
        id(run),
        () ->
            refused(
                keyed(path, json("{'justification':'another'}"), "cancel-conflict"),
                409,
                "idempotency",
                "idempotency_conflict"));
  }

  @Test
  // K0-105
  void K0_105_the_same_key_with_another_request_id_is_a_conflict() {
    JsonNode run = park(session(), Script.ask());
    keyed(path(run, questionId(run)), json("{}"), "cancel-other").expect(200);

    leavesUnchanged(
        id(run),
        () ->
            refused(
                keyed(path(run, "qst_01JZZZZZZZZZZZZZZZZZZZZZZZ"), json("{}"), "cancel-other"),
                409,
                "idempotency",
                "idempotency_conflict"));
  }
}
