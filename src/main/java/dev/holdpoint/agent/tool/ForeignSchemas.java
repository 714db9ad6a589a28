package dev.holdpoint.agent.tool;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Holds values against schemas that a server has sent. Nothing is fetched, patterns take bounded
 * time, and a schema that would take too long by the references in it is not held against anything:
 * whoever wrote it checks for himself.
 */
public final class ForeignSchemas {
  private static final int FAULTS = 20;

  /** Parts of a schema, where a part that is referred to counts each time. */
  private static final int MOST = 5_000;

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          builder ->
              builder
                  .schemaCacheEnabled(false)
                  .schemaLoader(loader -> loader.block(_ -> true))
                  .schemaRegistryConfig(
                      SchemaRegistryConfig.builder()
                          .regularExpressionFactory(BoundedPattern::new)
                          .build()));

  private ForeignSchemas() {}

  /** What is wrong with the value; nothing when that cannot be said. */
  public static List<Fault> faults(Json schema, Json value) {
    JsonNode tree = JsonTree.of(schema);
    if (!(tree instanceof ObjectNode root) || parts(root, root, 0) > MOST) {
      return List.of();
    }
    // What it calls its dialect would be fetched, if it is not one of those that are known.
    root.remove("$schema");
    root.remove("$id");
    try {
      return REGISTRY
          .getSchema(JsonTree.write(root).text())
          .validate(value.text(), InputFormat.JSON)
          .stream()
          .limit(FAULTS)
          .map(ForeignSchemas::fault)
          .toList();
    } catch (SchemaException | IllegalArgumentException e) {
      return List.of();
    }
  }

  /** How many parts there are to look at; more than the limit as soon as it is beyond. */
  private static int parts(JsonNode root, JsonNode part, int before) {
    int count = before + 1;
    if (count > MOST) {
      return count;
    }
    for (JsonNode inner : part) {
      count = parts(root, inner, count);
      if (count > MOST) {
        return count;
      }
    }
    if (part.isObject() && (part.has("$ref") || part.has("$dynamicRef"))) {
      String place = part.path("$ref").asString("#");
      JsonNode target = place.startsWith("#") ? at(root, place.substring(1)) : null;
      // By a name or elsewhere: nobody knows how much that is.
      return target == null ? MOST + 1 : parts(root, target, count);
    }
    return count;
  }

  private static @Nullable JsonNode at(JsonNode root, String pointer) {
    if (!pointer.isEmpty() && !pointer.startsWith("/")) {
      return null;
    }
    JsonNode found = root.at(pointer);
    return found.isMissingNode() ? null : found;
  }

  private static Fault fault(Error error) {
    return new Fault(error.getInstanceLocation().toString(), error.getMessage());
  }
}
