package dev.holdpoint.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Stands between a command and its daemon, and notes what is asked. */
final class Wiretap implements AutoCloseable {
  private final HttpServer server;
  private final HttpClient onward = HttpClient.newHttpClient();
  private final Supplier<String> daemon;
  private final Before before;
  private volatile UnaryOperator<String> answers = UnaryOperator.identity();
  private final List<Heard> heard = new CopyOnWriteArrayList<>();

  record Heard(String method, String path, String body) {
    String line() {
      return method + " " + path;
    }
  }

  /** Does something just before a request reaches the daemon. */
  interface Before {
    void request(Heard heard) throws Exception;
  }

  Wiretap(String daemon, Before before) throws IOException {
    this(() -> daemon, before);
  }

  /**
   * @param daemon where it is now
   */
  Wiretap(Supplier<String> daemon, Before before) throws IOException {
    this.daemon = daemon;
    this.before = before;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::pass);
    server.start();
  }

  /** From now on tells something else than the daemon does. */
  void telling(UnaryOperator<String> other) {
    answers = other;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  List<Heard> posts() {
    return heard.stream().filter(request -> request.method().equals("POST")).toList();
  }

  private void pass(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Heard request =
        new Heard(exchange.getRequestMethod(), exchange.getRequestURI().toString(), body);
    heard.add(request);
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(daemon.get() + request.path()))
            .method(request.method(), HttpRequest.BodyPublishers.ofString(body));
    for (String name : List.of("Authorization", "Content-Type", "Idempotency-Key")) {
      String value = exchange.getRequestHeaders().getFirst(name);
      if (value != null) {
        builder.header(name, value);
      }
    }
    try {
      before.request(request);
      HttpResponse<String> answer =
          onward.send(builder.build(), HttpResponse.BodyHandlers.ofString());
      byte[] told = answers.apply(answer.body()).getBytes(StandardCharsets.UTF_8);
      exchange
          .getResponseHeaders()
          .add("Content-Type", answer.headers().firstValue("Content-Type").orElse(""));
      exchange.sendResponseHeaders(answer.statusCode(), told.length == 0 ? -1 : told.length);
      exchange.getResponseBody().write(told);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      throw new IOException(e);
    } finally {
      exchange.close();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    onward.close();
  }
}
