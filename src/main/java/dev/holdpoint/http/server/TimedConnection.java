package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdpoint.core.problem.Problem;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A connection of HTTP/1.1 on which each head must be whole within a time of its first byte. Jetty
 * has a limit for silence alone, and a head that drips is never silent. A head that comes whole, as
 * nearly all do, costs no timer.
 */
final class TimedConnection extends HttpConnection {
  private static final int STATUS = 408;

  private final Duration headWithin;
  private final RefusalLog refusals;

  /** Set while the superclass is constructed, which makes the parser. */
  private @Nullable RequestHandler handler;

  /** The head that has begun to arrive; null between heads. */
  private volatile @Nullable Head head;

  TimedConnection(
      HttpConfiguration configuration,
      Connector connector,
      EndPoint endPoint,
      Duration within,
      RefusalLog refusals) {
    super(configuration, connector, endPoint);
    this.headWithin = within;
    this.refusals = refusals;
  }

  @Override
  protected RequestHandler newRequestHandler() {
    RequestHandler made = new WithoutUpgrades();
    handler = made;
    return made;
  }

  @Override
  protected HttpParser newHttpParser(HttpCompliance compliance) {
    HttpConfiguration configuration = getHttpConfiguration();
    var parser =
        new TimedParser(
            Objects.requireNonNull(handler), configuration.getRequestHeaderSize(), compliance);
    parser.setHeaderCacheSize(configuration.getHeaderCacheSize());
    parser.setHeaderCacheCaseSensitive(configuration.isHeaderCacheCaseSensitive());
    return parser;
  }

  @Override
  public void onClose(@Nullable Throwable cause) {
    Head last = head;
    if (last != null) {
      last.isInTime();
    }
    super.onClose(cause);
  }

  /**
   * An upgrade to another protocol is ignored, as it may be. HTTP/2 without one begins with a
   * request line of its own. Chunks are for HTTP/1.1 alone.
   */
  private final class WithoutUpgrades extends RequestHandler {
    private boolean chunks;

    @Override
    public void startRequest(String method, String uri, HttpVersion version) {
      chunks = version.getVersion() >= HttpVersion.HTTP_1_1.getVersion();
      super.startRequest(method, uri, version);
    }

    @Override
    public void parsedHeader(HttpField field) {
      // A proxy that speaks HTTP/1.0 may not know it, and see the end of the body elsewhere.
      if (!chunks && field.getHeader() == HttpHeader.TRANSFER_ENCODING) {
        throw new HttpException.RuntimeException(400, "HTTP/1.0 has no Transfer-Encoding");
      }
      if (field.getHeader() != HttpHeader.UPGRADE) {
        super.parsedHeader(field);
      }
    }
  }

  /** Called by one thread at a time. */
  private final class TimedParser extends HttpParser {
    TimedParser(HttpParser.RequestHandler handler, int maxHeaderBytes, HttpCompliance compliance) {
      super(handler, maxHeaderBytes, compliance);
    }

    @Override
    public boolean parseNext(ByteBuffer buffer) {
      boolean arrived = buffer.hasRemaining();
      boolean handle = super.parseNext(buffer);
      Head current = head;
      if (isInHead()) {
        if (current == null && (arrived || !isStart())) {
          head = new Head();
        }
        return handle;
      }
      head = null;
      return handle && (current == null || current.isInTime());
    }

    private boolean isInHead() {
      return getState().compareTo(State.HEADER) <= 0;
    }
  }

  /** A head on its way: whole in time, or late, and never both. */
  private final class Head implements Runnable {
    private final AtomicBoolean over = new AtomicBoolean();
    private final Scheduler.Task task;

    Head() {
      task =
          getConnector()
              .getScheduler()
              .schedule(this, headWithin.toMillis(), TimeUnit.MILLISECONDS);
    }

    boolean isInTime() {
      task.cancel();
      return over.compareAndSet(false, true);
    }

    @Override
    public void run() {
      if (over.compareAndSet(false, true)) {
        // The response before it is complete, and a request that is not whole has none.
        getEndPoint().write(Callback.from(this::shut, _ -> getEndPoint().close()), tooLate());
      }
    }

    private void shut() {
      getEndPoint().shutdownOutput();
      getEndPoint().close();
    }
  }

  private ByteBuffer tooLate() {
    String requestId = RequestIds.next();
    refusals.note(requestId, false, null, STATUS, Problem.INVALID_REQUEST.code(), null);
    byte[] body =
        ProblemJson.of(
            Problem.INVALID_REQUEST.because(
                "The request line and headers did not arrive within %d ms (limits.header_within_ms)."
                    .formatted(headWithin.toMillis())),
            STATUS,
            requestId);
    byte[] start =
        """
        HTTP/1.1 408 Request Timeout\r
        %s: %s\r
        Content-Type: %s\r
        Cache-Control: no-store\r
        Content-Length: %d\r
        Connection: close\r
        \r
        """
            .formatted(ResponseWriter.REQUEST_ID, requestId, ProblemJson.CONTENT_TYPE, body.length)
            .getBytes(US_ASCII);
    return ByteBuffer.allocate(start.length + body.length).put(start).put(body).flip();
  }
}
