package dev.holdpoint.core.run;

import dev.holdpoint.core.json.Json;

/** What the model wants done: a tool by name and its input. {@code id} is unique within the run. */
public record ToolCall(String id, String tool, Json input) {}
