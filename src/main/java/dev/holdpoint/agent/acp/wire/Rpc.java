package dev.holdpoint.agent.acp.wire;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The objects of JSON-RPC 2.0. What an agent has sent stands in them as it was sent. */
public final class Rpc {
  private Rpc() {}

  public static Json request(String id, String method, JsonNode params) {
    ObjectNode request = JsonTree.object().put("jsonrpc", "2.0").put("id", id);
    request.put("method", method).set("params", params);
    return JsonTree.write(request);
  }

  public static Json notification(String method, Json params) {
    return new Json(
        "{\"jsonrpc\":\"2.0\",\"method\":%s,\"params\":%s}".formatted(text(method), params));
  }

  static Json result(Json id, Json result) {
    return new Json("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(id, result));
  }

  public static Json error(Json id, RpcError error) {
    String data = error.data() == null ? "" : ",\"data\":" + error.data();
    return new Json(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":%s%s}}"
            .formatted(id, error.code(), text(error.text()), data));
  }

  private static Json text(String text) {
    return JsonTree.write(StringNode.valueOf(text));
  }
}
