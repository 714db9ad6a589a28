package dev.holdpoint.agent.provider;

import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Whether a schema leaves nothing open: every object names all its members, demands them and takes
 * no others. Only such a one do providers promise to keep to, and some refuse any other.
 */
final class StrictSchema {
  private static final int DEEPEST = 32;

  private StrictSchema() {}

  static boolean is(JsonNode schema) {
    return schema.path("type").asString("").equals("object") && isClosed(schema, 0);
  }

  private static boolean isClosed(JsonNode node, int depth) {
    if (depth > DEEPEST) {
      return false;
    }
    boolean opens =
        node.isObject()
            && (node.path("type").asString("").equals("object") || node.has("properties"))
            && !demandsAll(node);
    return !opens && node.valueStream().allMatch(child -> isClosed(child, depth + 1));
  }

  private static boolean demandsAll(JsonNode object) {
    Set<String> required = new HashSet<>();
    object.path("required").forEach(name -> required.add(name.asString("")));
    return object.path("additionalProperties").isBoolean()
        && !object.path("additionalProperties").asBoolean()
        && required.containsAll(object.path("properties").propertyNames());
  }
}
