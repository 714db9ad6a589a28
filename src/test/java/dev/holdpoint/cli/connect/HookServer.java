package dev.holdpoint.cli.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A daemon as hooks see one. What a tool's command says decides how it is answered: {@code answer
 * TEXT}, {@code status 503}, {@code cut}, {@code wait}.
 */
final class HookServer implements AutoCloseable {
  static final String TOKEN = "hp_tok_s3cret-of-the-hook";
  private static final JsonMapper JSON = new JsonMapper();

  /** What has arrived. */
  record Arrived(String path, String authorization, String body) {}

  final BlockingQueue<Arrived> arrived = new LinkedBlockingQueue<>();
  final CountDownLatch release = new CountDownLatch(1);
  volatile String role = "agent";

  private final HttpServer server;
  private final java.util.concurrent.ExecutorService threads =
      Executors.newVirtualThreadPerTaskExecutor();

  HookServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange call) throws IOException {
    String authorization = String.valueOf(call.getRequestHeaders().getFirst("Authorization"));
    String body = new String(call.getRequestBody().readAllBytes(), UTF_8);
    String path = call.getRequestURI().toString();
    arrived.add(new Arrived(path, authorization, body));
    if (!authorization.equals("Bearer " + TOKEN)) {
      send(call, 401, "{\"title\":\"no\"}");
    } else if (path.equals("/v1/me")) {
      send(
          call,
          200,
          "{\"principal_id\":\"t\",\"name\":\"t\",\"role\":\"%s\",\"tenant_id\":\"default\"}"
              .formatted(role));
    } else {
      JsonNode sent = JSON.readTree(body);
      if (sent.path("tool_name").asString("").equals("holdpoint_check")) {
        String words = "Holdpoint check " + sent.at("/tool_input/nonce").asString();
        send(call, 200, denied(path, words));
      } else {
        obey(call, sent.at("/tool_input/command").asString("answer {}"));
      }
    }
  }

  private void obey(HttpExchange call, String command) throws IOException {
    if (command.startsWith("answer ")) {
      send(call, 200, command.substring(7));
    } else if (command.startsWith("status ")) {
      send(call, Integer.parseInt(command.substring(7)), "{\"hookSpecificOutput\":{}}");
    } else if (command.equals("cut")) {
      call.sendResponseHeaders(200, 100);
      call.getResponseBody().write("{\"decision\":{\"a\":1}".getBytes(UTF_8));
      call.getResponseBody().flush();
      call.close();
    } else {
      try {
        release.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      send(call, 200, "{}");
    }
  }

  /** As each program reads a no. */
  static String denied(String path, String words) {
    ObjectNode answer = JSON.createObjectNode();
    if (path.contains("/hooks/gemini/")) {
      answer.put("decision", "deny").put("reason", words);
    } else if (path.contains("/hooks/cursor/")) {
      answer.put("permission", "deny").put("agent_message", words).put("user_message", words);
    } else if (path.contains("/permission-request")) {
      answer
          .putObject("hookSpecificOutput")
          .put("hookEventName", "PermissionRequest")
          .putObject("decision")
          .put("behavior", "deny")
          .put("message", words);
    } else {
      answer
          .putObject("hookSpecificOutput")
          .put("hookEventName", "PreToolUse")
          .put("permissionDecision", "deny")
          .put("permissionDecisionReason", words);
    }
    return answer.toString();
  }

  private static void send(HttpExchange call, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    call.getResponseHeaders().add("Content-Type", "application/json");
    call.sendResponseHeaders(status, bytes.length);
    call.getResponseBody().write(bytes);
    call.close();
  }

  @Override
  public void close() {
    release.countDown();
    server.stop(0);
    threads.close();
  }
}
