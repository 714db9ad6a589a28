package dev.holdpoint.agent.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The stage's server behind a socket: each request is answered by a stream of events. */
public final class HttpStage implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  /** For each page of a list at {@code /mcp/slow}, which has no end. */
  private static final long SLOW_MS = 400;

  private final Path log;
  private final HttpServer server;
  private final List<String> keys = new CopyOnWriteArrayList<>();
  private final Map<String, Stream> streams = new ConcurrentHashMap<>();

  private final List<String> unanswered = new CopyOnWriteArrayList<>();
  private final CountDownLatch workDone = new CountDownLatch(1);
  private volatile boolean busy;

  /** The answer to one call, which stays open until it is said. */
  private record Stream(HttpExchange exchange, CountDownLatch done) {}

  public HttpStage(Path log) throws IOException {
    this(log, 0);
  }

  public HttpStage(Path log, int port) throws IOException {
    this.log = log;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/mcp", this::handle);
    server.createContext(
        "/elsewhere",
        exchange -> {
          exchange.getResponseHeaders().add("Location", "/mcp");
          exchange.sendResponseHeaders(307, -1);
          exchange.close();
        });
    server.start();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  /** What callers have shown to be let in. */
  public List<String> keys() {
    return List.copyOf(keys);
  }

  private void handle(HttpExchange exchange) throws IOException {
    keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Key")));
    if (!exchange.getRequestMethod().equals("POST")) {
      exchange.sendResponseHeaders(exchange.getRequestMethod().equals("GET") ? 405 : 200, -1);
      exchange.close();
      return;
    }
    JsonNode message = JSON.readTree(exchange.getRequestBody().readAllBytes());
    if (!message.has("method") || !message.has("id")) {
      exchange.sendResponseHeaders(202, -1);
      exchange.close();
      String asked = message.path("id").asString("");
      Stream waiting = asked.startsWith("ask:") ? streams.get(asked.substring(4)) : null;
      speaking(waiting).receive(message);
      return;
    }
    if (message.path("method").asString().equals("server/discover")) {
      // As servers with sessions do: nothing is answered before a handshake.
      exchange.sendResponseHeaders(400, -1);
      exchange.close();
      return;
    }
    if (message.path("method").asString().equals("initialize")) {
      exchange.getResponseHeaders().add("Mcp-Session-Id", "one");
    }
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    Stream stream = new Stream(exchange, new CountDownLatch(1));
    streams.put(message.path("id").toString(), stream);
    String method = message.path("method").asString();
    if (busy && (method.equals("ping") || method.equals("tools/list"))) {
      unanswered.add(method);
    } else if (isSlow(exchange) && method.equals("tools/list")) {
      pause(SLOW_MS);
      speaking(stream).answer(message.path("id"), "{\"tools\":[],\"nextCursor\":\"more\"}");
    } else if (message.at("/params/name").asString("").equals("busy")) {
      busy = true;
      speaking(stream).receive(message);
      pause(Long.MAX_VALUE);
      speaking(stream).text(message.path("id"), "work done");
    } else if (message.at("/params/name").asString("").equals("endless_line")) {
      endless(exchange.getResponseBody());
    } else {
      speaking(stream).receive(message);
    }
    try {
      stream.done.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }

  private static boolean isSlow(HttpExchange exchange) {
    return exchange.getRequestURI().getPath().endsWith("/slow");
  }

  /** Until somebody lets it go on, or the time is over. */
  private void pause(long ms) {
    try {
      boolean _ = workDone.await(ms, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What was asked since the call of {@code busy} began, and has no answer. */
  public List<String> unanswered() {
    return List.copyOf(unanswered);
  }

  /** Lets the call of {@code busy} end. */
  public void finishWork() {
    busy = false;
    workDone.countDown();
  }

  private static void endless(OutputStream out) throws IOException {
    out.write("data: ".getBytes(UTF_8));
    while (true) {
      out.write(new byte[1 << 16]);
    }
  }

  /** What is said goes to that stream; the answer ends it. */
  private StageServer speaking(@Nullable Stream stream) {
    return new StageServer(
        log,
        line -> {
          if (stream == null) {
            return;
          }
          try {
            stream.exchange.getResponseBody().write(("data: " + line + "\n\n").getBytes(UTF_8));
            stream.exchange.getResponseBody().flush();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          if (line.contains("\"result\"") || line.contains("\"error\"")) {
            stream.done.countDown();
          }
        });
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
