package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.Script;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** A run whose words are delivered to a receiver outside. */
final class DeliveryErrand extends Errand {
  DeliveryErrand(Scene scene, RandomGenerator random, String mark) {
    super(scene, random, mark);
  }

  @Override
  String kind() {
    return "deliveries";
  }

  @Override
  void carryOut() {
    String session = session("says-" + mark);
    String path = "/v1/sessions/" + session + "/reply-targets";
    String body =
        "{\"reply_targets\":[{\"type\":\"external\",\"connector\":\"crm\",\"route\":\"t\"}]}";
    // Repeating it is safe by itself, and it takes no key.
    expect(caller().ask(mark + " " + path, http -> http.post(path, body)), 200, path);
    scene.acknowledged().operation();
    List<String> words =
        IntStream.range(0, random.nextInt(1, 4)).mapToObj(i -> mark + (char) ('a' + i)).toList();
    String[] lines = words.stream().map(Script::say).toArray(String[]::new);
    // The preview of the work has the mark without a letter in front.
    lines[0] = Script.say(mark + " " + words.getFirst());
    String run = submit(session, false, lines);
    scene.acknowledged().spoken(new Acknowledged.Spoken(mark, run, words));
    awaitEnd(run);
  }
}
