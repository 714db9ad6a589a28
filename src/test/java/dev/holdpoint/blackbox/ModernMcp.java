package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client of the revision 2026-07-28, as plain as can be. Whatever it is told has to be what that
 * revision allows: a result with its type and who answers, or an error with the request's id.
 */
public final class ModernMcp {
  public static final String VERSION = "2026-07-28";
  public static final String TASKS = "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}";
  public static final String URLS = "{\"elicitation\":{\"url\":{}}}";
  public static final String BOTH =
      "{\"elicitation\":{\"url\":{}},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}";

  private static final JsonMapper JSON = new JsonMapper();
  private static final Set<Integer> DEFINED = Set.of(-32_020, -32_021, -32_022);

  private final Http http;
  private final String path;
  private final String name;
  private final String capabilities;
  private final AtomicInteger ids = new AtomicInteger();

  public ModernMcp(Http http, String name, String capabilities) {
    this(http, Mcp.PATH, name, capabilities);
  }

  public ModernMcp(Http http, String path, String name, String capabilities) {
    this.http = http;
    this.path = path;
    this.name = name;
    this.capabilities = capabilities;
  }

  /** The same program with another token, or at another daemon. */
  public ModernMcp at(Http other) {
    return new ModernMcp(other, path, name, capabilities);
  }

  public ObjectNode body(String method, String params) {
    ObjectNode all = (ObjectNode) JSON.readTree(params);
    ObjectNode meta = all.withObjectProperty("_meta");
    meta.put("io.modelcontextprotocol/protocolVersion", VERSION);
    meta.putObject("io.modelcontextprotocol/clientInfo").put("name", name).put("version", "1");
    meta.set("io.modelcontextprotocol/clientCapabilities", JSON.readTree(capabilities));
    ObjectNode body =
        JSON.createObjectNode()
            .put("jsonrpc", "2.0")
            .put("id", ids.incrementAndGet())
            .put("method", method);
    body.set("params", all);
    return body;
  }

  private static void headers(HttpRequest.Builder request, JsonNode body) {
    request.setHeader("Accept", "application/json, text/event-stream");
    request.setHeader("Content-Type", "application/json");
    request.setHeader("MCP-Protocol-Version", VERSION);
    request.setHeader("Mcp-Method", body.path("method").asString());
    JsonNode params = body.path("params");
    String named = params.has("taskId") ? "taskId" : "name";
    if (params.path(named).isString()) {
      request.setHeader("Mcp-Name", params.path(named).stringValue());
    }
  }

  /** Any answer that is not a stream. */
  public Http.Answer send(String method, String params) {
    return send(body(method, params), Map.of());
  }

  /**
   * @param more headers instead of the right ones
   */
  public Http.Answer send(ObjectNode body, Map<String, String> more) {
    Http.Answer answer =
        http.send(
            "POST",
            path,
            JSON.writeValueAsString(body),
            request -> {
              headers(request, body);
              more.forEach(request::setHeader);
            });
    if (!answer.text().isEmpty()) {
      check(answer.json());
    }
    return answer;
  }

  /** What every message of the revision keeps to. */
  public static JsonNode check(JsonNode message) {
    assertThat(message.has("id") && message.path("id").isNull()).as(message.toString()).isFalse();
    if (message.has("result")) {
      JsonNode result = message.path("result");
      assertThat(result.path("resultType").asString())
          .as(message.toString())
          .isIn("complete", "task", "input_required");
      List<String> server = new ArrayList<>();
      Iterator<Map.Entry<String, JsonNode>> members =
          result.path("_meta").path("io.modelcontextprotocol/serverInfo").properties().iterator();
      members.forEachRemaining(member -> server.add(member.getKey()));
      assertThat(server).as(message.toString()).containsExactly("name", "title", "version");
    }
    if (message.has("error")) {
      int code = message.at("/error/code").asInt();
      assertThat(code < -32_099 || code > -32_020 || DEFINED.contains(code))
          .as(message.toString())
          .isTrue();
    }
    return message;
  }

  public JsonNode result(String method, String params) {
    Http.Answer answer = send(method, params).expect(200);
    assertThat(answer.json().has("result")).as(answer.text()).isTrue();
    return answer.json().path("result");
  }

  /** The code of the error that it is answered with. */
  public int error(String method, String params) {
    return send(method, params).json().at("/error/code").asInt();
  }

  public static String call(String tool, String arguments) {
    return "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments);
  }

  /** A call that is answered at once. */
  public JsonNode call(String tool, String arguments, String more) {
    return result(
        "tools/call", "{\"name\":\"%s\",\"arguments\":%s%s}".formatted(tool, arguments, more));
  }

  public static String task(JsonNode task) {
    return "{\"taskId\":\"" + task.path("taskId").asString() + "\"}";
  }

  public JsonNode get(JsonNode task) {
    return result("tasks/get", task(task));
  }

  public Sse stream(String method, String params) {
    ObjectNode body = body(method, params);
    return http.stream(
        path,
        request -> {
          headers(request, body);
          request.POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
        });
  }

  /** The result that a stream ends with. */
  public static JsonNode result(Sse stream) {
    return check(stream.next(frame -> frame.data().has("result")).data()).path("result");
  }

  public int lastId() {
    return ids.get();
  }
}
