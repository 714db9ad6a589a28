package dev.holdpoint.agent.mcp;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** Looks at the lines of all streams that come; the SDK tells nobody of those that it skips. */
final class ScannedClient extends HttpClient {
  private final HttpClient inner;
  private final Supplier<StreamLines> lines;

  ScannedClient(HttpClient inner, Supplier<StreamLines> lines) {
    this.inner = inner;
    this.lines = lines;
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return inner.send(request, scanned(handler));
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    return inner.sendAsync(request, scanned(handler));
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request,
      HttpResponse.BodyHandler<T> handler,
      HttpResponse.PushPromiseHandler<T> pushed) {
    return inner.sendAsync(request, scanned(handler), pushed);
  }

  private <T> HttpResponse.BodyHandler<T> scanned(HttpResponse.BodyHandler<T> handler) {
    return info ->
        info.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream")
            ? new Scanned<>(handler.apply(info), lines.get())
            : handler.apply(info);
  }

  private record Scanned<T>(HttpResponse.BodySubscriber<T> inner, StreamLines lines)
      implements HttpResponse.BodySubscriber<T> {
    @Override
    public CompletionStage<T> getBody() {
      return inner.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      inner.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> bytes) {
      bytes.forEach(lines::read);
      inner.onNext(bytes);
    }

    @Override
    public void onError(Throwable error) {
      inner.onError(error);
    }

    @Override
    public void onComplete() {
      inner.onComplete();
    }
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return inner.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return inner.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return inner.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return inner.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return inner.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return inner.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return inner.authenticator();
  }

  @Override
  public Version version() {
    return inner.version();
  }

  @Override
  public Optional<Executor> executor() {
    return inner.executor();
  }
}
