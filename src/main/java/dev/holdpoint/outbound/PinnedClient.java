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

  private final Lookup lookup;
  private final SendTimeouts patience;
  private final String userAgent;
  private final @Nullable SSLContext trust;
  private final ReentrantLock starting = new ReentrantLock();
  private @Nullable HttpClient client;

  /**
   * @param trust whose certificates are good; null for those that the JDK trusts
   */
  PinnedClient(Lookup lookup, SendTimeouts patience, String userAgent, @Nullable SSLContext trust) {
    this.lookup = lookup;
    this.patience = patience;
    this.userAgent = userAgent;
    this.trust = trust;
  }

  /** Made with the first request: many daemons never send one, and it takes a tenth of a start. */
  HttpClient started() {
    starting.lock();
    try {
      HttpClient started = client;
      if (started == null) {
        started = made();
        started.start();
        // These are put in place by the start.
        started.getContentDecoderFactories().clear();
        started.getProtocolHandlers().remove(RedirectProtocolHandler.NAME);
        started.getProtocolHandlers().remove(WWWAuthenticationProtocolHandler.NAME);
        started.getProtocolHandlers().remove(ProxyAuthenticationProtocolHandler.NAME);
        client = started;
      }
      return started;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP client does not start", e);
    } finally {
      starting.unlock();
    }
  }

  private HttpClient made() {
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
    HttpClient made = new HttpClient(new HttpClientTransportOverHTTP(connector));
    made.setSocketAddressResolver(new PinnedAddresses(lookup));
    made.setConnectTimeout(patience.connectMs());
    made.setIdleTimeout(patience.attemptMs());
    made.setDestinationIdleTimeout(FORGET_MS);
    made.setMaxResponseHeadersSize(MOST_HEADER_BYTES);
    made.setFollowRedirects(false);
    made.setHttpCookieStore(new HttpCookieStore.Empty());
    made.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, userAgent));
    return made;
  }

  @Override
  public void close() {
    starting.lock();
    try {
      if (client != null) {
        client.stop();
      }
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP client does not stop", e);
    } finally {
      starting.unlock();
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
