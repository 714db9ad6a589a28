package dev.holdpoint.http.server;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.core.problem.Kind;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.engine.heap.HeapShare;
import dev.holdpoint.http.coding.ContentCoding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one reply, of whatever sort, and says when the exchange is over. */
final class ResponseWriter implements Callback {
  private static final Logger log = LoggerFactory.getLogger(ResponseWriter.class);

  static final String REQUEST_ID = "X-Request-Id";
  private static final HttpField JSON =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");
  private static final HttpField NO_STORE =
      new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");
  private static final HttpField NO_SNIFF =
      new PreEncodedHttpField("X-Content-Type-Options", "nosniff");
  private static final HttpField VARY =
      new PreEncodedHttpField(HttpHeader.VARY, HttpHeader.ACCEPT_ENCODING.asString());
  private static final HttpField PACKED =
      new PreEncodedHttpField(HttpHeader.CONTENT_ENCODING, ContentCoding.GZIP);
  private static final HttpField UNBUFFERED = new PreEncodedHttpField("X-Accel-Buffering", "no");
  static final String RETRY_AFTER_SECONDS = "2";

  private final RequestEntry door;
  private final Request request;
  private final Response response;
  private final Callback callback;
  private final String requestId;
  private @Nullable Endpoint endpoint;
  private ProblemStyle style;
  private BooleanSupplier welcome = () -> true;
  private @Nullable HeapShare share;
  private boolean known;

  ResponseWriter(RequestEntry door, Request request, Response response, Callback callback) {
    this.door = door;
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.requestId = RequestIds.of(request.getHeaders().get(REQUEST_ID));
    this.style = door.style(request.getHttpURI().getPath()).toward(request.getHeaders()::get);
    response.getHeaders().put(REQUEST_ID, requestId);
    door.entered();
  }

  String requestId() {
    return requestId;
  }

  void to(Endpoint found) {
    endpoint = found;
    style = door.style(found.path()).toward(request.getHeaders()::get);
  }

  /** Refusals are told so from now on. */
  void refuseAs(ProblemStyle other) {
    style = other;
  }

  /** A stream is kept open only while this is true. */
  void welcome(BooleanSupplier still) {
    welcome = still;
  }

  /** The caller has shown a token that is good. */
  void known() {
    known = true;
  }

  void releases(HeapShare of) {
    share = of;
  }

  void header(HttpHeader name, String value) {
    response.getHeaders().put(name, value);
  }

  void header(String name, String value) {
    response.getHeaders().put(name, value);
  }

  void send(Reply reply) {
    int said = status(reply);
    // A surface that tells a refusal in its own words; what is not ready yet (503) is none.
    if (said >= 400 && said < 500) {
      door.refusals().note(requestId, known, endpoint, said, "-", null);
    }
    switch (reply) {
      case Reply.Rendered(int status, Object object, Map<String, String> headers) -> {
        // Rendered first: if that fails, the answer is still ours to choose.
        byte[] bytes = door.render(object);
        json(status, headers);
        write(packed(Reply.JSON, bytes));
      }
      case Reply.Bytes(
              int status,
              String contentType,
              byte[] bytes,
              Map<String, String> headers) -> {
        headers(status, Map.of()).put(HttpHeader.CONTENT_TYPE, contentType).put(NO_SNIFF);
        headers.forEach(response.getHeaders()::put);
        write(packed(contentType, bytes));
      }
      case Reply.Empty(int status, Map<String, String> headers) -> {
        headers(status, headers);
        response.write(true, null, this);
      }
      case Reply.Sequence sequence -> write(sequence);
      case Reply.Written written -> pour(written);
      case Reply.Stream stream -> open(stream);
    }
  }

  static int status(Reply reply) {
    return switch (reply) {
      case Reply.Rendered rendered -> rendered.status();
      case Reply.Bytes bytes -> bytes.status();
      case Reply.Empty empty -> empty.status();
      case Reply.Sequence _, Reply.Written _, Reply.Stream _ -> 200;
    };
  }

  /** A list that fits into one piece is sent as if it had been rendered whole. */
  private void write(Reply.Sequence sequence) {
    boolean[] begun = {false};
    ContentCoding.@Nullable Packer[] packer = {null};
    try {
      byte[] last =
          new Sequences(
                  door::render,
                  piece -> {
                    if (!begun[0]) {
                      begin(sequence);
                      begun[0] = true;
                      packer[0] =
                          isPacked(sequence.contentType(), piece.length)
                              ? new ContentCoding.Packer()
                              : null;
                    }
                    ContentCoding.Packer with = packer[0];
                    Content.Sink.write(
                        response, false, ByteBuffer.wrap(with == null ? piece : with.next(piece)));
                  })
              .render(sequence);
      if (begun[0]) {
        ContentCoding.Packer with = packer[0];
        response.write(true, ByteBuffer.wrap(with == null ? last : with.last(last)), this);
      } else {
        begin(sequence);
        write(packed(sequence.contentType(), last));
      }
    } catch (IOException | RuntimeException e) {
      if (!begun[0] && e instanceof RuntimeException cause) {
        throw cause;
      }
      // Too late for a problem: a body that ends without its end tells the caller enough.
      log.debug("{}: the answer was interrupted", requestId, e);
      failed(e);
    } finally {
      ContentCoding.Packer with = packer[0];
      if (with != null) {
        with.close();
      }
    }
  }

  private void pour(Reply.Written written) {
    StreamedBody spout =
        new StreamedBody(
            response,
            () -> {
              headers(200, Map.of())
                  .put(HttpHeader.CONTENT_TYPE, written.contentType())
                  .put(NO_STORE)
                  .put(NO_SNIFF);
              written.headers().forEach(response.getHeaders()::put);
            });
    try {
      written.writing().to(spout);
      spout.flush();
      response.write(true, null, this);
    } catch (IOException | RuntimeException e) {
      if (!spout.begun()) {
        throw e instanceof IOException cause
            ? new UncheckedIOException(cause)
            : (RuntimeException) e;
      }
      if (!(e instanceof EofException)) {
        log.warn("{}: the answer was interrupted: {}", requestId, e.getMessage());
      }
      failed(e);
    }
  }

  private void begin(Reply.Sequence sequence) {
    json(200, sequence.headers());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, sequence.contentType());
  }

  void refuse(Refusal refusal) {
    refuse(refusal, null);
  }

  int status(Refusal refusal) {
    return style.status(refusal);
  }

  /**
   * @param cause what went wrong here; null when the request is at fault
   */
  void refuse(Refusal refusal, RefusalLog.@Nullable Cause cause) {
    // Before it is sent: who is told the id can look it up at once.
    door.refusals()
        .note(requestId, known, endpoint, style.status(refusal), refusal.problem().code(), cause);
    byte[] bytes = style.render(refusal, requestId);
    var kind = refusal.problem().kind();
    var headers = response.getHeaders();
    int status = style.status(refusal);
    response.setStatus(status);
    headers.put(HttpHeader.CONTENT_TYPE, style.contentType()).put(NO_STORE).put(NO_SNIFF);
    if (kind == Kind.UNAUTHORIZED) {
      headers.put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
    } else if (status == 503 || status == 429) {
      long after = refusal.retryAfterSeconds();
      headers.put(HttpHeader.RETRY_AFTER, after > 0 ? Long.toString(after) : RETRY_AFTER_SECONDS);
    }
    // A body that nobody will read must not be taken for the next request. (HTTP/2 frames it.)
    // And who was refused a stream must not keep the connection that a person needs to decide.
    boolean crowded = status == 503 && door.streams().isFull();
    boolean persistent = request.consumeAvailable() && !door.isDraining() && !crowded;
    if (!persistent && request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_2) {
      headers.put(HttpHeader.CONNECTION, "close");
      if (crowded) {
        // Half closed it would be kept for as long as the caller likes.
        EndPoint end = request.getConnectionMetaData().getConnection().getEndPoint();
        Request.addCompletionListener(request, _ -> end.close());
      }
    }
    write(bytes);
  }

  /** Nobody is there to be answered. */
  void abort(Throwable cause) {
    failed(cause);
  }

  private void open(Reply.Stream stream) {
    headers(200, stream.headers())
        .put(HttpHeader.CONTENT_TYPE, stream.plan().contentType())
        .put(NO_STORE)
        .put(NO_SNIFF)
        .put(UNBUFFERED);
    if (request.getMethod().equals("HEAD")) {
      response.write(true, null, this);
      return;
    }
    // The stream gets the server's own callback: it may live for days, and need not keep us alive.
    door.streams().open(response, callback, stream.plan(), welcome);
    left();
  }

  private void json(int status, Map<String, String> headers) {
    headers(status, headers).put(JSON).put(NO_STORE).put(NO_SNIFF);
  }

  private HttpFields.Mutable headers(int status, Map<String, String> headers) {
    response.setStatus(status);
    headers.forEach(response.getHeaders()::put);
    return response.getHeaders();
  }

  private byte[] packed(String contentType, byte[] bytes) {
    return isPacked(contentType, bytes.length) ? ContentCoding.compressed(bytes) : bytes;
  }

  /** Whether the answer is sent compressed; says so in its headers, which must be complete. */
  private boolean isPacked(String contentType, int length) {
    HttpFields.Mutable headers = response.getHeaders();
    if (!ContentCoding.suits(endpoint, contentType, length)
        || headers.contains(HttpHeader.CONTENT_ENCODING)) {
      return false;
    }
    headers.put(VARY);
    if (!ContentCoding.takesGzip(request.getHeaders().get(HttpHeader.ACCEPT_ENCODING))) {
      return false;
    }
    headers.put(PACKED);
    String tag = headers.get(HttpHeader.ETAG);
    if (tag != null) {
      headers.put(HttpHeader.ETAG, ContentCoding.weak(tag));
    }
    return true;
  }

  private void write(byte[] bytes) {
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
    response.write(true, ByteBuffer.wrap(bytes), this);
  }

  private void left() {
    if (share != null) {
      share.giveBack();
      share = null;
    }
    count();
    door.left();
  }

  /** By the endpoint's own path: what a caller wrote there may be private, and is without end. */
  private void count() {
    long nanos = System.nanoTime() - request.getHeadersNanoTime();
    int status = response.getStatus();
    door.traffic().answered(endpoint, status, nanos);
    if (log.isDebugEnabled()) {
      log.atDebug()
          .addKeyValue("request_id", requestId)
          .addKeyValue("method", endpoint == null ? "-" : endpoint.method().name())
          .addKeyValue("route", endpoint == null ? "-" : endpoint.path())
          .addKeyValue("status", status)
          .addKeyValue("ms", nanos / 1_000_000)
          .log("answered");
    }
  }

  @Override
  public void succeeded() {
    left();
    callback.succeeded();
  }

  @Override
  public void failed(Throwable cause) {
    left();
    callback.failed(cause);
  }

  @Override
  public InvocationType getInvocationType() {
    return callback.getInvocationType();
  }
}
