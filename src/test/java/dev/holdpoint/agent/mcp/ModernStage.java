package dev.holdpoint.agent.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server of revision 2026-07-28 that does what a test says, spoken by hand: {@code /modern}
 * speaks nothing else, nor does {@code /brief}, whose lists are good for a moment only; {@code
 * /both} speaks an older revision too, and {@code /broken} neither.
 */
public final class ModernStage implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String META = "io.modelcontextprotocol/";

  private final HttpServer server;
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final Map<String, String> tasks = new ConcurrentHashMap<>();
  private final AtomicInteger rounds = new AtomicInteger();
  private volatile String tools = "";
  private final Map<String, String> descriptions = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> lists = new ConcurrentHashMap<>();

  /**
   * A message as it came.
   *
   * @param headers by their names in small letters
   */
  public record Received(String method, JsonNode params, Map<String, String> headers) {
    public String header(String name) {
      return String.valueOf(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    public JsonNode meta(String name) {
      return params.path("_meta").path(META + name);
    }
  }

  private volatile boolean away;

  public ModernStage() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/modern", exchange -> handle(exchange, false));
    server.createContext("/brief", exchange -> handle(exchange, false));
    server.createContext("/both", exchange -> handle(exchange, true));
    server.createContext("/broken", exchange -> say(exchange, 500, "oops"));
    server.start();
  }

  public String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  /** What came of that method, in order. */
  public List<Received> received(String method) {
    return received.stream().filter(one -> one.method.equals(method)).toList();
  }

  /** Calls of that tool. */
  public List<Received> calls(String tool) {
    return received("tools/call").stream()
        .filter(one -> one.params.path("name").asString("").equals(tool))
        .toList();
  }

  /** Offers one more tool from now on. */
  public void offer(String tool) {
    tools = ",{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\"}}".formatted(tool);
  }

  /** Describes the tool in other words from now on. */
  public void describe(String tool, String words) {
    descriptions.put(tool, words);
  }

  /** How often the tools were listed at that path. */
  public int lists(String path) {
    AtomicInteger count = lists.get(path);
    return count == null ? 0 : count.get();
  }

  /** What {@code tasks/get} says of a task from now on, with single quotes. */
  public void task(String id, String members) {
    tasks.put(id, members.replace('\'', '"'));
  }

  /** Whether it answers nobody who cancels a task. */
  public void away(boolean now) {
    away = now;
  }

  private void handle(HttpExchange exchange, boolean both) throws IOException {
    if (!exchange.getRequestMethod().equals("POST")) {
      say(exchange, 405, "");
      return;
    }
    JsonNode message = JSON.readTree(exchange.getRequestBody().readAllBytes());
    JsonNode params = message.path("params");
    String method = message.path("method").asString("");
    boolean modern = params.path("_meta").has(META + "protocolVersion");
    Map<String, String> headers = new HashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, all) -> headers.put(name.toLowerCase(Locale.ROOT), all.getFirst()));
    received.add(new Received(method, params, headers));
    if (!message.has("id")) {
      say(exchange, 202, "");
    } else if (method.equals("tasks/cancel") && away) {
      say(exchange, 503, "");
    } else if (modern) {
      String result = result(method, params, exchange.getRequestURI().getPath());
      answer(exchange, message, result == null ? 404 : 200, result, -32601);
    } else if (both) {
      String result = older(method);
      answer(exchange, message, 200, result, -32601);
    } else {
      answer(exchange, message, 400, null, -32602);
    }
  }

  private static @Nullable String older(String method) {
    return switch (method) {
      case "initialize" ->
          """
          {"protocolVersion":"2025-11-25","capabilities":{"tools":{}},
           "serverInfo":{"name":"both","version":"1"}}""";
      case "tools/list" -> "{\"tools\":[]}";
      case "ping" -> "{}";
      default -> null;
    };
  }

  private @Nullable String result(String method, JsonNode params, String path) {
    return switch (method) {
      case "server/discover" ->
          """
          {"supportedVersions":["2026-07-28","2025-11-25"],"capabilities":{"tools":{},
           "extensions":{"io.modelcontextprotocol/tasks":{}}},"ttlMs":1000}""";
      case "tools/list" -> list(path);
      case "tools/call" -> call(params);
      case "tasks/get" -> "{\"taskId\":%s,%s}".formatted(params.path("taskId"), task(params));
      case "tasks/update", "tasks/cancel" -> "{}";
      default -> null;
    };
  }

  private String task(JsonNode params) {
    return tasks.getOrDefault(
        params.path("taskId").asString(""), "\"status\":\"working\",\"pollIntervalMs\":250");
  }

  private String list(String path) {
    lists.computeIfAbsent(path, _ -> new AtomicInteger()).incrementAndGet();
    List<String> all = new ArrayList<>();
    all.add(
        """
        {"name":"routed","inputSchema":{"type":"object","properties":{
         "region":{"type":"string","x-mcp-header":"Region"},
         "dry":{"type":"boolean","x-mcp-header":"Dry"},
         "more":{"type":"object","properties":{
          "count":{"type":"integer","x-mcp-header":"Count"}}}}}}""");
    all.add(
        """
        {"name":"badly","inputSchema":{"type":"object","properties":{
         "price":{"type":"number","x-mcp-header":"Price"}}}}""");
    for (String name :
        List.of("job", "brief_job", "asking_job", "ask", "endless", "sample", "strange", "open")) {
      all.add(
          "{\"name\":\"%s\",\"description\":\"%s\",\"inputSchema\":{\"type\":\"object\"}}"
              .formatted(name, descriptions.getOrDefault(name, "")));
    }
    return "{\"tools\":[%s%s],\"ttlMs\":%d,\"cacheScope\":\"public\"}"
        .formatted(String.join(",", all), tools, path.equals("/brief") ? 0 : 3_600_000);
  }

  private String call(JsonNode params) {
    JsonNode arguments = params.path("arguments");
    JsonNode responses = params.path("inputResponses");
    return switch (params.path("name").asString("")) {
      case "job", "asking_job" ->
          "{\"resultType\":\"task\",\"taskId\":%s,\"status\":\"working\",\"ttlMs\":null,\"pollIntervalMs\":250}"
              .formatted(arguments.path("id"));
      case "brief_job" ->
          "{\"resultType\":\"task\",\"taskId\":%s,\"status\":\"working\",\"ttlMs\":1000,\"pollIntervalMs\":250}"
              .formatted(arguments.path("id"));
      case "ask" ->
          responses.isObject()
              ? text(params.path("requestState").asString("") + " " + responses)
              : inputs("\"a\":" + form("Which a?") + ",\"b\":" + form("Which b?"), "state é");
      case "endless" ->
          inputs(
              "\"k%d\":%s".formatted(rounds.incrementAndGet(), form("Again?")),
              "round " + rounds.get());
      case "sample" ->
          inputs("\"m\":{\"method\":\"sampling/createMessage\",\"params\":{}}", "state");
      case "strange" -> "{\"resultType\":\"hologram\"}";
      case "open" ->
          responses.isObject()
              ? text(responses.toString())
              : inputs("\"open\":" + page(arguments.path("url").asString("")), "state");
      default -> text(arguments.toString());
    };
  }

  private static String inputs(String requests, String state) {
    return "{\"resultType\":\"input_required\",\"inputRequests\":{%s},\"requestState\":%s}"
        .formatted(requests, JSON.writeValueAsString(state));
  }

  /** An elicitation with one choice. */
  public static String form(String message) {
    return """
        {"method":"elicitation/create","params":{"mode":"form","message":"%s","requestedSchema":
         {"type":"object","required":["size"],"properties":{"size":{"type":"string",
         "title":"Size","enum":["small","large"]}}}}}"""
        .formatted(message);
  }

  private static String page(String url) {
    return "{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\",\"message\":\"Log in.\",\"url\":%s}}"
        .formatted(JSON.writeValueAsString(url));
  }

  private static String text(String words) {
    return "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":%s}]}"
        .formatted(JSON.writeValueAsString(words));
  }

  private static void answer(
      HttpExchange exchange, JsonNode message, int status, @Nullable String result, int code)
      throws IOException {
    ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
    answer.set("id", message.path("id"));
    if (result == null) {
      answer.putObject("error").put("code", code).put("message", "no");
    } else {
      ObjectNode body = (ObjectNode) JSON.readTree(result);
      if (message.path("params").path("_meta").has(META + "protocolVersion")) {
        if (!body.has("resultType")) {
          body.put("resultType", "complete");
        }
        body.putObject("_meta")
            .putObject(META + "serverInfo")
            .put("name", "modern")
            .put("version", "2");
      }
      answer.set("result", body);
    }
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    say(exchange, status, answer.toString());
  }

  private static void say(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
