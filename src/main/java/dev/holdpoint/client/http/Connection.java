package dev.holdpoint.client.http;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.problem.ProblemBodies.ProblemBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongConsumer;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * One request, one answer. On HttpURLConnection, because java.net.http takes a third of a second
 * longer to start, which is most of what a command takes.
 */
public final class Connection {
  private static final String TOTAL = "Holdpoint-Total";
  private static final int CONNECT_MS = 5_000;
  private static final int ANSWER_MS = 30_000;
  private static final int ANSWER_BYTES = 256 * 1024 * 1024;

  private final DaemonAddress daemon;
  private final @Nullable SSLContext encryption;

  public Connection(DaemonAddress daemon) {
    this.daemon = daemon;
    this.encryption = daemon.trust().context();
  }

  public DaemonAddress daemon() {
    return daemon;
  }

  public <T> T get(RequestPath path, Class<T> type) throws CallFailed {
    return one(send("GET", path, null), type);
  }

  /** For an answer of more than one shape. */
  public <T> T tree(RequestPath path, Function<JsonNode, T> shape) throws CallFailed {
    JsonNode answer = get(path, JsonNode.class);
    try {
      return shape.apply(answer);
    } catch (JacksonException e) {
      throw notUnderstood(e);
    }
  }

  public <T> List<T> list(RequestPath path, Class<T> type) throws CallFailed {
    byte[] answer = send("GET", path, null);
    try {
      return ClientJson.readList(answer, type);
    } catch (JacksonException e) {
      throw notUnderstood(e);
    }
  }

  public <T> Page<T> page(RequestPath path, PageRequest wish, Class<T> type) throws CallFailed {
    byte[] answer =
        send(
            "GET",
            path.with("page", true).with("cursor", wish.cursor()).with("limit", wish.limit()),
            null);
    try {
      return ClientJson.readPage(answer, type);
    } catch (JacksonException e) {
      throw notUnderstood(e);
    }
  }

  public String text(RequestPath path) throws CallFailed {
    return new String(send("GET", path, null), StandardCharsets.UTF_8);
  }

  public byte[] bytes(RequestPath path) throws CallFailed {
    return send("GET", path, null);
  }

  /**
   * Copies an answer of any length. What has been copied when this fails is worth nothing.
   *
   * @param patienceMs how long the daemon may be silent
   * @param onBytes told how much has come so far
   */
  public void pour(
      RequestPath path, int patienceMs, OutputStream out, LongConsumer total, LongConsumer onBytes)
      throws CallFailed, IOException {
    HttpURLConnection http;
    InputStream in;
    try {
      http = open("POST", path.text(), patienceMs);
      http.setDoOutput(true);
      http.setFixedLengthStreamingMode(0);
      http.connect();
      http.getOutputStream().close();
      if (http.getResponseCode() >= 300) {
        throw refusal(http.getResponseCode(), http.getContentType(), body(http));
      }
      in = http.getInputStream();
      total.accept(http.getHeaderFieldLong(TOTAL, 0));
    } catch (SocketTimeoutException e) {
      throw silent(" did not answer in time", e);
    } catch (IOException e) {
      throw unreachable(e);
    }
    byte[] buffer = new byte[64 * 1024];
    long copied = 0;
    while (true) {
      int read;
      try {
        read = in.read(buffer);
      } catch (IOException e) {
        throw silent(" closed the connection too early; its log has the details", e);
      }
      if (read < 0) {
        in.close();
        return;
      }
      out.write(buffer, 0, read);
      copied += read;
      onBytes.accept(copied);
    }
  }

  /** What reads an answer while it arrives. */
  @FunctionalInterface
  public interface Reading<T> {
    T read(InputStream answer) throws IOException;
  }

  /**
   * For an answer of any length, which is never in memory as a whole.
   *
   * @throws IOException what {@code reading} throws, or the loss of the connection on the way
   */
  public <T> T read(RequestPath path, Reading<T> reading) throws CallFailed, IOException {
    return read(path, _ -> {}, reading);
  }

  /** {@code onTotal} is told how much will come, as the endpoint counts; 0 if it does not say. */
  public <T> T read(RequestPath path, LongConsumer onTotal, Reading<T> reading)
      throws CallFailed, IOException {
    HttpURLConnection http;
    int status;
    try {
      http = open("GET", path.text(), ANSWER_MS);
      status = http.getResponseCode();
    } catch (IOException e) {
      throw unreachable(e);
    }
    if (status >= 300) {
      throw refusal(status, http.getContentType(), body(http));
    }
    onTotal.accept(http.getHeaderFieldLong(TOTAL, 0));
    try (InputStream answer = http.getInputStream()) {
      return reading.read(answer);
    }
  }

  public <T> T post(RequestPath path, @Nullable Object body, Class<T> type) throws CallFailed {
    return one(send("POST", path, body == null ? new byte[0] : ClientJson.write(body)), type);
  }

  /**
   * For what takes an idempotency key: when the connection breaks, nobody knows whether the daemon
   * has done it. The same key asks again without doing it twice.
   *
   * @param ownKey the key that the body has, or null for one of ours
   */
  public <T> T postKeyed(RequestPath path, Object body, @Nullable String ownKey, Class<T> type)
      throws CallFailed {
    byte[] bytes = ClientJson.write(body);
    Map<String, String> headers =
        ownKey == null ? Map.of("Idempotency-Key", UUID.randomUUID().toString()) : Map.of();
    try {
      return one(send("POST", path, bytes, headers), type);
    } catch (CallFailed e) {
      if (e.getCause() instanceof ConnectionLost) {
        return one(send("POST", path, bytes, headers), type);
      }
      throw e;
    }
  }

  /** For what answers that it was done, and nothing else. */
  public void tell(RequestPath path, @Nullable Object body) throws CallFailed {
    send("POST", path, body == null ? new byte[0] : ClientJson.write(body));
  }

  /** The same, where the daemon would take what it cannot use without a word. */
  public void tellStrictly(RequestPath path, Object body) throws CallFailed {
    send("POST", path, ClientJson.write(body), Map.of("Prefer", "handling=strict"));
  }

  public <T> T put(RequestPath path, Object body, Class<T> type) throws CallFailed {
    return one(send("PUT", path, ClientJson.write(body)), type);
  }

  public <T> T patch(RequestPath path, Object body, Class<T> type) throws CallFailed {
    HttpResponse<byte[]> answer;
    try {
      answer =
          PatchRequest.send(
              daemon, encryption, path.text(), ClientJson.write(body), CONNECT_MS, ANSWER_MS);
    } catch (IOException e) {
      throw unreachable(e);
    }
    if (answer.statusCode() >= 300) {
      throw refusal(
          answer.statusCode(),
          answer.headers().firstValue("Content-Type").orElse(null),
          answer.body());
    }
    return one(answer.body(), type);
  }

  /** For a deletion that answers with what is left. */
  public <T> T delete(RequestPath path, Class<T> type) throws CallFailed {
    return one(send("DELETE", path, null), type);
  }

  public void delete(RequestPath path) throws CallFailed {
    send("DELETE", path, null);
  }

  /** The request was sent, or part of it, and no answer came. */
  private static final class ConnectionLost extends IOException {
    ConnectionLost(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /** Gives the body of an answer that is none of the refusals. */
  private byte[] send(String method, RequestPath path, byte @Nullable [] body) throws CallFailed {
    return send(method, path, body, Map.of());
  }

  private byte[] send(
      String method, RequestPath path, byte @Nullable [] body, Map<String, String> headers)
      throws CallFailed {
    try {
      HttpURLConnection http = open(method, path.text(), ANSWER_MS + path.waitMs());
      if (body != null) {
        http.setRequestProperty("Content-Type", "application/json");
        http.setDoOutput(true);
        // Otherwise the JDK repeats a POST by itself when a connection breaks.
        http.setFixedLengthStreamingMode(body.length);
      }
      headers.forEach(http::setRequestProperty);
      http.connect();
      return exchange(http, body);
    } catch (SocketTimeoutException e) {
      throw silent(" did not answer in time", e);
    } catch (ConnectionLost e) {
      throw silent(" closed the connection without an answer; it may be stopping", e);
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  private byte[] exchange(HttpURLConnection http, byte @Nullable [] body)
      throws IOException, CallFailed {
    int status;
    byte[] answer;
    try {
      if (body != null) {
        try (OutputStream out = http.getOutputStream()) {
          out.write(body);
        }
      }
      status = http.getResponseCode();
      answer = body(http);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      throw new ConnectionLost(e);
    }
    if (status >= 300) {
      throw refusal(status, http.getContentType(), answer);
    }
    return answer;
  }

  public HttpURLConnection open(String method, String path, int readTimeoutMs) throws IOException {
    HttpURLConnection http =
        (HttpURLConnection) URI.create(daemon.url() + path).toURL().openConnection();
    if (encryption != null && http instanceof HttpsURLConnection https) {
      https.setSSLSocketFactory(encryption.getSocketFactory());
    }
    http.setRequestMethod(method);
    http.setConnectTimeout(CONNECT_MS);
    http.setReadTimeout(readTimeoutMs);
    http.setUseCaches(false);
    // A redirect would take the token elsewhere.
    http.setInstanceFollowRedirects(false);
    http.setRequestProperty("Accept", "application/json, application/problem+json, text/plain");
    if (daemon.token() != null) {
      http.setRequestProperty("Authorization", "Bearer " + daemon.token());
    }
    return http;
  }

  private CallFailed silent(String how, IOException cause) {
    return CallFailed.noAnswer("The daemon at " + daemon.url() + how, cause);
  }

  public CallFailed unreachable(IOException cause) {
    if (cause instanceof SSLException) {
      return CallFailed.noAnswer(
          "No trusted connection to %s: %s. Give the certificate of its issuer with --ca-file or HOLDPOINT_CA_FILE, and use a host name that is in its certificate"
              .formatted(daemon.url(), cause.getMessage()),
          cause);
    }
    return CallFailed.noAnswer(
        "No daemon answers at %s; start one with 'holdpoint serve', or give its URL with --url or HOLDPOINT_URL"
            .formatted(daemon.url()),
        cause);
  }

  public CallFailed refusal(int status, @Nullable String contentType, byte[] body) {
    ProblemBody problem = null;
    AmbientRefusal ambient = null;
    RuntimeException unread = null;
    String type = contentType == null ? "" : contentType;
    try {
      if (type.startsWith("application/problem+json")) {
        problem = Problems.read(body);
      } else if (type.startsWith("application/json")) {
        ambient = ClientJson.read(body, AmbientRefusal.class);
      }
    } catch (JacksonException | DateTimeException e) {
      unread = e;
    }
    if (status == 401) {
      // HttpURLConnection keeps the body to itself when a POST is answered so.
      return CallFailed.unauthorized(daemon, problem);
    }
    if (ambient != null && ambient.error() != null) {
      return CallFailed.refused(status, ambient);
    }
    return problem == null
        ? CallFailed.unreadable(status, stranger(status), unread)
        : CallFailed.refused(problem);
  }

  private String stranger(int status) {
    return "The server at " + daemon.url() + " is not a Holdpoint daemon (status " + status + ")";
  }

  private static byte[] body(HttpURLConnection http) throws IOException {
    try (InputStream in =
        http.getResponseCode() < 400 ? http.getInputStream() : http.getErrorStream()) {
      byte[] read = in == null ? new byte[0] : in.readNBytes(ANSWER_BYTES + 1);
      if (read.length > ANSWER_BYTES) {
        throw new IOException("the answer is larger than " + ANSWER_BYTES + " bytes");
      }
      return read;
    }
  }

  private <T> T one(byte[] answer, Class<T> type) throws CallFailed {
    try {
      return ClientJson.read(answer, type);
    } catch (JacksonException e) {
      throw notUnderstood(e);
    }
  }

  private CallFailed notUnderstood(JacksonException cause) {
    return CallFailed.unreadable(
        200,
        "The answer of "
            + daemon.url()
            + " cannot be parsed; check that it is a Holdpoint daemon, and not newer "
            + "than this program. "
            + cause.getOriginalMessage(),
        cause);
  }
}
