package dev.holdpoint.outbound;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A web server on the loopback address that writes down what it is sent. */
public final class Receiver implements AutoCloseable {
  private static final long PATIENCE_S = 30;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Got> all = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Got> fresh = new LinkedBlockingQueue<>();
  private volatile Function<Got, Says> saying = _ -> Says.status(204);

  /** One request. */
  public record Got(String method, String path, Map<String, List<String>> headers, String body) {
    public @Nullable String header(String name) {
      return headers.entrySet().stream()
          .filter(header -> header.getKey().equalsIgnoreCase(name))
          .map(header -> String.join(",", header.getValue()))
          .findFirst()
          .orElse(null);
    }
  }

  /** What it answers. */
  public static final class Says {
    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;

    Says(int status, Map<String, String> headers, byte[] body) {
      this.status = status;
      this.headers = headers;
      this.body = body;
    }

    public static Says status(int status) {
      return new Says(status, Map.of(), new byte[0]);
    }

    public static Says json(int status, String body) {
      return new Says(
          status,
          Map.of("Content-Type", "application/json"),
          body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    public Says with(String header, String value) {
      return new Says(status, Map.of(header, value), body);
    }
  }

  public Receiver() {
    this(null);
  }

  public Receiver(@Nullable SSLContext tls) {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try {
      if (tls == null) {
        server = HttpServer.create(any, 0);
      } else {
        HttpsServer https = HttpsServer.create(any, 0);
        https.setHttpsConfigurator(new HttpsConfigurator(tls));
        server = https;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
  }

  public Receiver says(Function<Got, Says> answers) {
    this.saying = answers;
    return this;
  }

  public Receiver says(Says answer) {
    return says(_ -> answer);
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      Got got =
          new Got(
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              Map.copyOf(exchange.getRequestHeaders()),
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      Says says = saying.apply(got);
      all.add(got);
      fresh.add(got);
      says.headers.forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(says.status, says.body.length == 0 ? -1 : says.body.length);
      if (says.body.length > 0) {
        exchange.getResponseBody().write(says.body);
      }
    }
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public String url() {
    return "http://127.0.0.1:" + port();
  }

  /** All that was received so far. */
  public List<Got> all() {
    return List.copyOf(all);
  }

  /** As if nothing had come, and it said nothing but 204. */
  public Receiver forget() {
    all.clear();
    fresh.clear();
    return says(Says.status(204));
  }

  /** Waits for the next one. */
  public Got next() {
    try {
      Got got = fresh.poll(PATIENCE_S, TimeUnit.SECONDS);
      if (got == null) {
        throw new AssertionError("nothing came");
      }
      return got;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
