package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A client that sends exactly the bytes it is told to. */
public final class Wire implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  public record Response(int status, Map<String, String> headers, String body) {
    public @Nullable String header(String name) {
      return headers.get(name.toLowerCase(Locale.ROOT));
    }
  }

  Wire(int port) {
    this(port, 0);
  }

  /** A small receive buffer makes a reader slow sooner. */
  public Wire(int port, int receiveBuffer) {
    this.socket = new Socket();
    try {
      if (receiveBuffer > 0) {
        socket.setReceiveBufferSize(receiveBuffer);
      }
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
      socket.setSoTimeout(20_000);
      in = new BufferedInputStream(socket.getInputStream());
      out = socket.getOutputStream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Over a connection that is open, an encrypted one for example. */
  Wire(Socket socket) {
    this.socket = socket;
    try {
      socket.setSoTimeout(20_000);
      in = new BufferedInputStream(socket.getInputStream());
      out = socket.getOutputStream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One request with a Host header; further header lines and a body may follow the first line. */
  public Response call(String requestLine, String... headerLines) {
    send(requestLine + " HTTP/1.1\r\nHost: localhost\r\n");
    for (String line : headerLines) {
      send(line + "\r\n");
    }
    send("\r\n");
    return read(requestLine.startsWith("HEAD "));
  }

  public Response post(String path, String body, String... headerLines) {
    send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n");
    for (String line : headerLines) {
      send(line + "\r\n");
    }
    send("Content-Length: " + body.getBytes(UTF_8).length + "\r\n\r\n" + body);
    return read();
  }

  public void send(String text) {
    send(text.getBytes(UTF_8));
  }

  public void send(byte[] bytes) {
    try {
      out.write(bytes);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Response read() {
    return read(false);
  }

  private Response read(boolean head) {
    var response = readHead();
    if (head || response.status() == 204) {
      return response;
    }
    if (response.header("transfer-encoding") != null) {
      var body = new StringBuilder();
      for (String chunk = readChunk(); chunk != null; chunk = readChunk()) {
        body.append(chunk);
      }
      return new Response(response.status(), response.headers(), body.toString());
    }
    String length = response.header("content-length");
    byte[] body = bytes(length == null ? 0 : Integer.parseInt(length));
    return new Response(response.status(), response.headers(), new String(body, UTF_8));
  }

  public Response readHead() {
    String status = line();
    if (!status.startsWith("HTTP/1.1 ")) {
      throw new IllegalStateException("not a status line: " + status);
    }
    var headers = new TreeMap<String, String>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return new Response(Integer.parseInt(status.substring(9, 12)), headers, "");
  }

  /** One chunk of a chunked body, null after the last. */
  public @Nullable String readChunk() {
    // The server sends the end of a chunk together with the next one.
    String first = line();
    int size = Integer.parseInt(first.isEmpty() ? line() : first, 16);
    if (size > 0) {
      return new String(bytes(size), UTF_8);
    }
    line();
    return null;
  }

  /** Whether the server has closed its side; blocks until it says something or does. */
  public boolean isClosed() {
    try {
      return in.read() < 0;
    } catch (SocketException e) {
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

  private byte[] bytes(int count) {
    try {
      return in.readNBytes(count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String line() {
    try {
      var line = new ByteArrayOutputStream();
      for (int b = in.read(); b != '\n'; b = in.read()) {
        if (b < 0) {
          throw new IllegalStateException("closed after: " + line.toString(ISO_8859_1));
        }
        line.write(b);
      }
      return line.toString(ISO_8859_1).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
