package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Stands before a daemon for a client that can send no token, and calls tools by other names. Each
 * connection carries one request, so that all of it may be passed on as it comes.
 */
final class TokenProxy implements AutoCloseable {
  private final ServerSocket door;
  private final URI daemon;
  private final String token;
  private final UnaryOperator<Sent> translation;

  /**
   * A request as it came.
   *
   * @param head its first line and its headers, each with its line end, without those of its length
   *     and of the connection
   */
  record Sent(String head, String body) {}

  /**
   * @param words in bodies, and what is sent in their place
   */
  TokenProxy(URI daemon, String token, Map<String, String> words) throws IOException {
    this(daemon, token, sent -> new Sent(sent.head, replaced(sent.body, words)));
  }

  private static String replaced(String body, Map<String, String> words) {
    String said = body;
    for (Map.Entry<String, String> word : words.entrySet()) {
      said = said.replace(word.getKey(), word.getValue());
    }
    return said;
  }

  TokenProxy(URI daemon, String token, UnaryOperator<Sent> translation) throws IOException {
    this.daemon = daemon;
    this.token = token;
    this.translation = translation;
    this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String address() {
    return "http://localhost:" + door.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket caller = door.accept();
        Thread.ofVirtual().start(() -> pass(caller));
      }
    } catch (IOException e) {
      // Closed: nobody comes any more.
    }
  }

  private void pass(Socket caller) {
    try (caller;
        Socket called = new Socket(daemon.getHost(), daemon.getPort())) {
      send(caller.getInputStream(), called.getOutputStream());
      Thread.ofVirtual().start(() -> closeWithCaller(caller, called));
      called.getInputStream().transferTo(caller.getOutputStream());
    } catch (IOException e) {
      // One of the two has hung up; the other sees it.
    }
  }

  private static void closeWithCaller(Socket caller, Socket called) {
    try (called) {
      caller.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // It is closed either way.
    }
  }

  private void send(InputStream from, OutputStream to) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = from.read();
      if (next < 0) {
        throw new IOException("the caller has hung up");
      }
      head.write(next);
    }
    StringBuilder headers = new StringBuilder();
    int length = 0;
    for (String line : head.toString(ISO_8859_1).strip().split("\r\n", -1)) {
      String name = line.toLowerCase(java.util.Locale.ROOT);
      if (name.startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(15).strip());
      } else if (!name.startsWith("connection:")) {
        headers.append(line).append("\r\n");
      }
    }
    Sent sent =
        translation.apply(
            new Sent(headers.toString(), new String(from.readNBytes(length), ISO_8859_1)));
    StringBuilder all = new StringBuilder(sent.head);
    all.append("Authorization: Bearer ").append(token).append("\r\nConnection: close\r\n");
    if (!sent.body.isEmpty()) {
      all.append("Content-Length: ").append(sent.body.length()).append("\r\n");
    }
    to.write((all + "\r\n" + sent.body).getBytes(ISO_8859_1));
    to.flush();
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
