package dev.holdpoint.agent.acp.wire;

import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads JSON in which a member may be given twice if it says the same both times: agents of the
 * protocol's Java SDK write every update so. One that says two things is as bad as everywhere.
 */
final class RepeatedMembers {
  private static final JsonFactory JSON = new JsonFactory();
  private static final ObjectNode NODES = JsonTree.object();

  private RepeatedMembers() {}

  static JsonNode read(String text) throws NotJson {
    try {
      return JsonTree.read(text);
    } catch (NotJson e) {
      JsonNode tree = again(text);
      if (tree == null) {
        throw e;
      }
      return tree;
    }
  }

  private static @Nullable JsonNode again(String text) {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
      parser.nextToken();
      JsonNode tree = value(parser);
      return tree != null && parser.nextToken() == null ? tree : null;
    } catch (JacksonException | NumberFormatException e) {
      return null;
    }
  }

  // How deep it goes is limited by the parser.
  private static @Nullable JsonNode value(JsonParser parser) {
    JsonToken token = parser.currentToken();
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> NODES.stringNode(parser.getString());
      case VALUE_NUMBER_INT -> NODES.numberNode(parser.getBigIntegerValue());
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NULL -> NODES.nullNode();
      case null, default -> null;
    };
  }

  private static @Nullable ObjectNode object(JsonParser parser) {
    ObjectNode object = JsonTree.object();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      JsonNode value = value(parser);
      JsonNode before = name == null ? null : object.get(name);
      if (value == null || name == null || (before != null && !before.equals(value))) {
        return null;
      }
      object.set(name, value);
    }
    return object;
  }

  private static @Nullable ArrayNode array(JsonParser parser) {
    ArrayNode array = JsonTree.array();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonNode value = value(parser);
      if (value == null) {
        return null;
      }
      array.add(value);
    }
    return array;
  }
}
