package dev.holdpoint.ui;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A proxy between browsers and a daemon, which treats streams and what the page's worker asks for
 * as it is told.
 */
final class Between implements AutoCloseable {
  /** What becomes of streams, or of all that the worker of the page asks for. */
  enum Manner {
    PASS,
    UNAVAILABLE,
    HANG,
    BUFFER,
    BLOCK,
    WORKER_HAS_NO_SESSION
  }

  private final ServerSocket server;
  private final URI daemon;
  private final AtomicReference<Manner> manner;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  private Between(String address, Manner manner) {
    this.daemon = URI.create(address);
    this.manner = new AtomicReference<>(manner);
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  static Between browserAnd(String address, Manner manner) {
    return new Between(address, manner);
  }

  String address() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  void now(Manner other) {
    manner.set(other);
  }

  /** How often a path that begins like this was asked for; with the worker's alone. */
  long count(String path, boolean byWorker) {
    return asked.stream()
        .filter(one -> one.startsWith((byWorker ? "worker " : "page ") + path))
        .count();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket browser) {
    try (browser) {
      String head = head(browser.getInputStream());
      if (head.isEmpty()) {
        return;
      }
      String path = head.split(" ", 3)[1];
      boolean byWorker = head.contains("/net/stream-worker.js\r\n") && path.startsWith("/v1/");
      asked.add((byWorker ? "worker " : "page ") + path);
      Manner how = Objects.requireNonNull(manner.get());
      if (how == Manner.WORKER_HAS_NO_SESSION && byWorker) {
        answer(browser, "401 Unauthorized");
      } else if (!path.startsWith("/v1/events/stream") || how == Manner.WORKER_HAS_NO_SESSION) {
        pass(browser, head);
      } else {
        switch (how) {
          case UNAVAILABLE -> answer(browser, "503 Service Unavailable");
          case HANG -> browser.getInputStream().read();
          case BUFFER -> {
            begin(browser);
            browser.getInputStream().read();
          }
          case BLOCK -> browser.close();
          default -> pass(browser, head);
        }
      }
    } catch (IOException e) {
      // One of the two has gone.
    } finally {
      open.remove(browser);
    }
  }

  private static void begin(Socket browser) throws IOException {
    String text = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
    browser.getOutputStream().write(text.getBytes(ISO_8859_1));
    browser.getOutputStream().flush();
  }

  private static void answer(Socket browser, String status) throws IOException {
    String text =
        "HTTP/1.1 "
            + status
            + "\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
    browser.getOutputStream().write(text.getBytes(ISO_8859_1));
    browser.getOutputStream().flush();
  }

  /** One request a connection: so each is looked at. */
  private void pass(Socket browser, String head) throws IOException {
    try (Socket there = new Socket(daemon.getHost(), daemon.getPort())) {
      open.add(there);
      String once = head.replaceAll("(?i)\r\nConnection: [^\r]*", "") + "Connection: close\r\n\r\n";
      there.getOutputStream().write(once.getBytes(ISO_8859_1));
      Thread.ofVirtual().start(() -> pump(browser, there));
      copy(there.getInputStream(), browser.getOutputStream());
    }
  }

  private static void pump(Socket from, Socket to) {
    try {
      copy(from.getInputStream(), to.getOutputStream());
    } catch (IOException e) {
      // The answer is there, or nobody wants it any more.
    }
    try {
      to.close();
    } catch (IOException e) {
      // It is gone already.
    }
  }

  private static void copy(InputStream from, OutputStream to) throws IOException {
    byte[] some = new byte[16 * 1024];
    for (int read = from.read(some); read >= 0; read = from.read(some)) {
      to.write(some, 0, read);
      to.flush();
    }
  }

  /** Up to the line before the empty one, with its end. */
  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    for (int read = in.read(); read >= 0; read = in.read()) {
      head.write(read);
      if (read == '\n' && head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
        String text = head.toString(ISO_8859_1);
        return text.substring(0, text.length() - 2);
      }
    }
    return "";
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket one : open) {
        one.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
