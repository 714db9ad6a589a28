package dev.holdpoint.agent.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.agent.acp.wire.StderrTail;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server over HTTP that keeps nothing of us: each request stands by itself and has its answer as
 * one message or at the end of a stream. To close the stream cancels the request.
 */
final class ModernHttp implements ServerLink {
  private final ServerSpec spec;
  private final ServerSpec.Http way;
  private final Link.Events events;
  private final String version;
  private final OwnHttpClient owned = new OwnHttpClient(_ -> {}, () -> {});
  private final HttpClient client;
  private final AtomicLong ids = new AtomicLong();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicLong begun = new AtomicLong();
  private volatile boolean closed;

  /**
   * @param version of this program, which servers are told
   */
  ModernHttp(ServerSpec spec, ServerSpec.Http way, Link.Events events, String version) {
    this.spec = spec;
    this.way = way;
    this.events = events;
    this.version = version;
    owned.connectTimeout(spec.connectTimeout());
    this.client = owned.build();
  }

  /**
   * @param message of JSON-RPC; null when the body held none
   */
  record Reply(int status, @Nullable JsonNode message) {}

  @Override
  public boolean isModern() {
    return true;
  }

  @Override
  public boolean isAlive() {
    return !closed;
  }

  @Override
  public String reason() {
    return spec.title() + (closed ? " was disconnected" : " is there");
  }

  @Override
  public int callsUnderWay() {
    return underWay.get();
  }

  @Override
  public long callsBegun() {
    return begun.get();
  }

  /** Asks which revision it speaks. What cannot be sent, or has no answer, is a failure. */
  EraProbe.Verdict probe(Duration timeout) throws McpFailure, InterruptedException {
    Reply reply = reply(ModernWire.DISCOVER, JsonTree.object(), timeout);
    return EraProbe.of(reply.status, reply.message);
  }

  @Override
  public JsonNode ask(String method, ObjectNode params, Duration timeout)
      throws McpFailure, InterruptedException {
    return result(reply(method, params, timeout));
  }

  private Reply reply(String method, ObjectNode params, Duration timeout)
      throws McpFailure, InterruptedException {
    CompletableFuture<Reply> answer = send(method, params, Map.of());
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } catch (TimeoutException e) {
      throw McpFailure.silence(
          "%s did not answer %s within %d ms".formatted(spec.title(), method, timeout.toMillis()));
    } finally {
      answer.cancel(true);
    }
  }

  @Override
  public JsonNode call(ObjectNode params, Map<String, String> headers, InFlight call)
      throws McpFailure, InterruptedException {
    if (closed) {
      throw new McpFailure(reason() + Troubles.NOT_SENT);
    }
    underWay.incrementAndGet();
    begun.incrementAndGet();
    CompletableFuture<Reply> answer = send("tools/call", params, headers);
    try {
      if (!call.await(answer, spec.callTimeout())) {
        throw new McpFailure(
            "%s did not answer within %d ms, and the call was cancelled"
                    .formatted(spec.title(), spec.callTimeout().toMillis())
                + Troubles.MAYBE_DONE);
      }
      return callResult(answer.get());
    } catch (ExecutionException e) {
      events.suspect();
      Throwable cause = e.getCause();
      throw new McpFailure(failure(cause).text() + Troubles.effect(cause));
    } finally {
      answer.cancel(true);
      underWay.decrementAndGet();
      call.end();
    }
  }

  private JsonNode callResult(Reply reply) throws McpFailure {
    try {
      return result(reply);
    } catch (McpFailure e) {
      throw e.isRefusal() && Troubles.isNotTakenUp(e.code())
          ? e
          : new McpFailure(e.text() + Troubles.MAYBE_DONE);
    }
  }

  private JsonNode result(Reply reply) throws McpFailure {
    JsonNode message = reply.message;
    if (message != null && message.path("error").isObject()) {
      JsonNode error = message.path("error");
      throw McpFailure.refusal(
          error.path("code").asInt(0),
          "%s says: %s"
              .formatted(
                  spec.title(),
                  StderrTail.plain(
                      error.path("message").asString("an error without a message"), spec.keys())));
    }
    if (reply.status == 401 || reply.status == 403) {
      throw new McpFailure(Troubles.accessRefused(spec, reply.status));
    }
    if (reply.status != 200 || message == null || !message.path("result").isObject()) {
      throw new McpFailure(
          "%s answers with status %d and without a result".formatted(spec.title(), reply.status));
    }
    return message.path("result");
  }

  private McpFailure failure(@Nullable Throwable error) {
    return switch (error) {
      case McpFailure failure -> failure;
      case null -> new McpFailure(spec.title() + " has not answered");
      default -> new McpFailure(closed ? reason() : Troubles.words(spec, error));
    };
  }

  /** To cancel what it gives ends the exchange. */
  private CompletableFuture<Reply> send(
      String method, ObjectNode params, Map<String, String> more) {
    long id = ids.incrementAndGet();
    ObjectNode message = JsonTree.object().put("jsonrpc", "2.0").put("id", id);
    message.put("method", method).set("params", ModernWire.withMeta(params, version));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(way.url())
            .POST(HttpRequest.BodyPublishers.ofString(JsonTree.write(message).text()))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
    way.headers().forEach(request::setHeader);
    ModernWire.headers(method, params).forEach(request::setHeader);
    more.forEach(request::setHeader);
    CompletableFuture<Reply> answer = new CompletableFuture<>();
    Thread exchange =
        Thread.ofVirtual()
            .name("mcp-exchange")
            .start(
                () -> {
                  try {
                    answer.complete(exchange(request.build(), id));
                  } catch (IOException | InterruptedException | McpFailure e) {
                    answer.completeExceptionally(e);
                  } catch (RuntimeException e) {
                    // A header that no client would send, or whatever else is wrong with it.
                    answer.completeExceptionally(e);
                  }
                });
    var _ =
        answer.whenComplete(
            (_, _) -> {
              if (answer.isCancelled()) {
                exchange.interrupt();
              }
            });
    return answer;
  }

  private Reply exchange(HttpRequest request, long id)
      throws IOException, InterruptedException, McpFailure {
    HttpResponse<InputStream> response =
        client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      String type = response.headers().firstValue("Content-Type").orElse("");
      if (type.startsWith("text/event-stream")) {
        return new Reply(response.statusCode(), AnswerStream.read(body, id, spec.title()));
      }
      byte[] bytes = body.readNBytes(Wires.MAX_MESSAGE + 1);
      if (bytes.length > Wires.MAX_MESSAGE) {
        throw AnswerStream.tooLarge(spec.title());
      }
      return new Reply(response.statusCode(), message(bytes));
    }
  }

  /** An error page is no message, and its status says enough. */
  private static @Nullable JsonNode message(byte[] bytes) {
    try {
      JsonNode message = JsonTree.read(new String(bytes, UTF_8));
      return message.isObject() ? message : null;
    } catch (NotJson e) {
      return null;
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      owned.end();
      events.gone();
    }
  }
}
