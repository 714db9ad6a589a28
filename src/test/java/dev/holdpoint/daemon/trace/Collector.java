package dev.holdpoint.daemon.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Takes spans over OTLP/HTTP as JSON, and writes them down. */
public final class Collector implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpServer server;
  private final List<JsonNode> received = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private volatile int status = 200;

  public Collector() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(exchange.getRequestHeaders().getFirst("Content-Type")).isEqualTo("application/json");
    if (status == 200) {
      bodies.add(body);
      JsonNode request = JsonMapper.shared().readTree(body);
      // At once: a test that sees one span of a run sees all of them.
      received.addAll(request.at("/resourceSpans/0/scopeSpans/0/spans").valueStream().toList());
    }
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  /** What tells a daemon to send its spans here. */
  public Map<String, String> settings() {
    return Map.of(
        "HOLDPOINT_OTEL_ENDPOINT", "http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  void answers(int with) {
    status = with;
  }

  /** All spans so far. */
  public List<JsonNode> received() {
    return List.copyOf(received);
  }

  /** All requests so far, as they came. */
  String text() {
    return String.join("\n", bodies);
  }

  /** Waits for a run's spans: they come together. */
  public List<JsonNode> ofRun(String runId) {
    await().atMost(PATIENCE).until(() -> received.stream().anyMatch(span -> isRoot(span, runId)));
    JsonNode root = received.stream().filter(span -> isRoot(span, runId)).findFirst().orElseThrow();
    String rootId = text(root, "spanId");
    return received.stream()
        .filter(
            span ->
                text(span, "name").equals("run")
                    ? isRoot(span, runId)
                    : text(span, "parentSpanId").equals(rootId))
        .toList();
  }

  private static boolean isRoot(JsonNode span, String runId) {
    return text(span, "name").equals("run") && attribute(span, "holdpoint.run_id").equals(runId);
  }

  public static JsonNode span(List<JsonNode> trace, String name) {
    List<JsonNode> found = trace.stream().filter(one -> text(one, "name").equals(name)).toList();
    assertThat(found).as(name + " in " + trace).isNotEmpty();
    return found.getFirst();
  }

  public static String attribute(JsonNode span, String key) {
    for (JsonNode attribute : span.path("attributes")) {
      if (text(attribute, "key").equals(key)) {
        return attribute.at("/value/stringValue").asString();
      }
    }
    throw new AssertionError(key + " is not in " + span);
  }

  public static String text(JsonNode node, String name) {
    return node.path(name).asString();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
