package dev.holdpoint.agent.acp.wire;

import com.agentclientprotocol.sdk.json.TypeRef;
import com.agentclientprotocol.sdk.spec.AcpClientTransport;
import com.agentclientprotocol.sdk.spec.AcpSchema.JSONRPCError;
import com.agentclientprotocol.sdk.spec.AcpSchema.JSONRPCMessage;
import com.agentclientprotocol.sdk.spec.AcpSchema.JSONRPCNotification;
import com.agentclientprotocol.sdk.spec.AcpSchema.JSONRPCRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.JSONRPCResponse;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Carries the SDK's messages over an agent's lines. Params and results stay {@link Json} all the
 * way, so numbers keep their digits and members their order.
 *
 * <p>The SDK finds handlers by the exact method, and we want to hear of every method: all that
 * comes in is called {@link #ANY}, and its own name travels in the params as a {@link Told}.
 */
final class AcpWire implements AcpClientTransport {
  static final String ANY = "*";

  private static final Logger log = LoggerFactory.getLogger(AcpWire.class);
  private static final int MAX_STRAY_LINES = 100;
  private static final int PARSE_ERROR = -32700;
  private static final int INVALID_REQUEST = -32600;

  /**
   * What the agent says.
   *
   * @param id as the agent wrote it; null for a notification
   */
  record Told(@Nullable JsonNode id, String method, Json params) {}

  private static final class NoMessage extends Exception {
    private static final long serialVersionUID = 1L;

    NoMessage() {
      super("this is not a JSON-RPC message: it has neither a method nor a result nor an error");
    }
  }

  private final AgentProcess process;
  private Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> session = message -> message;
  private int strayLines;

  AcpWire(AgentProcess process) {
    this.process = process;
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    session = handler;
    return Mono.empty();
  }

  /** Handled before the next line is read, so what the agent says keeps its order. */
  void receive(String line) {
    JSONRPCMessage message;
    try {
      message = read(line);
    } catch (NotJson | NoMessage e) {
      stray(line, String.valueOf(e.getMessage()));
      return;
    }
    strayLines = 0;
    session.apply(Mono.just(message)).subscribe();
  }

  private static JSONRPCMessage read(String line) throws NotJson, NoMessage {
    JsonNode tree = RepeatedMembers.read(line);
    JsonNode id = tree.get("id");
    if (tree.path("method").isString()) {
      JsonNode params = tree.get("params");
      Told told =
          new Told(
              id,
              tree.path("method").stringValue(),
              params == null ? Json.EMPTY_OBJECT : JsonTree.write(params));
      return id == null
          ? new JSONRPCNotification("2.0", ANY, told)
          : new JSONRPCRequest("2.0", id, ANY, told);
    }
    if (!tree.isObject() || id == null || !(tree.has("result") || tree.has("error"))) {
      throw new NoMessage();
    }
    JsonNode error = tree.get("error");
    return new JSONRPCResponse(
        "2.0",
        id.isString() ? id.stringValue() : id.toString(),
        tree.has("result") ? JsonTree.write(tree.path("result")) : Json.NULL,
        error == null || error.isNull() ? null : error(error));
  }

  private static JSONRPCError error(JsonNode error) {
    JsonNode data = error.get("data");
    return new JSONRPCError(
        error.path("code").asInt(RpcError.INTERNAL),
        error.path("message").asString("no message"),
        data == null ? null : JsonTree.write(data));
  }

  // Some agents print a greeting before they speak the protocol.
  private void stray(String line, String why) {
    log.debug(
        "ignored a line of {} characters: {}",
        line.length(),
        StderrTail.plain(process.hidden(line)));
    if (!line.isBlank() && ++strayLines >= MAX_STRAY_LINES) {
      process.end("has sent %d lines in a row that are not messages".formatted(MAX_STRAY_LINES));
    } else if (line.startsWith("{")) {
      refuse(line, why);
    }
  }

  /** Whoever meant it as a request would wait for ever. */
  private void refuse(String line, String why) {
    ObjectNode answer = JsonTree.object().put("jsonrpc", "2.0");
    int code = PARSE_ERROR;
    answer.putNull("id");
    try {
      JsonNode id = JsonTree.read(line).get("id");
      code = INVALID_REQUEST;
      if (id != null && id.isValueNode()) {
        answer.set("id", id);
      }
    } catch (NotJson e) {
      log.trace("the id cannot be read", e);
    }
    answer.putObject("error").put("code", code).put("message", why);
    try {
      process.write(JsonTree.write(answer).text());
    } catch (PeerFailure e) {
      log.debug("{}", e.getMessage());
    }
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromCallable(
        () -> {
          process.write(JsonTree.write(write(message)).text());
          return null;
        });
  }

  private static ObjectNode write(JSONRPCMessage message) {
    ObjectNode tree = JsonTree.object().put("jsonrpc", "2.0");
    switch (message) {
      case JSONRPCRequest request -> {
        tree.put("id", String.valueOf(request.id())).put("method", request.method());
        tree.set("params", JsonTree.of((Json) request.params()));
      }
      case JSONRPCNotification notification -> {
        tree.put("method", notification.method());
        tree.set("params", JsonTree.of((Json) notification.params()));
      }
      case JSONRPCResponse response -> {
        tree.set("id", (JsonNode) response.id());
        if (response.error() == null) {
          tree.set("result", JsonTree.of((Json) response.result()));
        } else {
          ObjectNode error = tree.putObject("error");
          error.put("code", response.error().code()).put("message", response.error().message());
          if (response.error().data() instanceof Json data) {
            error.set("data", JsonTree.of(data));
          }
        }
      }
    }
    return tree;
  }

  /** Nothing is ever turned into another type: what is asked for is the Json that came. */
  @Override
  @SuppressWarnings("unchecked")
  public <T> T unmarshalFrom(Object data, TypeRef<T> typeRef) {
    return (T) data;
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(process::close);
  }
}
