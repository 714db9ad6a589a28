package dev.holdpoint.outbound;

import dev.holdpoint.core.delivery.DeliveryFault;
import java.io.ByteArrayOutputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.ProxyAuthenticationProtocolHandler;
import org.eclipse.jetty.client.RedirectProtocolHandler;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.WWWAuthenticationProtocolHandler;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Sends letters over HTTP/1.1, each on a connection of its own: it goes to addresses that were
 * checked for this letter, and no answer belongs to another. It follows nothing, remembers nothing,
 * unpacks nothing and reads no more than it needs.
 */
final class Post implements AutoCloseable {
  private static final int MOST_HEADER_BYTES = 32 << 10;
  private static final int MOST_THREADS = 16;
  private static final long FORGET_MS = 60_000;

  private final HttpClient client;
  private final ReentrantLock starting = new ReentrantLock();
  private final long attemptMs;
  private final boolean anywhere;

  /**
   * @param anywhere whether private addresses are good for all
   * @param trust whose certificates are good; null for those that the JDK trusts
   */
  Post(
      Lookup lookup,
      boolean anywhere,
      Patience patience,
      String userAgent,
      @Nullable SSLContext trust) {
    this.anywhere = anywhere;
    this.attemptMs = patience.attemptMs();
    // It compares the certificate with the name that was asked for, whatever the address is.
    SslContextFactory.Client tls = new SslContextFactory.Client();
    if (trust != null) {
      tls.setSslContext(trust);
    }
    QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, 2);
    threads.setName("outbound");
    threads.setDaemon(true);
    ClientConnector connector = new ClientConnector();
    connector.setSelectors(1);
    connector.setSslContextFactory(tls);
    connector.setExecutor(threads);
    this.client = new HttpClient(new HttpClientTransportOverHTTP(connector));
    client.setSocketAddressResolver(new PinnedAddresses(lookup));
    client.setConnectTimeout(patience.connectMs());
    client.setIdleTimeout(patience.attemptMs());
    client.setDestinationIdleTimeout(FORGET_MS);
    client.setMaxResponseHeadersSize(MOST_HEADER_BYTES);
    client.setFollowRedirects(false);
    client.setHttpCookieStore(new HttpCookieStore.Empty());
    client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, userAgent));
  }

  /** With the first letter: many daemons never send one, and reading certificates takes time. */
  private HttpClient started() {
    starting.lock();
    try {
      if (!client.isStarted()) {
        client.start();
        // These are put in place by the start.
        client.getContentDecoderFactories().clear();
        client.getProtocolHandlers().remove(RedirectProtocolHandler.NAME);
        client.getProtocolHandlers().remove(WWWAuthenticationProtocolHandler.NAME);
        client.getProtocolHandlers().remove(ProxyAuthenticationProtocolHandler.NAME);
      }
      return client;
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP client does not start", e);
    } finally {
      starting.unlock();
    }
  }

  Answer send(Letter letter) throws InterruptedException {
    Request request =
        started()
            .newRequest(letter.url())
            .method(HttpMethod.POST)
            .timeout(attemptMs, TimeUnit.MILLISECONDS)
            .headers(
                headers -> {
                  letter.headers().forEach(headers::put);
                  headers.put(HttpHeader.CONNECTION, "close");
                })
            .body(
                new BytesRequestContent(
                    "application/json", letter.json().getBytes(StandardCharsets.UTF_8)));
    if (anywhere || letter.chosen()) {
      request.tag(PinnedAddresses.ANYWHERE);
    }
    Reading reading = new Reading(request, letter.answerBytes());
    request.send(reading);
    try {
      return reading.answer.get();
    } catch (InterruptedException e) {
      CompletableFuture<Boolean> _ = request.abort(e);
      throw e;
    } catch (ExecutionException _) {
      throw new IllegalStateException("an answer is always given");
    }
  }

  /** Takes the beginning of an answer, and hangs up on what comes after it. */
  private static final class Reading
      implements Response.ContentListener, Response.CompleteListener {
    private final Request request;
    private final int most;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();

    Reading(Request request, int most) {
      this.request = request;
      this.most = most;
    }

    @Override
    public void onContent(Response response, ByteBuffer content) {
      byte[] bytes = new byte[Math.min(content.remaining(), most - body.size())];
      content.get(bytes);
      body.writeBytes(bytes);
      if (body.size() == most) {
        answer.complete(told(response));
        CompletableFuture<Boolean> _ = request.abort(new CancellationException());
      }
    }

    @Override
    public void onComplete(Result result) {
      Throwable failure = result.getFailure();
      answer.complete(failure == null ? told(result.getResponse()) : nothing(failure));
    }

    private Answer told(Response response) {
      return Answer.Told.of(
          response.getStatus(),
          response.getHeaders().get(HttpHeader.RETRY_AFTER),
          body.toByteArray());
    }
  }

  private static Answer nothing(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PinnedAddresses.Blocked) {
        return new Answer.Nothing(DeliveryFault.BLOCKED, true);
      }
      if (cause instanceof TimeoutException || cause instanceof SocketTimeoutException) {
        return new Answer.Nothing(DeliveryFault.TIMEOUT, false);
      }
    }
    return new Answer.Nothing(DeliveryFault.CONNECT, false);
  }

  @Override
  public void close() {
    try {
      client.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP client does not stop", e);
    }
  }
}
