package dev.holdpoint.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** A connection of HTTP/2 by prior knowledge on which tests write every byte themselves. */
final class Http2Wire implements AutoCloseable {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GO_AWAY = 7;
  static final int CONTINUATION = 9;
  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;

  static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(UTF_8);

  private final Socket socket;
  private final DataInputStream in;

  Http2Wire(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(20_000);
    in = new DataInputStream(socket.getInputStream());
  }

  static Http2Wire to(TestServer server) throws IOException {
    return new Http2Wire(new Socket(InetAddress.getLoopbackAddress(), server.port()));
  }

  /** The preface, and SETTINGS of nothing. */
  Http2Wire greet() throws IOException {
    send(PREFACE);
    send(frame(SETTINGS, 0, 0, new byte[0]));
    return this;
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  /** What asks for {@code /x} with this method of HPACK's table: 0x82 is GET, 0x83 POST. */
  static byte[] head(int method) {
    var head = new ByteArrayOutputStream();
    head.writeBytes(new byte[] {(byte) method, (byte) 0x86, 0x04, 2, '/', 'x', 0x01, 9});
    head.writeBytes("localhost".getBytes(UTF_8));
    return head.toByteArray();
  }

  static byte[] frame(int type, int flags, int stream, byte[] payload) {
    var frame = new ByteArrayOutputStream();
    frame.writeBytes(new byte[] {0, 0, (byte) payload.length, (byte) type, (byte) flags});
    frame.writeBytes(new byte[] {0, 0, 0, (byte) stream});
    frame.writeBytes(payload);
    return frame.toByteArray();
  }

  /** The payload of the next frame of this type. */
  byte[] next(int type) throws IOException {
    while (true) {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int found = in.readUnsignedByte();
      in.readNBytes(5);
      byte[] payload = in.readNBytes(length);
      if (found == type) {
        return payload;
      }
    }
  }

  /** Whether nothing comes any more: the server has closed the connection. */
  boolean isClosed() {
    try {
      return in.read() < 0;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
