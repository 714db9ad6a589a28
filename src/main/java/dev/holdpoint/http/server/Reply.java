package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.http.stream.StreamPlan;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a handler answers. */
public sealed interface Reply {
  String JSON = "application/json";
  String LINES = "application/x-ndjson";

  int status();

  Map<String, String> headers();

  /** The same answer with one more header. */
  Reply with(String name, String value);

  static Reply json(int status, Object body) {
    return new Rendered(status, body, Map.of());
  }

  static Reply text(int status, String contentType, String body) {
    return new Bytes(status, contentType, body.getBytes(UTF_8), Map.of());
  }

  static Reply bytes(int status, String contentType, byte[] body) {
    return new Bytes(status, contentType, body, Map.of());
  }

  static Reply empty(int status) {
    return new Empty(status, Map.of());
  }

  /** A JSON array of any length, read and written a few rows at a time. */
  static Reply list(Rows rows) {
    return new Sequence(JSON, "[", rows, ",", "]", Map.of());
  }

  /**
   * The same within something else.
   *
   * @param opening JSON up to and with the bracket that opens the array
   * @param closing the bracket that closes it and what follows
   */
  static Reply list(String opening, Rows rows, String closing) {
    return new Sequence(JSON, opening, rows, ",", closing, Map.of());
  }

  /** A JSON value a line, as many as there are. */
  static Reply lines(Rows rows) {
    return new Sequence(LINES, "", rows, "\n", "\n", Map.of());
  }

  /** Bytes that are sent as they are made. */
  static Reply written(String contentType, Writing writing) {
    return new Written(contentType, writing, Map.of());
  }

  static Reply stream(StreamPlan plan) {
    return new Stream(plan, Map.of());
  }

  /** JSON, written by the function that the server was given. */
  record Rendered(int status, Object body, Map<String, String> headers) implements Reply {
    @Override
    public Reply with(String name, String value) {
      return new Rendered(status, body, plus(headers, name, value));
    }
  }

  /** Nobody compares replies, so the array needs no copy and no equality. */
  @SuppressWarnings("ArrayRecordComponent")
  record Bytes(int status, String contentType, byte[] body, Map<String, String> headers)
      implements Reply {
    @Override
    public Reply with(String name, String value) {
      return new Bytes(status, contentType, body, plus(headers, name, value));
    }
  }

  record Empty(int status, Map<String, String> headers) implements Reply {
    @Override
    public Reply with(String name, String value) {
      return new Empty(status, plus(headers, name, value));
    }
  }

  /** Where the rows of a long list come from. */
  @FunctionalInterface
  interface Rows {
    /**
     * @param want about how many: fewer when they are large
     * @return null after the last
     */
    @Nullable List<?> next(int want);
  }

  record Sequence(
      String contentType,
      String opening,
      Rows rows,
      String separator,
      String closing,
      Map<String, String> headers)
      implements Reply {
    @Override
    public int status() {
      return 200;
    }

    @Override
    public Reply with(String name, String value) {
      return new Sequence(
          contentType, opening, rows, separator, closing, plus(headers, name, value));
    }
  }

  /** Makes the bytes of an answer, on the caller's thread. */
  @FunctionalInterface
  interface Writing {
    /**
     * What it throws before it has written much becomes a problem; later, the answer is cut off.
     */
    void to(OutputStream out) throws IOException;
  }

  record Written(String contentType, Writing writing, Map<String, String> headers)
      implements Reply {
    @Override
    public int status() {
      return 200;
    }

    @Override
    public Reply with(String name, String value) {
      return new Written(contentType, writing, plus(headers, name, value));
    }
  }

  record Stream(StreamPlan plan, Map<String, String> headers) implements Reply {
    @Override
    public int status() {
      return 200;
    }

    @Override
    public Reply with(String name, String value) {
      return new Stream(plan, plus(headers, name, value));
    }
  }

  private static Map<String, String> plus(Map<String, String> headers, String name, String value) {
    var all = new LinkedHashMap<>(headers);
    all.put(name, value);
    return Map.copyOf(all);
  }
}
