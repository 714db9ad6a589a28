package dev.holdpoint.agent.mcp;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * Builds the client that the SDK asks for, and remembers it: the SDK never closes it, and a server
 * that goes on sending would be read for ever.
 */
final class OwnHttpClient implements HttpClient.Builder {
  private final HttpClient.Builder builder =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          // The headers are meant for the address that was configured and no other.
          .followRedirects(HttpClient.Redirect.NEVER)
          .executor(
              Executors.newThreadPerTaskExecutor(
                  Thread.ofVirtual().name("mcp-http-", 0).factory()));

  private final IntConsumer stray;
  private final Runnable message;
  private volatile @Nullable HttpClient built;

  /**
   * @param stray hears the length of each line of a stream that carries nothing
   * @param message hears of each that carries something
   */
  OwnHttpClient(IntConsumer stray, Runnable message) {
    this.stray = stray;
    this.message = message;
  }

  @Override
  public HttpClient build() {
    HttpClient client = builder.build();
    built = client;
    return new ScannedClient(client, () -> new StreamLines(stray, message));
  }

  void end() {
    HttpClient client = built;
    if (client != null) {
      client.shutdownNow();
    }
  }

  @Override
  public HttpClient.Builder connectTimeout(Duration duration) {
    builder.connectTimeout(duration);
    return this;
  }

  @Override
  public HttpClient.Builder cookieHandler(CookieHandler cookieHandler) {
    builder.cookieHandler(cookieHandler);
    return this;
  }

  @Override
  public HttpClient.Builder sslContext(SSLContext sslContext) {
    builder.sslContext(sslContext);
    return this;
  }

  @Override
  public HttpClient.Builder sslParameters(SSLParameters sslParameters) {
    builder.sslParameters(sslParameters);
    return this;
  }

  @Override
  public HttpClient.Builder executor(Executor executor) {
    return this;
  }

  @Override
  public HttpClient.Builder followRedirects(HttpClient.Redirect policy) {
    return this;
  }

  @Override
  public HttpClient.Builder version(HttpClient.Version version) {
    return this;
  }

  @Override
  public HttpClient.Builder priority(int priority) {
    builder.priority(priority);
    return this;
  }

  @Override
  public HttpClient.Builder proxy(ProxySelector proxySelector) {
    builder.proxy(proxySelector);
    return this;
  }

  @Override
  public HttpClient.Builder authenticator(Authenticator authenticator) {
    builder.authenticator(authenticator);
    return this;
  }
}
