package dev.holdpoint.core.run;

import dev.holdpoint.core.record.Json;
import java.util.List;

/**
 * One entry of a run's transcript: what the model has seen and said, in order. Steps are journaled,
 * never changed.
 */
public sealed interface Step {
  /**
   * What the user sent, or what the daemon tells the model in the user's place.
   *
   * @param text all of it, where it is nothing but text
   * @param items all of it in order, where there is more than text
   */
  record Input(String text, List<Item> items) implements Step {
    public Input {
      items = List.copyOf(items);
    }

    public Input(String text) {
      this(text, List.of());
    }

    /** Its texts alone, one per line. */
    public String words() {
      return items.isEmpty() ? text : Item.words(items);
    }
  }

  /** One turn of the model: its words and the tool calls it makes. */
  record Turn(String text, List<ToolCall> calls) implements Step {}

  /** What a tool call gave back, as the model sees it. */
  record Result(String callId, Json content) implements Step {}
}
