package dev.holdpoint.core.run;

import dev.holdpoint.core.record.Json;
import org.jspecify.annotations.Nullable;

/**
 * What the model wants done: a tool by name and its input. {@code id} is unique within the run.
 *
 * @param agent what an agent outside says of a call that runs a command or changes its mode; null
 *     for all others
 */
public record ToolCall(String id, String tool, Json input, @Nullable AgentCall agent) {
  public ToolCall(String id, String tool, Json input) {
    this(id, tool, input, null);
  }
}
