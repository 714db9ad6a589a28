package dev.holdpoint.agent.model;

import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.run.Step;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a model is asked with.
 *
 * @param steps the transcript of this run, oldest first; the first is its input
 * @param history the transcript of the session's earlier runs, read only when asked for
 * @param tools the tools this run may call, by name, with their input schemas
 * @param generation the generation settings in force, as a JSON object
 */
public record ModelRequest(
    String system,
    List<Step> steps,
    Supplier<List<Step>> history,
    List<ToolSpec> tools,
    Json generation) {

  /** A tool as the model sees it. */
  public record ToolSpec(String name, String description, Json inputSchema) {}
}
