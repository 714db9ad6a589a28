package dev.holdpoint.acceptance;

import tools.jackson.databind.json.JsonMapper;

/** Lines of scripts for the embedded model. */
public final class Script {
  private static final JsonMapper JSON = new JsonMapper();

  /** Makes the run say what the model was told last. */
  public static final String SAY_LAST_RESULT = "{\"say_last_result\":true}";

  /** Two questions: one with options of which one may be chosen, one for free text. */
  public static final String ROUTING_AND_NOTES =
      """
      {'id':'routing','header':'Routing','question':'Which provider?','multi_select':false,
       'options':[{'id':'openai','label':'OpenAI'},{'id':'local','label':'Local'}]},
      {'id':'notes','header':'Notes','question':'Anything else?','options':[]}\
      """
          .replace("\n", "")
          .replace('\'', '"');

  private Script() {}

  public static String say(String text) {
    return "{\"say\":" + JSON.writeValueAsString(text) + "}";
  }

  /** The model says what it was asked with. */
  public static String sayRequest() {
    return "{\"say_request\":true}";
  }

  public static String fail(String text) {
    return "{\"fail\":" + JSON.writeValueAsString(text) + "}";
  }

  /** The provider takes as long as any test could need; cancel and interrupt cut it short. */
  public static String work() {
    return "{\"sleep_ms\":60000}";
  }

  public static String bash(String command) {
    return tool("bash", "{\"command\":" + JSON.writeValueAsString(command) + "}");
  }

  /** Something that waits for an approval and does nothing else. */
  public static String approval(String reason) {
    return tool("request_approval", "{\"reason\":" + JSON.writeValueAsString(reason) + "}");
  }

  public static String approval(String reason, long expiresAfterMs) {
    return tool(
        "request_approval",
        "{\"reason\":%s,\"expires_after_ms\":%d}"
            .formatted(JSON.writeValueAsString(reason), expiresAfterMs));
  }

  public static String tool(String name, String input) {
    return "{\"tool\":\"%s\",\"input\":%s}".formatted(name, input);
  }

  /** Several calls in one turn, so that several approvals wait together. */
  public static String together(String... calls) {
    return "{\"tools\":[" + String.join(",", calls) + "]}";
  }

  /** The documented example's two questions. */
  public static String ask() {
    return ask(ROUTING_AND_NOTES, "");
  }

  /** The same with a deadline. */
  public static String ask(long expiresAfterMs) {
    return ask(ROUTING_AND_NOTES, ",\"expires_after_ms\":" + expiresAfterMs);
  }

  /** The same two questions, put to the parent. */
  public static String clarify() {
    return clarify("");
  }

  public static String clarify(String more) {
    return tool(
        "request_parent_clarification", "{\"questions\":[" + ROUTING_AND_NOTES + "]" + more + "}");
  }

  /** Starts a child with a script of its own. */
  public static String spawn(String... lines) {
    return tool("spawn_agent", "{\"content\":" + script(lines) + "}");
  }

  public static String spawnAs(String sessionId, String... lines) {
    return tool("spawn_agent", addressed(sessionId, lines));
  }

  public static String message(String sessionId, String... lines) {
    return tool("message_agent", addressed(sessionId, lines));
  }

  private static String addressed(String sessionId, String... lines) {
    return "{\"session_id\":%s,\"content\":%s}"
        .formatted(JSON.writeValueAsString(sessionId), script(lines));
  }

  private static String script(String... lines) {
    return JSON.writeValueAsString("#!script\n" + String.join("\n", lines));
  }

  public static String ask(String questions, String more) {
    return "{\"ask\":{\"questions\":[" + questions + "]" + more + "}}";
  }
}
