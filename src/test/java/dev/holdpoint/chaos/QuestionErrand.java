package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Two questions in one request, answered one after the other or together. */
final class QuestionErrand extends Errand {
  QuestionErrand(Scene scene, RandomGenerator random, String mark) {
    super(scene, random, mark);
  }

  @Override
  String kind() {
    return "questions";
  }

  @Override
  void carryOut() {
    String session = session("asks-" + mark);
    ObjectNode ask = JSON.createObjectNode();
    ArrayNode questions = ask.putObject("ask").putArray("questions");
    questions.addObject().put("id", "a").put("question", mark);
    questions.addObject().put("id", "b").put("question", "And then?");
    String run = submit(session, false, ask.toString(), Script.sayLastResult());
    JsonNode view = awaitRest(run);
    if (isOver(view)) {
      return;
    }
    String question = view.path("pending_question_ids").path(0).asString();
    if (random.nextBoolean()) {
      part(session, question, "a");
      part(session, question, "b");
    } else {
      whole(run, question);
    }
    awaitEnd(run);
  }

  /** These have no key: without an answer one looks whether it is still asked for. */
  private void part(String session, String question, String part) {
    String words = mark + part;
    String body =
        JSON.createObjectNode()
            .put("session_id", session)
            .put("response", words)
            .put("clarify_id", question + ":" + part)
            .toString();
    while (true) {
      Http.Answer answer = caller().once(http -> http.post("/api/clarify/respond", body));
      if (answer != null && answer.status() == 200) {
        scene.acknowledged().operation();
        scene
            .acknowledged()
            .answered(new Acknowledged.Answered(words, question, words, part.equals("b")));
        return;
      }
      JsonNode shown = get("/api/clarify/pending?session_id=" + session).path("pending");
      if (!text(shown, "clarify_id").equals(question + ":" + part)) {
        // It was taken, and the answer was lost on its way.
        return;
      }
    }
  }

  private void whole(String run, String question) {
    ObjectNode body = JSON.createObjectNode();
    ObjectNode resolution = body.putObject("resolution").put("request_id", question);
    ArrayNode answers = resolution.putArray("answers");
    for (String part : new String[] {"a", "b"}) {
      ObjectNode answer = answers.addObject().put("question_id", part);
      answer.putArray("selected_option_ids");
      answer.put("freeform_answer", mark + part);
    }
    post("/v1/runs/" + run + "/questions", body.toString(), mark + "a", 202);
    scene
        .acknowledged()
        .answered(new Acknowledged.Answered(mark + "a", question, mark + "a", true));
    scene
        .acknowledged()
        .answered(new Acknowledged.Answered(mark + "b", question, mark + "b", true));
  }
}
