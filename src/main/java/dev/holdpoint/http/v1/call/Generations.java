package dev.holdpoint.http.v1.call;

import dev.holdpoint.api.session.InputBodies.Generation;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.JsonSchemas;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How a model is asked, from the wire to the one stored form. */
public final class Generations {
  private static final Set<String> CHOICES = Set.of("auto", "none", "required");

  private final Problem problem;
  private final String pointer;

  private final JsonSchemas schemas;

  private Generations(JsonSchemas schemas, Problem problem, String pointer) {
    this.schemas = schemas;
    this.problem = problem;
    this.pointer = pointer;
  }

  /**
   * @param schemas who will hold answers against the schema
   * @param problem what a fault is told as
   * @param pointer where in the body it stands
   */
  public static @Nullable Json json(
      @Nullable Generation given, JsonSchemas schemas, Problem problem, String pointer) {
    return given == null ? null : new Generations(schemas, problem, pointer).json(given);
  }

  private Json json(Generation given) {
    ObjectNode settings = JsonTree.object();
    put(settings, "model", given.model());
    put(settings, "fallback_model", given.fallbackModel());
    if (given.toolChoice() != null) {
      settings.set("tool_choice", choice(given.toolChoice()));
    }
    if (given.allowParallelToolCalls() != null) {
      settings.put("allow_parallel_tool_calls", given.allowParallelToolCalls());
    }
    if (given.maxOutputTokens() != null) {
      settings.put("max_output_tokens", given.maxOutputTokens());
    }
    if (given.temperature() != null) {
      settings.put("temperature", given.temperature());
    }
    if (given.responseFormat() != null) {
      settings.set("response_format", format(given.responseFormat()));
    }
    return JsonTree.write(settings);
  }

  private static void put(ObjectNode settings, String name, @Nullable String value) {
    if (value != null) {
      settings.put(name, value);
    }
  }

  private JsonNode choice(JsonNode given) {
    String type = given.isString() ? given.asString() : given.path("type").asString("");
    boolean specific = type.equals("specific");
    if (!CHOICES.contains(type) && !specific) {
      throw wrong(
          "/tool_choice", "must have the type auto, none, required, or specific with a name");
    }
    JsonNode name = given.path("name");
    if (specific && (!name.isString() || name.asString().isBlank())) {
      throw wrong("/tool_choice/name", "must name a tool");
    }
    checkMembers(given, "/tool_choice", specific ? List.of("type", "name") : List.of("type"));
    ObjectNode choice = JsonTree.object().put("type", type);
    return specific ? choice.put("name", name.asString()) : choice;
  }

  private JsonNode format(JsonNode given) {
    String type = given.path("type").asString("");
    return switch (type) {
      case "text" -> {
        checkMembers(given, "/response_format", List.of("type"));
        yield JsonTree.object().put("type", type);
      }
      case "structured_json" -> {
        JsonNode schema = given.path("schema");
        if (!schema.isObject()) {
          throw wrong("/response_format/schema", "must be a JSON Schema object");
        }
        if (!schemas.isUsable(JsonTree.write(schema))) {
          throw wrong(
              "/response_format/schema",
              "must be a JSON Schema that can be checked: references point into the "
                  + "schema and not to a part that contains them, patterns are simple, and "
                  + "with all references expanded it has at most 5000 parts");
        }
        checkMembers(given, "/response_format", List.of("type", "schema"));
        yield JsonTree.object().put("type", type).set("schema", schema);
      }
      default -> throw wrong("/response_format/type", "must be text or structured_json");
    };
  }

  private void checkMembers(JsonNode given, String at, List<String> known) {
    if (given.isObject()) {
      for (String name : given.propertyNames()) {
        if (!known.contains(name)) {
          throw wrong(at + "/" + name, "is not supported");
        }
      }
    }
  }

  private RuntimeException wrong(String at, String message) {
    return problem
        .because(
            "The request is not valid. Correct the fields in errors and send it "
                + "again. Nothing was changed.")
        .at(pointer + at, message)
        .asException();
  }
}
