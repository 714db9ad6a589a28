package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.peer.AgentKeys;
import dev.holdpoint.engine.json.JsonTree;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a server has sent, without what must not be seen. */
final class Scrubbed {
  /** Members that are read by people and mean nothing to a program. */
  private static final Set<String> WORDS = Set.of("message", "title", "description", "enumNames");

  private Scrubbed() {}

  /** Every text, and every member's name. */
  static JsonNode all(JsonNode node, UnaryOperator<String> scrub) {
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode clean = JsonTree.object();
        for (Map.Entry<String, JsonNode> member : object.properties()) {
          clean.set(scrub.apply(member.getKey()), all(member.getValue(), scrub));
        }
        yield clean;
      }
      case ArrayNode array -> {
        ArrayNode clean = JsonTree.array();
        array.values().forEach(item -> clean.add(all(item, scrub)));
        yield clean;
      }
      default ->
          node.isString() ? JsonTree.object().stringNode(scrub.apply(node.stringValue())) : node;
    };
  }

  /** The words alone: what else is changed would not be what the server has asked for. */
  static JsonNode words(JsonNode node, UnaryOperator<String> scrub) {
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode clean = JsonTree.object();
        for (Map.Entry<String, JsonNode> member : object.properties()) {
          JsonNode value = member.getValue();
          boolean said = WORDS.contains(member.getKey()) && !value.isObject();
          clean.set(member.getKey(), said ? all(value, scrub) : words(value, scrub));
        }
        yield clean;
      }
      case ArrayNode array -> {
        ArrayNode clean = JsonTree.array();
        array.values().forEach(item -> clean.add(words(item, scrub)));
        yield clean;
      }
      default -> node;
    };
  }

  /** A form as people may see it. */
  static JsonNode form(JsonNode params, AgentKeys keys) throws McpFailure {
    JsonNode shown = words(params, keys::hidden);
    if (!shown.equals(all(params, keys::hidden))) {
      throw new McpFailure("a form must not contain a key of the server");
    }
    return shown;
  }
}
