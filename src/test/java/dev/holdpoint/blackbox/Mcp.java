package dev.holdpoint.blackbox;

import java.net.http.HttpRequest;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A client of the Model Context Protocol, as plain as can be. */
public final class Mcp {
  public static final String PATH = "/mcp";
  public static final String NEWEST = "2025-11-25";
  private static final JsonMapper JSON = new JsonMapper();

  private final Http http;
  private final @Nullable String session;
  private final String version;
  private final AtomicInteger ids = new AtomicInteger();

  private Mcp(Http http, @Nullable String session, String version) {
    this.http = http;
    this.session = session;
    this.version = version;
  }

  /** Introduces itself under this name. */
  public static Mcp open(Http http, String name) {
    return open(http, name, NEWEST);
  }

  public static Mcp open(Http http, String name, String version) {
    Http.Answer welcome =
        new Mcp(http, null, version)
            .post(
                0,
                "initialize",
                JSON.readTree(
                    "{\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":%s,\"version\":\"1\"}}"
                        .formatted(version, JSON.writeValueAsString(name))))
            .expect(200);
    Mcp client = new Mcp(http, welcome.header("Mcp-Session-Id"), version);
    client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}").expect(202);
    return client;
  }

  /** The same client, as it comes to another daemon, or after it was started anew. */
  public Mcp at(Http other) {
    return new Mcp(other, session, version);
  }

  public @Nullable String session() {
    return session;
  }

  public Http.Answer send(String message) {
    return http.send("POST", PATH, message, this::headers);
  }

  private void headers(HttpRequest.Builder request) {
    request.setHeader("Accept", "application/json, text/event-stream");
    request.setHeader("MCP-Protocol-Version", version);
    if (session != null) {
      request.setHeader("Mcp-Session-Id", session);
    }
  }

  private Http.Answer post(int id, String method, JsonNode params) {
    return send(message(id, method, params));
  }

  private static String message(int id, String method, JsonNode params) {
    ObjectNode message =
        JSON.createObjectNode().put("jsonrpc", "2.0").put("id", id).put("method", method);
    message.set("params", params);
    return JSON.writeValueAsString(message);
  }

  /** What is answered at once: a result or an error. */
  public JsonNode request(String method, String params) {
    return post(ids.incrementAndGet(), method, JSON.readTree(params)).expect(200).json();
  }

  /** The result of a tool call that is answered at once, or when the stream has the answer. */
  public JsonNode call(String tool, String arguments) {
    return request("tools/call", params(tool, arguments, "")).path("result");
  }

  private static String params(String tool, String arguments, String more) {
    return "{\"name\":\"%s\",\"arguments\":%s%s}".formatted(tool, arguments, more);
  }

  /** A call that waits. */
  public Sse wait(String tool, String arguments) {
    return wait(tool, arguments, "");
  }

  public Sse wait(String tool, String arguments, String more) {
    String body =
        message(ids.incrementAndGet(), "tools/call", JSON.readTree(params(tool, arguments, more)));
    return http.stream(
        PATH,
        request -> {
          headers(request);
          request.header("Content-Type", "application/json");
          request.POST(HttpRequest.BodyPublishers.ofString(body));
        });
  }

  /** Comes back to an answer whose stream was lost. */
  public Sse resume(String lastEventId) {
    return http.stream(
        PATH,
        request -> {
          headers(request);
          request.setHeader("Accept", "text/event-stream");
          request.setHeader("Last-Event-ID", lastEventId);
        });
  }

  public int lastId() {
    return ids.get();
  }

  /** The result that a stream ends with. */
  public static JsonNode result(Sse stream) {
    return stream.next(frame -> frame.data().has("result")).data().path("result");
  }

  public static JsonNode structured(JsonNode result) {
    return result.path("structuredContent");
  }

  public static String text(JsonNode result) {
    return result.at("/content/0/text").asString();
  }
}
