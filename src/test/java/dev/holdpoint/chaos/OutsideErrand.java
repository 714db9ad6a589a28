package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.cluster.History.Submission;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;

/** An agent outside asks, waits, and does it itself when it is allowed to. */
final class OutsideErrand extends Errand {
  private final String session;

  OutsideErrand(Scene scene, RandomGenerator random, String mark, String session) {
    super(scene, random, mark);
    this.session = session;
  }

  @Override
  String kind() {
    return "agents outside";
  }

  @Override
  void carryOut() {
    String body =
        """
        {"tool_name":"deploy","input":{"to":"production"},"reason":"%s"}"""
            .formatted(mark);
    JsonNode raised =
        post("/v1/sessions/" + session + "/approval-requests", body, mark, 201).json();
    String run = text(raised, "run_id");
    scene.acknowledged().submitted(new Submission(mark, false, run));
    String gate = raised.at("/request/id").asString();
    while (true) {
      JsonNode view = awaitRest(run);
      if (isOver(view)) {
        String said = view.path("outputs").path(0).path("content").asString("");
        if (said.contains("\"behavior\":\"allow\"")) {
          scene.act(mark);
        }
        return;
      }
      decide(run, gate);
    }
  }
}
