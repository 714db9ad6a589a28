package dev.holdpoint.http.mcp;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import tools.jackson.databind.JsonNode;

/** A JSON-RPC 2.0 object that a client has sent. */
public sealed interface McpMessage {
  int ID = 200;
  int METHOD = 200;

  /**
   * @param id a text or a whole number, as it was sent
   * @param params an object, empty when none was sent
   */
  record Request(Json id, String method, JsonNode params) implements McpMessage {}

  record Notification(String method, JsonNode params) implements McpMessage {}

  /** Nothing is ever asked of a client, so nobody waits for it. */
  record Response() implements McpMessage {}

  /**
   * @throws McpError if it is none of them
   */
  static McpMessage of(JsonNode body) {
    if (body.isArray()) {
      throw invalid("Batches are not supported. Send one JSON-RPC message in each POST.");
    }
    if (!body.isObject() || !body.path("jsonrpc").asString("").equals("2.0")) {
      throw invalid("Send one JSON-RPC object with \"jsonrpc\": \"2.0\".");
    }
    if (!body.has("method") && (body.has("result") || body.has("error"))) {
      return new Response();
    }
    JsonNode method = body.path("method");
    if (!method.isString() || method.stringValue().isEmpty()) {
      throw invalid(
          "method must be a text; a message without one must be a response with "
              + "result or error.");
    }
    if (method.stringValue().length() > METHOD) {
      throw invalid("method must have at most " + METHOD + " characters.");
    }
    JsonNode params = body.path("params");
    if (body.has("params") && !params.isObject()) {
      throw invalid("params must be an object.");
    }
    JsonNode given = params.isObject() ? params : JsonTree.object();
    return body.has("id")
        ? new Request(id(body.path("id")), method.stringValue(), given)
        : new Notification(method.stringValue(), given);
  }

  /** Null is no id here: it would name every request of a client that leaves it out. */
  private static Json id(JsonNode id) {
    if (!isId(id)) {
      throw invalid(
          "id must be a text of 1 to "
              + ID
              + " characters or a whole number; a notification has"
              + " none.");
    }
    return JsonTree.write(id);
  }

  static boolean isId(JsonNode id) {
    return id.isString()
        ? !id.stringValue().isEmpty() && id.stringValue().length() <= ID
        : id.isIntegralNumber() && id.asString().length() <= ID;
  }

  private static McpError invalid(String message) {
    return new McpError(McpError.INVALID_REQUEST, message);
  }
}
