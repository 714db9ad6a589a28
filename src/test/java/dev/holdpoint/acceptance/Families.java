package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Words for tests in which one agent starts another. */
abstract class Families extends Acceptance {
  Families(Database database) {
    super(database);
  }

  /**
   * A parent at rest and a child that waits for it.
   *
   * @param question as the parent's session lists it
   */
  record Family(String parent, String child, String childRun, JsonNode question) {
    String questionId() {
      return question.at("/request/id").asString();
    }

    /** The run in the parent's session that waits for the answer. */
    String run() {
      return text(question, "run_id");
    }

    String answerPath() {
      return "/v1/runs/" + run() + "/questions";
    }

    String cancelPath() {
      return answerPath() + "/" + questionId() + "/cancel";
    }
  }

  /** The child's script must begin with a question for its parent. */
  final Family family(String... childLines) {
    String parent = session();
    JsonNode spawned = tell(parent, Script.spawn(childLines));
    String childRun = text(spawned, "run_id");
    awaitRun(childRun, "waiting_for_user_question");
    List<JsonNode> questions = questions(parent);
    assertThat(questions).hasSize(1);
    return new Family(parent, text(spawned, "session_id"), childRun, questions.getFirst());
  }

  /** What an agent of this session is told when it does so. */
  final JsonNode tell(String session, String line) {
    return toldTo(http.submit(session, line, Script.SAY_LAST_RESULT));
  }

  /** What the run was told last, which it has repeated as its last words. */
  final JsonNode toldTo(String runId) {
    return JSON.readTree(lastWords(runId));
  }

  final List<JsonNode> questions(String sessionId) {
    return list("/v1/sessions/" + sessionId + "/questions");
  }

  final List<JsonNode> mailbox(String sessionId) {
    return list("/v1/mailboxes/" + sessionId);
  }

  final List<JsonNode> deadLetters(String sessionId) {
    return list("/v1/mailboxes/" + sessionId + "/dead-letter");
  }

  private List<JsonNode> list(String path) {
    return http.get(path).expect(200).json().valueStream().toList();
  }

  final JsonNode snapshot(String sessionId) {
    return http.get("/v1/sessions/" + sessionId).expect(200).json().path("snapshot");
  }

  /** The whole of what the child gets, once: its result, its mail, the event and the output. */
  final void reachedTheChildOnce(Family family, String payload) {
    JsonNode resolution = JSON.readTree(payload);
    assertThat(mailbox(family.child())).hasSize(1);
    JsonNode mail = mailbox(family.child()).getFirst();
    assertThat(text(mail, "subject")).isEqualTo("parent_clarification");
    assertThat(text(mail, "status")).isEqualTo("delivered");
    assertThat(text(mail, "from_session_id")).isEqualTo(family.parent());
    assertThat(mail.path("payload")).isEqualTo(resolution);
    assertThat(deadLetters(family.child())).isEmpty();
    JsonNode event = event(family.run(), "parent_clarification_resolved");
    assertThat(event.path("resolution")).isEqualTo(resolution);
    assertThat(event(family.childRun(), "user_question_resolved").path("resolution"))
        .isEqualTo(resolution);
    assertThat(questions(family.parent())).isEmpty();
  }
}
