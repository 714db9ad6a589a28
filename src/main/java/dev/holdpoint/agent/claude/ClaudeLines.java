package dev.holdpoint.agent.claude;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The lines that Claude Code reads. */
final class ClaudeLines {
  private ClaudeLines() {}

  static String user(String sessionId, String text) {
    return message(sessionId, JsonTree.object().put("type", "text").put("text", text));
  }

  static String toolResult(String sessionId, String toolUseId, String content, boolean failed) {
    ObjectNode block =
        JsonTree.object()
            .put("type", "tool_result")
            .put("tool_use_id", toolUseId)
            .put("content", content);
    if (failed) {
      block.put("is_error", true);
    }
    return message(sessionId, block);
  }

  static String request(String requestId, String subtype) {
    ObjectNode line = JsonTree.object().put("type", "control_request").put("request_id", requestId);
    line.putObject("request").put("subtype", subtype);
    return text(line);
  }

  static String response(String requestId, ObjectNode response) {
    ObjectNode line = JsonTree.object().put("type", "control_response");
    line.putObject("response")
        .put("subtype", "success")
        .put("request_id", requestId)
        .set("response", response);
    return text(line);
  }

  static String error(String requestId, String error) {
    ObjectNode line = JsonTree.object().put("type", "control_response");
    line.putObject("response")
        .put("subtype", "error")
        .put("request_id", requestId)
        .put("error", error);
    return text(line);
  }

  static ObjectNode allow(JsonNode input) {
    ObjectNode response = JsonTree.object().put("behavior", "allow");
    response.set("updatedInput", input);
    return response;
  }

  static ObjectNode deny(String message) {
    return JsonTree.object().put("behavior", "deny").put("message", message);
  }

  private static String message(String sessionId, ObjectNode block) {
    ObjectNode line = JsonTree.object().put("type", "user");
    line.putObject("message").put("role", "user").putArray("content").add(block);
    line.putNull("parent_tool_use_id").put("session_id", sessionId);
    return text(line);
  }

  private static String text(ObjectNode line) {
    Json written = JsonTree.write(line);
    return written.text();
  }
}
