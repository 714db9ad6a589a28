package dev.holdpoint.cli.session;

import dev.holdpoint.api.session.DefaultsBodies.RoutePolicy;
import dev.holdpoint.api.session.InputBodies.Generation;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.client.SessionDefaultsClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

@Command(
    name = "route",
    description = {
      "Sets the model route of the session's runs, and its generation settings.",
      "Replaces the previous setting. Applies to runs that are submitted from now on."
    },
    footer = {
      "  holdpoint sessions route deploys --provider fast --temperature 0",
      "  holdpoint sessions route deploys --clear"
    })
final class SessionsRoute extends DefaultCommand {
  @Option(names = "--provider", paramLabel = "ROUTE", description = "a route of the daemon")
  private @Nullable String provider;

  @Option(names = "--model", paramLabel = "NAME", description = "the model")
  private @Nullable String model;

  @Option(
      names = "--fallback-model",
      paramLabel = "NAME",
      description = "model to use while the first one is unavailable")
  private @Nullable String fallbackModel;

  @Option(
      names = "--tool-choice",
      paramLabel = "CHOICE",
      description = "auto, none, required, or the name of a tool")
  private @Nullable String toolChoice;

  @Option(
      names = "--parallel-tool-calls",
      negatable = true,
      description = "whether the model may call several tools at once")
  private @Nullable Boolean parallel;

  @Option(
      names = "--max-output-tokens",
      paramLabel = "N",
      description = "maximum length of an answer")
  private @Nullable Integer maxOutputTokens;

  @Option(names = "--temperature", paramLabel = "T", description = "from 0 to 2")
  private @Nullable BigDecimal temperature;

  @Option(
      names = "--response-schema",
      paramLabel = "JSON",
      description = "JSON Schema that the answer must match")
  private @Nullable String schema;

  @Override
  boolean isGiven() {
    return provider != null || hasGeneration();
  }

  private boolean hasGeneration() {
    return Stream.of(
            model, fallbackModel, toolChoice, parallel, maxOutputTokens, temperature, schema)
        .anyMatch(Objects::nonNull);
  }

  @Override
  SessionView set(SessionDefaultsClient defaults) throws CallFailed {
    Generation generation =
        new Generation(
            model,
            fallbackModel,
            choice(),
            parallel,
            maxOutputTokens,
            temperature,
            responseFormat());
    return defaults.routePolicy(new RoutePolicy(provider, hasGeneration() ? generation : null));
  }

  private @Nullable JsonNode choice() {
    if (toolChoice == null) {
      return null;
    }
    return switch (toolChoice) {
      case "auto", "none", "required" ->
          JsonNodeFactory.instance.objectNode().put("type", toolChoice);
      default ->
          JsonNodeFactory.instance.objectNode().put("type", "specific").put("name", toolChoice);
    };
  }

  private @Nullable JsonNode responseFormat() {
    if (schema == null) {
      return null;
    }
    try {
      return JsonNodeFactory.instance
          .objectNode()
          .put("type", "structured_json")
          .set("schema", ClientJson.parseTree(schema));
    } catch (JacksonException e) {
      throw usage("--response-schema is not JSON: " + e.getOriginalMessage());
    }
  }

  @Override
  SessionView clear(SessionDefaultsClient defaults) throws CallFailed {
    return defaults.routePolicy(null);
  }
}
