package dev.holdpoint.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/** One reader of the stream of all events, on a thread of its own. */
final class EventStream implements AutoCloseable {
  private final Socket socket;
  private final BiConsumer<String, Long> frames;

  /**
   * @param frames is given each frame as it stands on the wire and the moment it was read
   */
  EventStream(Daemon daemon, BiConsumer<String, Long> frames) throws IOException {
    this.frames = frames;
    socket = new Socket(InetAddress.getLoopbackAddress(), daemon.port());
    socket.setTcpNoDelay(true);
    socket.getOutputStream().write(daemon.requests().get("/v1/events/stream"));
    InputStream in = socket.getInputStream();
    // The first bytes mean that the daemon has registered the stream.
    int first = in.read();
    if (first != 'H') {
      throw new IOException("the daemon opens no stream");
    }
    Thread.ofPlatform().name("event-stream").daemon().start(() -> read(in));
  }

  private void read(InputStream in) {
    byte[] chunk = new byte[256 * 1024];
    StringBuilder text = new StringBuilder();
    try {
      for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
        long now = System.nanoTime();
        text.append(new String(chunk, 0, length, StandardCharsets.ISO_8859_1));
        int from = 0;
        for (int end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n", from)) {
          frames.accept(text.substring(from, end), now);
          from = end + 2;
        }
        text.delete(0, from);
      }
    } catch (IOException e) {
      // Closed by us, or with the daemon: there is nothing more to read.
      return;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
