package dev.holdpoint.http.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON-RPC 2.0 objects that are sent to a client. */
final class McpReply {
  private McpReply() {}

  static byte[] result(Json id, JsonNode result) {
    ObjectNode message = message();
    message.set("id", JsonTree.of(id));
    message.set("result", result);
    return bytes(message);
  }

  /**
   * @param id null when it is not known what is answered
   */
  static byte[] error(@Nullable Json id, McpError error) {
    ObjectNode message = message();
    message.set("id", JsonTree.of(id == null ? Json.NULL : id));
    message.putObject("error").put("code", error.code()).put("message", error.said());
    return bytes(message);
  }

  /**
   * @param token the client's own, as it was sent
   * @param step more with each
   */
  static byte[] progress(Json token, long step) {
    ObjectNode message = message().put("method", "notifications/progress");
    ObjectNode params = message.putObject("params");
    params.set("progressToken", JsonTree.of(token));
    params.put("progress", step).put("message", "Waiting for a person to decide.");
    return bytes(message);
  }

  private static ObjectNode message() {
    return JsonTree.object().put("jsonrpc", "2.0");
  }

  private static byte[] bytes(ObjectNode message) {
    return JsonTree.write(message).text().getBytes(UTF_8);
  }
}
