package dev.holdpoint.http.agui;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.json.JsonTree;
import java.io.ByteArrayOutputStream;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * All messages of a thread as one event: those that the front end has, and behind them those of the
 * run that it has not. A front end takes them for all there are, so they have to be whole; they are
 * held once, as the bytes that are sent.
 */
final class Snapshot {
  private final String run;
  private final Set<String> there = new HashSet<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private boolean begun;

  /**
   * @param sent the messages that the front end has sent, a list
   */
  Snapshot(String run, Json sent) {
    this.run = run;
    String head = RunEvents.snapshot(run).toString();
    write(head.substring(0, head.length() - 1) + ",\"messages\":[");
    for (JsonNode message : JsonTree.of(sent)) {
      there.add(message.path("id").asString(""));
      add(message);
    }
  }

  void step(Step step, int at, CallTurns turns) {
    ObjectNode message = RunEvents.message(run, step, at, turns);
    if (message != null && !there.contains(message.path("id").asString(""))) {
      add(message);
    }
  }

  private void add(JsonNode message) {
    if (begun) {
      out.write(',');
    }
    begun = true;
    write(message.toString());
  }

  private void write(String text) {
    out.writeBytes(text.getBytes(UTF_8));
  }

  byte[] whole() {
    write("]}");
    return out.toByteArray();
  }
}
