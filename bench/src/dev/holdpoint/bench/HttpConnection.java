package dev.holdpoint.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;

/** One kept connection that sends a request and waits for its answer. */
final class HttpConnection implements AutoCloseable {
  private static final int PATIENCE_MS = 60_000;

  private final Socket socket;
  private byte[] buffer = new byte[64 * 1024];

  /** An answer, and the moment its last byte was read. */
  record Answer(int status, String body, long atNanos) {}

  HttpConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MS);
  }

  Answer send(byte[] request) {
    try {
      socket.getOutputStream().write(request);
      return receive();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Answer receive() throws IOException {
    InputStream in = socket.getInputStream();
    int length = 0;
    while (true) {
      int more = in.read(buffer, length, buffer.length - length);
      if (more < 0) {
        throw new EOFException("the daemon hung up");
      }
      length += more;
      int end = Response.end(buffer, length);
      if (end >= 0) {
        long now = System.nanoTime();
        return new Answer(Response.status(buffer), Response.body(buffer, end), now);
      }
      if (length == buffer.length) {
        buffer = Arrays.copyOf(buffer, 2 * length);
      }
    }
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
