package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/** Thousands of open streams, read by the thread that waits for something to come on them. */
final class Crowd implements AutoCloseable {
  private static final long PATIENCE_MS = 60_000;

  private final Selector selector = Selector.open();
  private final List<SocketChannel> sockets = new ArrayList<>();
  private final List<ByteArrayOutputStream> heard = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);

  Crowd(DaemonProcess daemon, int size, IntFunction<String> path) throws IOException {
    var address =
        new InetSocketAddress(
            InetAddress.getLoopbackAddress(), URI.create(daemon.address()).getPort());
    String token = daemon.adminToken();
    for (int i = 0; i < size; i++) {
      SocketChannel socket = SocketChannel.open(address);
      sockets.add(socket);
      heard.add(new ByteArrayOutputStream());
      String request =
          "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n"
              .formatted(path.apply(i), token);
      socket.write(ByteBuffer.wrap(request.getBytes(US_ASCII)));
      socket.configureBlocking(false);
      socket.register(selector, SelectionKey.OP_READ, i);
    }
  }

  /** Reads whatever comes, and tells on which stream, until it is enough. */
  void read(IntConsumer onNews, BooleanSupplier enough) throws IOException {
    long end = System.nanoTime() + PATIENCE_MS * 1_000_000;
    while (!enough.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("what was waited for did not come");
      }
      selector.select(key -> take((int) key.attachment(), onNews), PATIENCE_MS);
    }
  }

  private void take(int i, IntConsumer onNews) {
    try {
      buffer.clear();
      if (sockets.get(i).read(buffer) < 0) {
        throw new AssertionError("stream " + i + " ended after: " + heard(i));
      }
      heard.get(i).write(buffer.array(), 0, buffer.position());
      onNews.accept(i);
    } catch (IOException e) {
      throw new AssertionError("stream " + i + " broke after: " + heard(i), e);
    }
  }

  String heard(int i) {
    return heard.get(i).toString(UTF_8);
  }

  @Override
  public void close() throws IOException {
    for (SocketChannel socket : sockets) {
      socket.close();
    }
    selector.close();
  }
}
