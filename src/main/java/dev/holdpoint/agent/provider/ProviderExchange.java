package dev.holdpoint.agent.provider;

import dev.holdpoint.agent.model.Wiretap;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.PushbackInputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request to a provider and its answer, on the thread of whoever asks. What went wrong is kept
 * here and not taken from exceptions that have passed through a library.
 */
final class ProviderExchange implements HttpClient, HttpClientBuilder {
  private static final int MOST_OF_AN_ERROR = 64 * 1024;
  private static final String DONE = "[DONE]";
  private static final String FAILED = "error";

  private final ProviderWire wire;
  private final ProviderDialect dialect;
  private final TurnRequest wish;
  private final ApiKey key;
  private final Patience patience;
  private final Wiretap tap;
  private final ProviderAnswer answer = new ProviderAnswer();
  private @Nullable AttemptFailed failure;
  private boolean interrupted;

  /** How long an answer may take, and how long the provider may be silent. */
  record Patience(long timeoutMs, long idleMs) {}

  ProviderExchange(
      ProviderWire wire,
      ProviderDialect dialect,
      TurnRequest wish,
      ApiKey key,
      Patience patience,
      Wiretap tap) {
    this.wire = wire;
    this.dialect = dialect;
    this.wish = wish;
    this.key = key;
    this.patience = patience;
    this.tap = tap;
  }

  ProviderAnswer answer() {
    return answer;
  }

  boolean isInterrupted() {
    return interrupted;
  }

  /** Null when nothing failed that can be seen from here. */
  @Nullable AttemptFailed failure() {
    return failure != null ? failure : answer.failure();
  }

  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patience.timeoutMs);
    try (PacedBody body = new PacedBody(TimeUnit.MILLISECONDS.toNanos(patience.idleMs), deadline)) {
      HttpResponse<Flow.Publisher<List<ByteBuffer>>> response = open(request, body);
      if (response.statusCode() != 200) {
        throw refusal(response, body);
      }
      Heard heard = new Heard(listener, body);
      InputStream events = events(body, heard);
      if (events != null) {
        parser.parse(events, heard);
        listener.onClose();
      }
    } catch (AttemptFailed e) {
      fail(e);
      listener.onError(new HttpException(503, e.text()));
    } catch (InterruptedException e) {
      interrupted = true;
      Thread.currentThread().interrupt();
      listener.onError(new HttpException(503, "interrupted"));
    }
  }

  private HttpResponse<Flow.Publisher<List<ByteBuffer>>> open(HttpRequest request, PacedBody into)
      throws AttemptFailed, InterruptedException {
    ObjectNode body = body(request);
    dialect.complete(body, wish);
    tap.sent(() -> body);
    CompletableFuture<HttpResponse<Flow.Publisher<List<ByteBuffer>>>> coming =
        wire.send(request.url(), request.headers(), JsonTree.write(body).text(), key.isGiven());
    // Whenever it comes, also when nobody waits for it any more: then it is closed at once.
    CompletableFuture<HttpResponse<Flow.Publisher<List<ByteBuffer>>>> flowing =
        coming.thenApply(
            response -> {
              response.body().subscribe(into);
              return response;
            });
    try {
      return flowing.get(Math.min(patience.timeoutMs, patience.idleMs), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      coming.cancel(true);
      throw new AttemptFailed(AttemptOutcome.UNREACHABLE, "the provider did not answer in time");
    } catch (InterruptedException e) {
      coming.cancel(true);
      throw e;
    } catch (ExecutionException | CancellationException e) {
      throw unreachable(e.getCause() == null ? e : e.getCause());
    }
  }

  private static ObjectNode body(HttpRequest request) throws AttemptFailed {
    try {
      return (ObjectNode) JsonTree.read(request.body());
    } catch (NotJson e) {
      throw new AttemptFailed(AttemptOutcome.REFUSED, "the request could not be written");
    }
  }

  /** A certificate that does not hold today will not hold in a second either. */
  private static AttemptFailed unreachable(Throwable why) {
    String kind = why.getClass().getSimpleName();
    return why instanceof SSLException
        ? new AttemptFailed(
            AttemptOutcome.REFUSED,
            "the provider's certificate is not accepted (" + kind + "); check the base_url")
        : new AttemptFailed(
            AttemptOutcome.UNREACHABLE,
            "the provider cannot be reached (" + kind + "); check the base_url and the network");
  }

  private AttemptFailed refusal(HttpResponse<?> response, PacedBody body)
      throws InterruptedException {
    int status = response.statusCode();
    String words;
    try {
      // The key first: what is cut in its middle is not found any more.
      words =
          ErrorText.of(
              key.without(new String(body.readNBytes(MOST_OF_AN_ERROR), StandardCharsets.UTF_8)));
    } catch (InterruptedIOException e) {
      throw new InterruptedException();
    } catch (IOException e) {
      words = "";
    }
    String told = key.scrub(words);
    tap.received(() -> JsonTree.object().put("status", status).put("error", told));
    return new AttemptFailed(
        Statuses.outcome(status),
        "the provider answered %d%s%s"
            .formatted(status, told.isBlank() ? "" : ": " + told, Statuses.advice(status)),
        RetryAfter.millis(
            response.headers().firstValue("retry-after-ms").orElse(null),
            response.headers().firstValue("retry-after").orElse(null),
            Instant.now()));
  }

  /**
   * The answer from its first mark on; null when not even that came. Some tell a failure with 200
   * and JSON in place of events, of which a parser would see nothing.
   */
  private @Nullable InputStream events(PacedBody body, Heard heard) throws AttemptFailed {
    try {
      PushbackInputStream events = new PushbackInputStream(body);
      int first = events.read();
      while (first == ' ' || first == '\r' || first == '\n') {
        first = events.read();
      }
      if (first >= 0) {
        events.unread(first);
      }
      if (first != '{' || !dialect.isEventStream()) {
        return events;
      }
      String said =
          key.without(new String(events.readNBytes(MOST_OF_AN_ERROR), StandardCharsets.UTF_8));
      tap.received(
          () -> JsonTree.object().put("status", 200).put("error", key.scrub(ErrorText.of(said))));
      throw ErrorText.inPlace(said);
    } catch (IOException e) {
      heard.onError(e);
      return null;
    }
  }

  private void fail(AttemptFailed why) {
    // What came first is the cause of what follows.
    if (failure() == null) {
      failure = why;
    }
  }

  /** Hears every event before the library does, and nothing after the first that is wrong. */
  private final class Heard implements ServerSentEventListener {
    private final ServerSentEventListener library;
    private final PacedBody body;

    Heard(ServerSentEventListener library, PacedBody body) {
      this.library = library;
      this.body = body;
    }

    @Override
    public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
      hear(event, plain -> library.onEvent(plain, context));
    }

    @Override
    public void onEvent(ServerSentEvent event) {
      hear(event, library::onEvent);
    }

    private void hear(ServerSentEvent event, Consumer<ServerSentEvent> pass) {
      if (failure() != null || interrupted) {
        return;
      }
      String data = String.valueOf(event.data()).strip();
      try {
        ServerSentEvent plain = event;
        if (FAILED.equals(event.event())) {
          String said = key.without(data);
          tap.received(() -> JsonTree.object().put("error", key.scrub(ErrorText.of(said))));
          answer.fails(ErrorText.inStream(said));
        } else if (!data.equals(DONE) && !data.isEmpty()) {
          JsonNode tree = JsonTree.read(data);
          tap.received(() -> key.scrub(tree));
          dialect.hear(tree, answer);
          plain = new ServerSentEvent(event.event(), JsonTree.write(dialect.plain(tree)).text());
        }
        if (answer.failure() == null) {
          pass.accept(plain);
        }
      } catch (NotJson e) {
        fail(new AttemptFailed(AttemptOutcome.MALFORMED, "the provider sent invalid JSON"));
      } catch (RuntimeException e) {
        // What a library makes of an event that it did not expect.
        fail(
            new AttemptFailed(
                AttemptOutcome.MALFORMED,
                "the provider's answer cannot be parsed (" + e.getClass().getSimpleName() + ")"));
      }
      if (failure() != null) {
        body.close();
      }
    }

    @Override
    public void onError(Throwable error) {
      switch (error) {
        case InterruptedIOException _ -> interrupted = true;
        case PacedBody.TooSlow slow ->
            fail(new AttemptFailed(AttemptOutcome.UNREACHABLE, String.valueOf(slow.getMessage())));
        case PacedBody.TooLong tooLong ->
            fail(new AttemptFailed(AttemptOutcome.MALFORMED, String.valueOf(tooLong.getMessage())));
        default ->
            fail(
                new AttemptFailed(
                    AttemptOutcome.CUT, "the connection was lost before the answer was complete"));
      }
      library.onError(new HttpException(503, "broken"));
    }
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    // Only models without streams ask for this, and the daemon makes none of these.
    throw new UnsupportedOperationException("only streamed answers are supported");
  }

  @Override
  public HttpClient build() {
    return this;
  }

  @Override
  public @Nullable Duration connectTimeout() {
    return null;
  }

  @Override
  public HttpClientBuilder connectTimeout(Duration timeout) {
    return this;
  }

  @Override
  public @Nullable Duration readTimeout() {
    return null;
  }

  @Override
  public HttpClientBuilder readTimeout(Duration timeout) {
    return this;
  }
}
