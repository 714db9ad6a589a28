package dev.holdpoint.programs;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A provider of models on loopback, in the four dialects that programs speak. It follows the script
 * in the prompt ({@link ProviderScript}), so a test says in its prompt what the model wants.
 */
final class ScriptedProvider implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  ScriptedProvider() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  /** Without a path, and without a slash at its end. */
  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Method, path and body of all that was asked, in its order. */
  List<String> requests() {
    return requests;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      requests.add(exchange.getRequestMethod() + " " + path + " " + body);
      ProviderDialect dialect = ProviderDialect.of(path);
      if (dialect == null || !exchange.getRequestMethod().equals("POST")) {
        send(exchange, path.endsWith("/models") ? 200 : 404, "application/json", "{\"data\":[]}");
        return;
      }
      JsonNode request = JSON.readTree(body);
      boolean streams =
          request.path("stream").asBoolean(false) || path.contains(":streamGenerateContent");
      String answer = dialect.answer(request, streams);
      send(exchange, 200, streams ? "text/event-stream" : "application/json", answer);
    }
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
