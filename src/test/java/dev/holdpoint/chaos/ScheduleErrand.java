package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.Script;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Work that comes by itself, once. */
final class ScheduleErrand extends Errand {
  ScheduleErrand(Scene scene, RandomGenerator random, String mark) {
    super(scene, random, mark);
  }

  @Override
  String kind() {
    return "schedules";
  }

  @Override
  void carryOut() {
    String session = session("rings-" + mark);
    ObjectNode body =
        JSON.createObjectNode()
            .put("session_id", session)
            .put("content", "#!script\n" + Script.say(mark));
    body.putObject("trigger")
        .put("type", "once")
        .put("at_ms", System.currentTimeMillis() + random.nextInt(300, 3_000));
    JsonNode made = post("/v1/schedules", body.toString(), mark, 201).json();
    scene.acknowledged().planned(new Acknowledged.Planned(mark, text(made, "schedule_id")));
    await(
        "/v1/runs?session_id=" + session,
        runs -> !runs.isEmpty() && runs.valueStream().allMatch(Errand::isOver));
  }
}
