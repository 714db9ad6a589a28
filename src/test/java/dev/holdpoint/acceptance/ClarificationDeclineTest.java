package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every way in which nobody answers a child: it is told no, and goes on. */
@OnBothDatabases
class ClarificationDeclineTest extends Families {
  ClarificationDeclineTest(Database database) {
    super(database);
  }

  private String declined(String questionId, String justification) {
    return json(
        "{'request_id':'%s','answers':[],'declined':true,'justification':'%s'}",
        questionId, justification);
  }

  private void childWasTold(Family family, String justification) {
    JsonNode told = toldTo(family.childRun());
    assertThat(told.path("declined").asBoolean()).isTrue();
    assertThat(text(told, "justification")).isEqualTo(justification);
    JsonNode event = event(family.run(), "parent_clarification_resolved");
    assertThat(event.path("declined").asBoolean()).isTrue();
    reachedTheChildOnce(family, declined(family.questionId(), justification));
  }

  @Test
  // K0-22, K0-98, K0-99, K0-100, K0-150
  void K0_22_K0_98_K0_99_K0_100_K0_150_cancelling_it_declines_it() {
    Family family = family(Script.clarify(), Script.SAY_LAST_RESULT);

    JsonNode view =
        http.post(family.cancelPath(), json("{'justification':'ask somebody else'}"))
            .expect(200)
            .json();

    assertThat(id(view)).isEqualTo(family.run());
    assertThat(status(view)).isEqualTo("completed");
    childWasTold(family, "ask somebody else");
    JsonNode decision = http.get("/v1/questions/" + family.questionId()).json().path("resolution");
    assertThat(text(decision, "behavior")).isEqualTo("declined");
    assertThat(text(decision, "by")).isEqualTo("admin");
    assertThat(text(decision, "justification")).isEqualTo("ask somebody else");

    http.post(family.cancelPath(), json("{'justification':'ask somebody else'}")).expect(200);
    refused(
        http.post(family.cancelPath(), json("{'justification':'another'}")),
        409,
        "questions",
        "question_resolution_conflict");
    assertThat(mailbox(family.child())).hasSize(1);
  }

  @Test
  // K0-99
  void K0_99_a_cancel_without_a_word_is_a_decline_without_one() {
    Family family = family(Script.clarify(), Script.SAY_LAST_RESULT);

    http.post(family.cancelPath(), null).expect(200);

    assertThat(toldTo(family.childRun())).isEqualTo(JSON.readTree("{\"declined\":true}"));
  }

  @Test
  void declining_it_is_what_the_child_is_told() {
    Family family = family(Script.clarify(), Script.SAY_LAST_RESULT);

    http.post("/v1/sessions/" + family.parent() + "/questions", decline(family.questionId()))
        .expect(200);

    assertThat(status(run(family.run()))).isEqualTo("completed");
    childWasTold(family, "Not my call");
  }

  @Test
  // K0-140
  void K0_140_a_deadline_that_passes_is_a_decline() {
    String parent = session();
    JsonNode spawned =
        tell(
            parent,
            Script.spawn(Script.clarify(",\"expires_after_ms\":400"), Script.SAY_LAST_RESULT));
    String childRun = text(spawned, "run_id");

    JsonNode told = toldTo(childRun);

    assertThat(told.path("declined").asBoolean()).isTrue();
    assertThat(text(told, "justification")).isEqualTo("nobody answered before the deadline");
    JsonNode asked = event(childRun, "waiting_for_user_question");
    String question = asked.path("request_ids").get(0).asString();
    JsonNode view = http.get("/v1/questions/" + question).expect(200).json();
    Family family = new Family(parent, text(spawned, "session_id"), childRun, view);
    assertThat(status(view)).isEqualTo("expired");
    assertThat(text(view.path("resolution"), "by")).isEqualTo("deadline");
    assertThat(status(run(family.run()))).isEqualTo("completed");
    childWasTold(family, "nobody answered before the deadline");
    for (var late :
        List.of(
            http.post(family.answerPath(), answer(question)),
            http.post(family.cancelPath(), null))) {
      refused(late, 409, "questions", "question_expired");
    }
    assertThat(mailbox(family.child())).hasSize(1);
  }

  @Test
  // K0-149
  void K0_149_interrupting_the_parent_is_a_decline() {
    Family family = family(Script.clarify(), Script.SAY_LAST_RESULT);

    JsonNode result =
        http.post("/v1/sessions/" + family.parent() + "/interrupt", null).expect(200).json();

    assertThat(result.path("interrupted").asBoolean()).isTrue();
    assertThat(status(run(family.run()))).isEqualTo("interrupted");
    childWasTold(family, "the question was withdrawn");
    assertThat(eventTypes(family.run())).endsWith("parent_clarification_resolved", "interrupted");
    refused(
        http.post(family.answerPath(), answer(family.questionId())),
        409,
        "questions",
        "question_state_conflict");
  }

  @Test
  void cancelling_its_run_is_a_decline() {
    Family family = family(Script.clarify(), Script.SAY_LAST_RESULT);

    http.post("/v1/runs/" + family.run() + "/cancel", null).expect(200);

    assertThat(status(run(family.run()))).isEqualTo("cancelled");
    childWasTold(family, "the question was withdrawn");
  }

  @Test
  // K0-151, K0-152
  void K0_151_K0_152_the_answer_for_a_closed_child_lies_in_its_dead_letters() {
    Family family = family(Script.clarify(), Script.say("never"));
    http.post("/v1/runs/" + family.childRun() + "/cancel", null).expect(200);
    http.post("/v1/sessions/" + family.child() + "/end", json("{'reason':'closed'}")).expect(200);
    assertThat(questions(family.parent())).as("it still waits for whoever looks").hasSize(1);

    JsonNode done = http.post(family.answerPath(), answer(family.questionId())).expect(202).json();

    assertThat(status(done)).isEqualTo("completed");
    assertThat(eventTypes(family.run()))
        .endsWith("parent_clarification_resolved", "output", "completed");
    List<JsonNode> dead = deadLetters(family.child());
    assertThat(dead).hasSize(1).isEqualTo(mailbox(family.child()));
    assertThat(text(dead.getFirst(), "status")).isEqualTo("dead_lettered");
    assertThat(text(dead.getFirst(), "reason")).isEqualTo("session_ended");
    assertThat(text(dead.getFirst(), "message_id")).startsWith("mail_");
    assertThat(dead.getFirst().path("payload"))
        .isEqualTo(JSON.readTree(answer(family.questionId())).path("resolution"));
    assertThat(status(run(family.childRun()))).isEqualTo("cancelled");
  }

  @Test
  void the_answer_for_a_run_that_does_not_wait_any_more_is_a_dead_letter_too() {
    Family family = family(Script.clarify(), Script.say("never"));
    http.post("/v1/sessions/" + family.child() + "/interrupt", null).expect(200);

    http.post(family.answerPath(), decline(family.questionId())).expect(202);

    assertThat(text(deadLetters(family.child()).getFirst(), "reason")).isEqualTo("run_ended");
    assertThat(status(run(family.run()))).isEqualTo("completed");
    assertThat(status(run(family.childRun()))).isEqualTo("interrupted");
  }
}
