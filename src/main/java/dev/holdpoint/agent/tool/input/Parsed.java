package dev.holdpoint.agent.tool.input;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;

/** A tool's input as it was meant, or what is wrong with it. */
public sealed interface Parsed<T> {
  record Good<T>(T value) implements Parsed<T> {}

  /** The error tells the model what to send instead. */
  record Bad<T>(String error) implements Parsed<T> {
    /** What the model sees in place of the tool's result. */
    public Json result() {
      return JsonTree.write(JsonTree.object().put("error", error));
    }
  }
}
