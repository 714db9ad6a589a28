package dev.holdpoint.core.run;

import dev.holdpoint.core.json.Json;
import java.util.List;

/**
 * One entry of a run's transcript: what the model has seen and said, in order. Steps are journaled,
 * never changed.
 */
public sealed interface Step {
  /** What the user sent. */
  record Input(String text) implements Step {}

  /** One turn of the model: its words and the tool calls it makes. */
  record Turn(String text, List<ToolCall> calls) implements Step {}

  /** What a tool call gave back, as the model sees it. */
  record Result(String callId, Json content) implements Step {}
}
