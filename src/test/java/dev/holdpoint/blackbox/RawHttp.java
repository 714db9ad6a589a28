package dev.holdpoint.blackbox;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A client that keeps to no rule: it sends bytes as they are. */
final class RawHttp {
  private static final int PATIENCE_MS = 20_000;
  private static final int MOST_HEAD = 1 << 20;

  /** Two ends of lines, as the four bytes of a number. */
  private static final int END_OF_HEAD = 0x0D0A0D0A;

  private final int port;

  RawHttp(DaemonProcess daemon) {
    this.port = URI.create(daemon.address()).getPort();
  }

  /**
   * @param status 0 when the socket was closed without an answer
   */
  record Answer(int status, Map<String, String> headers, String body) {
    static final Answer CLOSED = new Answer(0, Map.of(), "");

    String header(String name) {
      return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }
  }

  Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MS);
    socket.setTcpNoDelay(true);
    return socket;
  }

  Answer send(String request) throws IOException {
    return send(request.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends, and reads one answer; a hang is an error. */
  Answer send(byte[]... parts) throws IOException {
    try (Socket socket = connect()) {
      try {
        OutputStream out = socket.getOutputStream();
        for (byte[] part : parts) {
          out.write(part);
        }
        out.flush();
      } catch (IOException e) {
        // The daemon has seen enough and closed; it may have said why.
      }
      // Nothing follows the answer, so that more than its head may be read at once.
      return answer(new BufferedInputStream(socket.getInputStream()));
    }
  }

  /** The next answer, and nothing of what follows it. */
  Answer read(Socket socket) throws IOException {
    return answer(socket.getInputStream());
  }

  private static Answer answer(InputStream in) throws IOException {
    try {
      return read(in);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the daemon neither answered nor closed the connection", e);
    } catch (IOException e) {
      return Answer.CLOSED;
    }
  }

  private static Answer read(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int last = 0;
    while (last != END_OF_HEAD) {
      int b = in.read();
      if (b < 0 || head.size() > MOST_HEAD) {
        return Answer.CLOSED;
      }
      head.write(b);
      last = last << Byte.SIZE | b;
    }
    List<String> lines = head.toString(StandardCharsets.ISO_8859_1).strip().lines().toList();
    if (!lines.getFirst().startsWith("HTTP/1.")) {
      return Answer.CLOSED;
    }
    Map<String, String> headers = new HashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int status = Integer.parseInt(lines.getFirst().substring(9, 12));
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    return new Answer(status, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
  }
}
