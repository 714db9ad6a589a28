package dev.holdpoint.http.acp;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A JSON-RPC 2.0 object that a client has sent. */
sealed interface AcpMessage {
  int METHOD = 200;
  int ID = 200;

  record Request(Json id, String method, Json params) implements AcpMessage {}

  record Notification(String method, Json params) implements AcpMessage {}

  /** Exactly one of the last two is there. */
  record Response(String id, @Nullable Json result, @Nullable Json error) implements AcpMessage {}

  /**
   * @throws dev.holdpoint.core.problem.Refused if it is none, with every fault in it
   */
  static AcpMessage of(JsonNode body) {
    List<Refusal.Fault> faults = new ArrayList<>();
    if (!body.isObject()) {
      throw refused(
          List.of(new Refusal.Fault("", "must be one object; batches are not supported")));
    }
    if (!body.path("jsonrpc").isString() || !body.path("jsonrpc").stringValue().equals("2.0")) {
      faults.add(new Refusal.Fault("/jsonrpc", "must be \"2.0\""));
    }
    boolean response = body.has("result") || body.has("error");
    checkId(body, response, faults);
    if (response) {
      checkResponse(body, faults);
    } else {
      checkCall(body, faults);
    }
    if (!faults.isEmpty()) {
      throw refused(faults);
    }
    return response ? response(body) : call(body);
  }

  private static void checkId(JsonNode body, boolean response, List<Refusal.Fault> faults) {
    JsonNode id = body.path("id");
    boolean text = id.isString() && !id.stringValue().isEmpty() && id.stringValue().length() <= ID;
    if (response && !text && !id.isNumber()) {
      faults.add(new Refusal.Fault("/id", "must be the id of the request that this answers"));
    } else if (!response && body.has("id") && !text && !id.isNumber()) {
      faults.add(
          new Refusal.Fault(
              "/id",
              "must be a number or a text of 1 to "
                  + ID
                  + " characters; omit it in a notification"));
    }
  }

  private static void checkResponse(JsonNode body, List<Refusal.Fault> faults) {
    if (body.has("method") || body.has("params")) {
      faults.add(
          new Refusal.Fault(
              body.has("method") ? "/method" : "/params",
              "is not allowed together with a result or an error"));
    }
    if (body.has("result") && body.has("error")) {
      faults.add(new Refusal.Fault("/error", "is not allowed together with a result"));
    } else if (body.has("error")
        && !(body.path("error").path("code").isIntegralNumber()
            && body.path("error").path("message").isString())) {
      faults.add(new Refusal.Fault("/error", "must be an object with code and message"));
    }
  }

  private static void checkCall(JsonNode body, List<Refusal.Fault> faults) {
    JsonNode method = body.path("method");
    if (!method.isString()
        || method.stringValue().isBlank()
        || method.stringValue().length() > METHOD) {
      faults.add(new Refusal.Fault("/method", "must be a text of 1 to " + METHOD + " characters"));
    }
    JsonNode params = body.path("params");
    if (body.has("params") && !params.isObject() && !params.isArray()) {
      faults.add(new Refusal.Fault("/params", "must be an object or a list"));
    }
  }

  private static AcpMessage response(JsonNode body) {
    JsonNode id = body.path("id");
    return new Response(
        // No request goes out under a number, so it is told that none waits.
        id.isString() ? id.stringValue() : JsonTree.write(id).text(),
        body.has("result") ? JsonTree.write(body.get("result")) : null,
        body.has("error") ? JsonTree.write(body.get("error")) : null);
  }

  private static AcpMessage call(JsonNode body) {
    String method = body.path("method").stringValue();
    Json params = body.has("params") ? JsonTree.write(body.get("params")) : Json.EMPTY_OBJECT;
    return body.has("id")
        ? new Request(JsonTree.write(body.get("id")), method, params)
        : new Notification(method, params);
  }

  private static RuntimeException refused(List<Refusal.Fault> faults) {
    return new Refusal(
            Problem.INVALID_REQUEST,
            "Send one JSON-RPC 2.0 object: a request, a notification or a response. "
                + "Nothing was sent to the agent.",
            faults,
            null)
        .asException();
  }
}
