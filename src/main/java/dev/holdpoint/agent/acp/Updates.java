package dev.holdpoint.agent.acp;

import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads {@code session/update}. Thoughts, plans and the like are told to nobody. */
final class Updates {
  private static final int MAX_VALUE = 256 * 1024;
  private static final int MAX_NAME = 200;

  private Updates() {}

  static @Nullable AgentEvent read(JsonNode update) {
    return switch (update.path("sessionUpdate").asString("")) {
      case "agent_message_chunk" -> said(update.path("content"));
      case "tool_call" -> began(update);
      case "tool_call_update" -> finished(update);
      default -> null;
    };
  }

  /** The mode that the agent is in; null when the update says nothing of it. */
  static @Nullable String mode(JsonNode update) {
    return switch (update.path("sessionUpdate").asString("")) {
      case "current_mode_update" -> {
        String mode = update.path("currentModeId").asString("");
        yield mode.isBlank() ? null : mode;
      }
      case "config_option_update" -> {
        OfferedModes option = OfferedModes.option(update.path("configOptions"));
        yield option == null ? null : option.current();
      }
      default -> null;
    };
  }

  private static AgentEvent.@Nullable Said said(JsonNode content) {
    String text = content.path("text").asString("");
    return text.isEmpty() ? null : new AgentEvent.Said(text);
  }

  private static AgentEvent.@Nullable Began began(JsonNode update) {
    String callId = update.path("toolCallId").asString("");
    if (callId.isEmpty()) {
      return null;
    }
    String title = update.path("title").asString("");
    String tool = title.isBlank() ? update.path("kind").asString("tool") : title;
    JsonNode input = update.path("rawInput");
    return new AgentEvent.Began(
        callId,
        tool.length() > MAX_NAME ? tool.substring(0, MAX_NAME) + "…" : tool,
        input.isObject() ? bounded(input) : Json.EMPTY_OBJECT);
  }

  private static AgentEvent.@Nullable Finished finished(JsonNode update) {
    String status = update.path("status").asString("");
    String callId = update.path("toolCallId").asString("");
    boolean failed = status.equals("failed");
    if (callId.isEmpty() || !(failed || status.equals("completed"))) {
      return null;
    }
    JsonNode output = update.path("rawOutput");
    return new AgentEvent.Finished(
        callId,
        failed,
        output.isMissingNode() || output.isNull()
            ? bounded(JsonTree.object().put("text", texts(update.path("content"))))
            : bounded(output));
  }

  private static String texts(JsonNode contents) {
    StringBuilder texts = new StringBuilder();
    for (JsonNode content : contents) {
      String text = content.path("content").path("text").asString("");
      if (!text.isEmpty()) {
        texts.append(texts.isEmpty() ? "" : "\n").append(text);
      }
    }
    return texts.toString();
  }

  /** What is too long is its beginning, and says so. */
  private static Json bounded(JsonNode value) {
    Json json = JsonTree.write(value);
    if (json.text().length() <= MAX_VALUE) {
      return json;
    }
    String whole = value.path("text").isString() ? value.path("text").stringValue() : json.text();
    ObjectNode cut = JsonTree.object().put("cut", true).put("size", json.text().length());
    return JsonTree.write(cut.put("text", whole.substring(0, Math.min(MAX_VALUE, whole.length()))));
  }
}
