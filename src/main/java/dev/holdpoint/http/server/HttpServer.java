package dev.holdpoint.http.server;

import dev.holdpoint.http.stream.Streams;
import dev.holdpoint.http.tls.TlsContexts;
import dev.holdpoint.http.tls.TlsFiles;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.DetectorConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/** HTTP/1.1 and HTTP/2 on one port, both encrypted or neither. */
public final class HttpServer implements AutoCloseable {
  private static final int STREAM_READERS = 16;

  /** A heartbeat may be late by this much; each tick looks at every stream, so not less. */
  private static final Duration HEARTBEAT_TICK = Duration.ofSeconds(1);

  private static final int H2_STREAMS_PER_CONNECTION = 256;
  private static final int BACKLOG = 1024;
  private static final int ACCEPTORS = 1;
  private static final int SELECTORS = 2;

  /** What stands around the door of a server that is made while this is bound: tests look there. */
  static final ScopedValue<UnaryOperator<Handler>> AROUND = ScopedValue.newInstance();

  private final HttpSettings settings;
  private final Server server;
  private final ServerConnector connector;
  private final Streams streams;
  private final RequestEntry door;

  /**
   * One that takes requests as soon as it listens.
   *
   * @param renderer writes the body of a {@link Reply#json}
   * @param styles how refusals are told at a path: {@link ProblemStyle#NATIVE} or another
   */
  public HttpServer(
      HttpSettings settings,
      Router router,
      Authenticator authenticator,
      Function<Object, byte[]> renderer,
      Function<String, ProblemStyle> styles) {
    this(settings, styles, () -> "");
    open(
        router,
        authenticator,
        new FailedCredentials(InstantSource.system(), OptionalInt.empty()),
        renderer,
        RequestMetrics.NONE);
  }

  /**
   * One that may listen before there is anything to be served: until it is opened it only says what
   * the daemon does.
   *
   * @param starting what it does, as the rest of a sentence
   */
  public HttpServer(
      HttpSettings settings, Function<String, ProblemStyle> styles, Supplier<String> starting) {
    this.settings = settings;
    this.streams =
        new Streams(
            settings.maxStreams(),
            settings.heap().streamReaders(STREAM_READERS),
            HEARTBEAT_TICK,
            settings.heap().frames(),
            this::isCrowded);
    this.door = new RequestEntry(settings, styles, streams, starting);
    this.server = new Server(threads());
    this.connector = connector();
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(settings.maxConnections(), connector));
    server.setErrorHandler(new RawErrors(styles, door.refusals()));
    server.setHandler(AROUND.isBound() ? AROUND.get().apply(door) : door);
    server.setStopTimeout(0);
  }

  /** What takes long the first time: Jetty lists all languages that the JDK knows. */
  public static void prepare() {
    boolean _ = MimeTypes.isKnownLocale(Locale.ROOT);
  }

  /**
   * From now on requests reach their handlers.
   *
   * @param renderer writes the body of a {@link Reply#json}
   * @param traffic told of every answer
   */
  public void open(
      Router router,
      Authenticator authenticator,
      FailedCredentials failures,
      Function<Object, byte[]> renderer,
      RequestMetrics traffic) {
    door.open(router, authenticator, failures, renderer, traffic);
  }

  /** Listens, or tells why it cannot: the port is taken, or the address is not of this machine. */
  public void start() throws IOException {
    try {
      server.start();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP server did not start", e);
    }
  }

  /** Where it listens; with port 0, the one that was free. */
  public int port() {
    return connector.getLocalPort();
  }

  public Streams streams() {
    return streams;
  }

  /** Whatever else holds connections open, some are left for those who decide. */
  public boolean isCrowded() {
    return connector.getConnectedEndPoints().size() > settings.busyConnections();
  }

  /**
   * Stops taking connections, ends the streams, and lets requests finish within {@link
   * HttpSettings#stopWithin}; then everything is closed.
   */
  @Override
  public void close() {
    // In this order: Jetty closes a connection after the next answer, which is then the refusal.
    door.refuse();
    var refusing = connector.shutdown();
    door.drain(settings.stopWithin());
    refusing.cancel(false);
    streams.close();
    try {
      server.stop();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP server did not stop", e);
    }
  }

  /**
   * Everything, the selectors too, runs on virtual threads; on JDK 25 they park in a select. Median
   * processor time a request, on two cores that others used too: 37 µs (7 runs, 35 to 51), against
   * 51 µs (5 runs, 45 to 54) for platform selectors that hand over to virtual threads, and 74 µs (5
   * runs, 46 to 160) for platform threads alone. Zero is no limit: a handler that waits holds
   * nothing.
   */
  private static VirtualThreadPool threads() {
    var pool = new VirtualThreadPool(0);
    pool.setName("http");
    return pool;
  }

  private ServerConnector connector() {
    var http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(settings.maxHeaderBytes());
    http.setIdleTimeout(settings.idle().toMillis());
    // A proxy and this server may not agree where a line ends that ends in LF alone.
    http.setHttpCompliance(HttpCompliance.STRICT);
    // The router decodes each path itself, strictly and once. Jetty's own opinion on what is
    // ambiguous would only refuse some of the same paths earlier, with less to say.
    http.setUriCompliance(UriCompliance.UNSAFE);
    var made = new ServerConnector(server, ACCEPTORS, SELECTORS, protocols(http));
    made.setHost(settings.host());
    made.setPort(settings.port());
    made.setAcceptQueueSize(BACKLOG);
    made.setIdleTimeout(settings.idle().toMillis());
    return made;
  }

  private ConnectionFactory[] protocols(HttpConfiguration http) {
    var http1 = new TimedConnections(http, settings.headWithin(), door.refusals());
    TlsFiles tls = settings.tls();
    if (tls == null) {
      return new ConnectionFactory[] {http1, http2(http, "h2c")};
    }
    var alpn = new ALPNServerConnectionFactory("h2", http1.getProtocol());
    alpn.setDefaultProtocol(http1.getProtocol());
    var encrypted = new SslConnectionFactory(new TlsContexts(tls), alpn.getProtocol());
    // What is not encrypted reaches the door too, which tells people to write https.
    return new ConnectionFactory[] {
      new DetectorConnectionFactory(encrypted), http1, alpn, http2(http, "h2")
    };
  }

  private ConnectionFactory http2(HttpConfiguration http, String protocol) {
    var http2 = new TimedHttp2Connections(http, protocol, settings.headWithin(), door.refusals());
    http2.setMaxConcurrentStreams(H2_STREAMS_PER_CONNECTION);
    http2.setStreamIdleTimeout(settings.idle().toMillis());
    return http2;
  }
}
