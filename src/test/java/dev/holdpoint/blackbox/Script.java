package dev.holdpoint.blackbox;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Lines for the scripted model, one turn each. */
public final class Script {
  private static final JsonMapper JSON = new JsonMapper();

  private Script() {}

  public static String say(String text) {
    return JSON.createObjectNode().put("say", text).toString();
  }

  public static String sleep(long ms) {
    return JSON.createObjectNode().put("sleep_ms", ms).toString();
  }

  public static String bash(String command) {
    return tool("bash", JSON.createObjectNode().put("command", command));
  }

  public static String bash(String command, long timeoutMs) {
    return tool(
        "bash", JSON.createObjectNode().put("command", command).put("timeout_ms", timeoutMs));
  }

  public static String approval(String reason) {
    ObjectNode input = JSON.createObjectNode().put("reason", reason);
    input.putArray("requested_items").addObject().put("kind", "action").put("description", reason);
    return tool("request_approval", input);
  }

  public static String tool(String name, ObjectNode input) {
    ObjectNode line = JSON.createObjectNode().put("tool", name);
    line.set("input", input);
    return line.toString();
  }

  /** One question that takes free text; no deadline when {@code expiresAfterMs} is 0. */
  public static String ask(String prompt, long expiresAfterMs) {
    ObjectNode ask = JSON.createObjectNode();
    ask.putArray("questions").addObject().put("id", "q").put("question", prompt);
    if (expiresAfterMs > 0) {
      ask.put("expires_after_ms", expiresAfterMs);
    }
    ObjectNode line = JSON.createObjectNode();
    line.set("ask", ask);
    return line.toString();
  }

  /** Starts a child with a script of its own. */
  public static String spawn(String sessionId, String... lines) {
    return tool(
        "spawn_agent",
        JSON.createObjectNode()
            .put("session_id", sessionId)
            .put("content", "#!script\n" + String.join("\n", lines)));
  }

  /** One question that takes free text, for the session that started this one. */
  public static String clarify(String prompt) {
    ObjectNode input = JSON.createObjectNode();
    input.putArray("questions").addObject().put("id", "q").put("question", prompt);
    return tool("request_parent_clarification", input);
  }

  public static String sayLastResult() {
    return "{\"say_last_result\":true}";
  }
}
