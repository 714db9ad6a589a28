package dev.holdpoint.agent.provider;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * A vendor on a socket of its own, who answers as he was told, in order, and remembers what he was
 * asked. He speaks HTTP to the byte, so that he can stop wherever a real one can.
 */
public final class StandInVendor implements AutoCloseable {
  private final ServerSocket socket;
  private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch abandoned = new CountDownLatch(1);

  /** A request as it came. */
  public record Asked(String path, Map<String, String> headers, JsonNode body) {}

  /** What is written after a request was read; the connection is closed behind it. */
  @FunctionalInterface
  public interface Reply {
    void write(OutputStream out, Socket connection) throws IOException;
  }

  public StandInVendor() {
    try {
      socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  public String url() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  public StandInVendor answers(Reply... more) {
    replies.addAll(List.of(more));
    return this;
  }

  public List<Asked> asked() {
    return asked;
  }

  /** A fixture, whole. */
  public static String fixture(String name) {
    try (InputStream in = StandInVendor.class.getResourceAsStream("/vendors/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("There is no fixture " + name + ".");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In pieces that keep to no border of the text. */
  public static Reply stream(String text) {
    return (out, _) -> {
      head(out, 200, Map.of("content-type", "text/event-stream", "transfer-encoding", "chunked"));
      byte[] bytes = text.getBytes(UTF_8);
      for (int at = 0; at < bytes.length; at += 97) {
        chunk(out, bytes, at, Math.min(97, bytes.length - at));
      }
      out.write("0\r\n\r\n".getBytes(ISO_8859_1));
    };
  }

  /** The connection breaks after so many bytes of the text. */
  public static Reply cut(String text, int bytes) {
    return (out, _) -> {
      head(out, 200, Map.of("content-type", "text/event-stream", "transfer-encoding", "chunked"));
      chunk(out, text.getBytes(UTF_8), 0, bytes);
    };
  }

  /** The beginning of a stream, and then nothing until the other side hangs up. */
  public Reply stalled(String text) {
    return (out, connection) -> {
      head(out, 200, Map.of("content-type", "text/event-stream", "transfer-encoding", "chunked"));
      if (!text.isEmpty()) {
        chunk(out, text.getBytes(UTF_8), 0, text.getBytes(UTF_8).length);
      }
      out.flush();
      begun.countDown();
      awaitEnd(connection);
    };
  }

  /** Not even a status. */
  public Reply silent() {
    return (_, connection) -> {
      begun.countDown();
      awaitEnd(connection);
    };
  }

  private void awaitEnd(Socket connection) {
    try {
      while (connection.getInputStream().read() >= 0) {
        // Whatever else is said is of no interest.
      }
    } catch (IOException e) {
      // Hung up, one way or the other.
    }
    abandoned.countDown();
  }

  public static Reply status(int status, Map<String, String> headers, String body) {
    return (out, _) -> {
      Map<String, String> all = new TreeMap<>(headers);
      all.put("content-length", Integer.toString(body.getBytes(UTF_8).length));
      all.putIfAbsent("content-type", "application/json");
      head(out, status, all);
      out.write(body.getBytes(UTF_8));
    };
  }

  public static Reply status(int status, String body) {
    return status(status, Map.of(), body);
  }

  /** Hangs up without a word. */
  public static Reply nothing() {
    return (_, _) -> {};
  }

  /** Until a stalled answer has begun. */
  public boolean hasBegun() throws InterruptedException {
    return begun.await(30, TimeUnit.SECONDS);
  }

  /** Until whoever had a stalled answer has hung up. */
  public boolean isAbandoned() throws InterruptedException {
    return abandoned.await(30, TimeUnit.SECONDS);
  }

  private static void head(OutputStream out, int status, Map<String, String> headers)
      throws IOException {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Said\r\nconnection: close\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    out.write(head.append("\r\n").toString().getBytes(ISO_8859_1));
  }

  private static void chunk(OutputStream out, byte[] bytes, int from, int count)
      throws IOException {
    out.write((Integer.toHexString(count) + "\r\n").getBytes(ISO_8859_1));
    out.write(bytes, from, count);
    out.write("\r\n".getBytes(ISO_8859_1));
    out.flush();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      InputStream in = new BufferedInputStream(connection.getInputStream());
      String first = line(in);
      if (first.isEmpty()) {
        return;
      }
      Map<String, String> headers = new TreeMap<>();
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        int colon = line.indexOf(':');
        headers.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
      }
      int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
      String body = new String(in.readNBytes(length), UTF_8);
      asked.add(new Asked(first.split(" ", -1)[1], headers, JsonTree.read(body)));
      Reply reply = replies.poll();
      if (reply == null) {
        reply = status(418, "{\"error\":{\"message\":\"nothing more was to be asked\"}}");
      }
      reply.write(connection.getOutputStream(), connection);
      connection.getOutputStream().flush();
    } catch (IOException | NotJson e) {
      // The other side has hung up, as it may, or said what no test lets pass.
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      if (b != '\r') {
        bytes.write(b);
      }
    }
    return bytes.toString(ISO_8859_1);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
