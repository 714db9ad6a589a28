package dev.holdpoint.agent.mcp;

import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** How messages become text and back. */
final class Wires {
  /** What one message may have; a result is cut far below that. */
  static final int MAX_MESSAGE = 4 << 20;

  // Numbers keep their digits.
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  static final McpJsonMapper MAPPER = new JacksonMcpJsonMapper(JSON);

  private Wires() {}

  static JsonNode tree(@Nullable Object value) throws McpFailure {
    try {
      // By its text: what a server sends may hold what no tree of ours has, a member twice.
      return JsonTree.read(JSON.writeValueAsString(value));
    } catch (NotJson e) {
      throw new McpFailure("its message cannot be parsed: " + e.getMessage());
    }
  }

  static Map<String, Object> map(ObjectNode object) {
    return JSON.convertValue(object, new TypeReference<Map<String, Object>>() {});
  }
}
