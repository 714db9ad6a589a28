package dev.holdpoint.http.mcp.modern;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.http.mcp.Protocol;
import dev.holdpoint.http.stream.Frames;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON-RPC 2.0 objects of this era: each result says its type and who answers. */
final class RpcMessages {
  private static final String SERVER = "io.modelcontextprotocol/serverInfo";
  private static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

  private final ObjectNode server;

  /**
   * @param version of the daemon
   */
  RpcMessages(String version) {
    this.server = Protocol.serverInfo(version);
  }

  /** What a tool gives back, or anything else that ends a request. */
  ObjectNode complete(JsonNode result) {
    return typed("complete", result);
  }

  ObjectNode typed(String type, JsonNode result) {
    ObjectNode all = JsonTree.object().put("resultType", type);
    result.properties().forEach(member -> all.set(member.getKey(), member.getValue()));
    all.putObject("_meta").set(SERVER, server.deepCopy());
    return all;
  }

  /**
   * @param result one of {@link #typed}
   */
  static byte[] result(Json id, ObjectNode result) {
    ObjectNode message = message();
    message.set("id", JsonTree.of(id));
    message.set("result", result);
    return bytes(message);
  }

  /**
   * @param id left out when there is none
   */
  static byte[] error(@Nullable Json id, RpcFault fault) {
    ObjectNode message = message();
    if (id != null) {
      message.set("id", JsonTree.of(id));
    }
    ObjectNode error =
        message.putObject("error").put("code", fault.code()).put("message", fault.said());
    if (fault.data() != null) {
      error.set("data", fault.data());
    }
    return bytes(message);
  }

  /** An event of a subscription, which goes by the id of the request that began it. */
  static byte[] notification(String method, ObjectNode params, Json subscription) {
    params.putObject("_meta").set(SUBSCRIPTION, JsonTree.of(subscription));
    ObjectNode message = message().put("method", method);
    message.set("params", params);
    return event(bytes(message));
  }

  /** The end of a subscription. */
  byte[] end(Json subscription) {
    ObjectNode result = complete(JsonTree.object());
    ((ObjectNode) result.path("_meta")).set(SUBSCRIPTION, JsonTree.of(subscription));
    return event(result(subscription, result));
  }

  private static byte[] event(byte[] message) {
    return Frames.event(null, "message", message);
  }

  private static ObjectNode message() {
    return JsonTree.object().put("jsonrpc", "2.0");
  }

  private static byte[] bytes(ObjectNode message) {
    return JsonTree.write(message).text().getBytes(UTF_8);
  }
}
