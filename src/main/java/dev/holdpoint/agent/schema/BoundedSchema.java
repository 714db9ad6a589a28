package dev.holdpoint.agent.schema;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A schema that somebody else has written, as it may be held against a value: a few references can
 * stand for more parts than anybody can look at, so all of them are counted first.
 */
final class BoundedSchema {
  /** Parts of a schema, where a part that is referred to counts each time. */
  private static final int MOST = 5_000;

  private BoundedSchema() {}

  /** The text to be compiled; null when it is no object, too much, or without an end. */
  static @Nullable String text(Json schema) {
    if (!(JsonTree.of(schema) instanceof ObjectNode root)) {
      return null;
    }
    // What it calls its dialect would be fetched, if it is not one of those that are known.
    root.remove("$schema");
    root.remove("$id");
    return parts(root, root, 0) > MOST ? null : JsonTree.write(root).text();
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
    // A part with a name of its own gives the references in it another meaning.
    if (part.path("$id").isString() || part.has("$dynamicRef")) {
      return MOST + 1;
    }
    if (part.has("$ref")) {
      JsonNode target = at(root, part.path("$ref").asString(""));
      // By a name or elsewhere: nobody knows how much that is.
      return target == null ? MOST + 1 : parts(root, target, count);
    }
    return count;
  }

  /** What is percent-encoded has two readings, and so counts as unknown. */
  private static @Nullable JsonNode at(JsonNode root, String place) {
    if ((!place.equals("#") && !place.startsWith("#/")) || place.contains("%")) {
      return null;
    }
    JsonNode found = root.at(place.substring(1));
    return found.isMissingNode() ? null : found;
  }
}
