package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;

/** A run that starts another, which asks its parent's person. */
final class ChildErrand extends Errand {
  ChildErrand(Scene scene, RandomGenerator random, String mark) {
    super(scene, random, mark);
  }

  @Override
  String kind() {
    return "children";
  }

  @Override
  void carryOut() {
    String parent = session("parent-" + mark);
    String run =
        submit(
            parent,
            false,
            Script.say(mark),
            Script.spawn("child-" + mark, Script.clarify("Which?"), Script.sayLastResult()));
    JsonNode asked = asked(run, parent);
    if (asked == null) {
      return;
    }
    String question = asked.at("/request/id").asString();
    String child = text(asked, "requester_run_id");
    String words = mark + "c";
    post(
        "/v1/runs/" + text(asked, "run_id") + "/questions",
        Http.answer(question, words),
        words,
        202);
    scene.acknowledged().answered(new Acknowledged.Answered(words, question, words, true));
    JsonNode ended = awaitEnd(child);
    String said = ended.path("outputs").path(0).path("content").asString("");
    if (status(ended).equals("completed")) {
      String got = said.contains(words) ? words : said;
      scene
          .acknowledged()
          .read(new Acknowledged.Read(mark, "the answer that " + child + " got", words, got));
    }
  }

  /** Null where the parent was cut off while it started the child. */
  private @org.jspecify.annotations.Nullable JsonNode asked(String run, String parent) {
    String path = "/v1/sessions/" + parent + "/questions";
    JsonNode end = awaitEnd(run);
    if (!status(end).equals("completed")) {
      return null;
    }
    return await(path, list -> list.size() == 1).get(0);
  }
}
