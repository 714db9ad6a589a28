package dev.holdpoint.agent.provider;

import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.ModelRequest.ToolSpec;
import dev.holdpoint.agent.provider.TurnRequest.Choice;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a run's generation settings ask of its next turn. */
final class GenerationSettings {
  /** Their share of the model's room. */
  private static final int TOOLS = 2;

  /** As many as every provider takes. */
  private static final int MOST_TOOLS = 128;

  private final Route route;
  private final JsonNode generation;

  GenerationSettings(Route route, ModelRequest request) {
    this.route = route;
    this.generation = JsonTree.of(request.generation());
  }

  String model() {
    return generation.path("model").asString(route.model());
  }

  /** Null where nobody else is to be asked. */
  @Nullable String fallbackModel() {
    String named = generation.path("fallback_model").asString("");
    String other = named.isEmpty() ? route.fallbackModel() : named;
    return other == null || other.equals(model()) ? null : other;
  }

  TurnRequest of(String model, ModelRequest request, ProviderNames names) {
    JsonNode output = generation.path("max_output_tokens");
    JsonNode temperature = generation.path("temperature");
    JsonNode format = generation.path("response_format");
    return new TurnRequest(
        model,
        names.of(shown(request.tools())),
        choice(request.steps()),
        generation.path("allow_parallel_tool_calls").asBoolean(true),
        output.isNumber() ? Integer.valueOf(output.asInt()) : route.maxOutputTokens(),
        temperature.isNumber() ? Double.valueOf(temperature.asDouble()) : null,
        format.path("type").asString("").equals("structured_json") ? format.path("schema") : null,
        route.contextTokens(),
        route.baseUrl() != null);
  }

  /**
   * As many tools as fit into their share, the daemon's own first, for these come first; and the
   * one that must be called in any case.
   */
  private List<ToolSpec> shown(List<ToolSpec> tools) {
    String wanted = generation.path("tool_choice").path("name").asString("");
    List<ToolSpec> shown = new ArrayList<>();
    long left = route.contextTokens() / TOOLS;
    for (ToolSpec tool : tools) {
      long cost = TokenEstimate.of(List.of(tool));
      if ((shown.size() < MOST_TOOLS && cost <= left) || tool.name().equals(wanted)) {
        shown.add(tool);
        left -= cost;
      }
    }
    return shown;
  }

  /**
   * A model that must call a tool in every turn would never come to its end: what is demanded is
   * demanded of the first turn after an input.
   */
  private Choice choice(List<Step> steps) {
    JsonNode given = generation.path("tool_choice");
    return switch (given.path("type").asString("auto")) {
      case "none" -> new Choice.None();
      case "required" -> isFirstTurn(steps) ? new Choice.Required() : new Choice.Auto();
      case "specific" ->
          isFirstTurn(steps)
              ? new Choice.Specific(ProviderNames.tool(given.path("name").asString("")))
              : new Choice.Auto();
      default -> new Choice.Auto();
    };
  }

  private static boolean isFirstTurn(List<Step> steps) {
    return steps.isEmpty() || steps.getLast() instanceof Step.Input;
  }
}
