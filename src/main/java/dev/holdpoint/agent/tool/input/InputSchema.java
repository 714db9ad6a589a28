package dev.holdpoint.agent.tool.input;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The JSON Schema of a tool's input, and the members that it names. */
public record InputSchema(Json json, Set<String> members) {
  public static InputSchema of(String text) {
    try {
      JsonNode tree = JsonTree.read(text);
      return new InputSchema(
          JsonTree.write(tree), new LinkedHashSet<>(tree.path("properties").propertyNames()));
    } catch (NotJson e) {
      throw new IllegalArgumentException("A schema in this package is not JSON: " + text, e);
    }
  }
}
