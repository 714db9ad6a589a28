package dev.holdpoint.outbound;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.ProxyAuthenticationProtocolHandler;
import org.eclipse.jetty.client.RedirectProtocolHandler;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.WWWAuthenticationProtocolHandler;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 to addresses that were checked for the very request. It follows nothing, remembers
 * nothing and unpacks nothing.
 */
final class PinnedClient implements AutoCloseable {
  private static final int MOST_HEADER_BYTES = 32 << 10;
  private static final int MOST_THREADS = 16;
  private static final long FORGET_MS = 60_000;

  private final HttpClient client;
  private final ReentrantLock starting = new ReentrantLock();

  /**
   * @param trust whose certificates are good; null for those that the JDK trusts
   */
  PinnedClient(Lookup lookup, SendTimeouts patience, String userAgent, @Nullable SSLContext trust) {
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

  /** With the first request: many daemons never send one, and reading certificates takes time. */
  HttpClient started() {
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

  @Override
  public void close() {
    try {
      client.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP client does not stop", e);
    }
  }

  /** What the request comes to; whoever is interrupted meanwhile hangs up. */
  static <A> A await(Request request, CompletableFuture<A> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (InterruptedException e) {
      CompletableFuture<Boolean> _ = request.abort(e);
      throw e;
    } catch (ExecutionException _) {
      throw new IllegalStateException("an answer is always given");
    }
  }
}
