package dev.holdpoint.agent.provider;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The connections to all providers; made when the first one is needed. */
public final class ProviderWire implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(15);

  /** What the JDK sets itself, or what would let somebody in who has no key. */
  private static final Set<String> OURS =
      Set.of("host", "connection", "content-length", "expect", "upgrade", "user-agent");

  private static final Set<String> KEYS = Set.of("authorization", "x-api-key", "x-goog-api-key");

  private final String userAgent;
  private @Nullable HttpClient client;

  public ProviderWire(String userAgent) {
    this.userAgent = userAgent;
  }

  /** Cancelling the answer closes the connection. */
  CompletableFuture<HttpResponse<Flow.Publisher<List<ByteBuffer>>>> send(
      String url, Map<String, List<String>> headers, String body, boolean withKey) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .setHeader("User-Agent", userAgent)
            .POST(HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(
        (name, values) -> {
          String small = name.toLowerCase(Locale.ROOT);
          if (!OURS.contains(small) && (withKey || !KEYS.contains(small))) {
            values.forEach(value -> request.header(name, value));
          }
        });
    return client().sendAsync(request.build(), HttpResponse.BodyHandlers.ofPublisher());
  }

  private synchronized HttpClient client() {
    HttpClient there = client;
    if (there == null) {
      there =
          HttpClient.newBuilder()
              .connectTimeout(CONNECT)
              // A key goes where it was configured to go, and nowhere else.
              .followRedirects(HttpClient.Redirect.NEVER)
              // A connection of its own for each answer: to give one up is to close it.
              .version(HttpClient.Version.HTTP_1_1)
              .executor(
                  Executors.newThreadPerTaskExecutor(
                      Thread.ofVirtual().name("provider-", 0).factory()))
              .build();
      client = there;
    }
    return there;
  }

  @Override
  public synchronized void close() {
    if (client != null) {
      client.shutdownNow();
    }
  }
}
