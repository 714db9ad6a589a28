package dev.holdpoint.agent.provider;

import dev.holdpoint.agent.model.ModelRequest.ToolSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * How a model is asked for one turn.
 *
 * @param tools under the names that they have on the wire
 * @param maxOutput null where nobody said
 * @param schema what the last words are to fit, or null
 * @param context how much the model can take in and give in all, in tokens
 * @param elsewhere whether it is somebody else who speaks like the provider
 */
record TurnRequest(
    String model,
    List<ToolSpec> tools,
    Choice choice,
    boolean parallel,
    @Nullable Integer maxOutput,
    @Nullable Double temperature,
    @Nullable JsonNode schema,
    int context,
    boolean elsewhere) {

  /** Which tools the model may or must use. */
  sealed interface Choice {
    record Auto() implements Choice {}

    record None() implements Choice {}

    record Required() implements Choice {}

    record Specific(String name) implements Choice {}
  }

  boolean mayCall() {
    return !tools.isEmpty() && !(choice instanceof Choice.None);
  }
}
