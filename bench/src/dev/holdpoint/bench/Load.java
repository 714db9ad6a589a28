package dev.holdpoint.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * Many clients, each of which sends its next request when the last one was answered. One thread and
 * one selector serve them all: a thread a client would cost more than many of the answers do.
 */
final class Load implements AutoCloseable {
  private static final long PATIENCE_MS = 60_000;

  private final Selector selector;
  private final List<Client> clients = new ArrayList<>();
  private final ByteBuffer incoming = ByteBuffer.allocateDirect(64 * 1024);
  private Iterator<byte[]> requests = List.<byte[]>of().iterator();
  private Latencies latencies = new Latencies();
  private int expected;
  private int busy;

  /**
   * @param seconds from the first request to the last answer
   * @param driverCpuSeconds what sending them cost this process
   */
  record Outcome(int count, double seconds, Latencies latencies, double driverCpuSeconds) {
    double perSecond() {
      return count / seconds;
    }
  }

  Load(int port, int size) throws IOException {
    this(List.of(port), size);
  }

  /** Spreads the clients over several daemons, as a load balancer does. */
  Load(List<Integer> ports, int size) throws IOException {
    selector = Selector.open();
    for (int i = 0; i < size; i++) {
      clients.add(new Client(ports.get(i % ports.size())));
    }
  }

  /** Sends all of these; an answer with another status than this ends the measurement. */
  Outcome run(Iterator<byte[]> all, int status) {
    requests = all;
    expected = status;
    latencies = new Latencies();
    double cpu = Proc.cpuSeconds(ProcessHandle.current().pid());
    long began = System.nanoTime();
    try {
      for (Client client : clients) {
        client.next();
      }
      while (busy > 0) {
        if (selector.select(this::serve, PATIENCE_MS) == 0) {
          throw new IllegalStateException(busy + " requests were not answered");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    double spent = Proc.cpuSeconds(ProcessHandle.current().pid()) - cpu;
    return new Outcome(latencies.count(), seconds, latencies, spent);
  }

  private void serve(SelectionKey key) {
    try {
      ((Client) key.attachment()).receive();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Client {
    private final SocketChannel channel;
    private byte[] answer = new byte[8 * 1024];
    private int length;
    private long sentAt;

    Client(int port) throws IOException {
      channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ, this);
    }

    /** Counts itself busy while it has something to wait for. */
    void next() throws IOException {
      if (!requests.hasNext()) {
        return;
      }
      busy++;
      ByteBuffer request = ByteBuffer.wrap(requests.next());
      length = 0;
      sentAt = System.nanoTime();
      while (request.hasRemaining()) {
        channel.write(request);
      }
    }

    void receive() throws IOException {
      incoming.clear();
      int more = channel.read(incoming);
      if (more < 0) {
        throw new EOFException("the daemon hung up");
      }
      if (length + more > answer.length) {
        answer = Arrays.copyOf(answer, Math.max(2 * answer.length, length + more));
      }
      incoming.flip().get(answer, length, more);
      length += more;
      int end = Response.end(answer, length);
      if (end < 0) {
        return;
      }
      latencies.add(System.nanoTime() - sentAt);
      if (Response.status(answer) != expected) {
        throw new IllegalStateException(new String(answer, 0, end, StandardCharsets.UTF_8));
      }
      busy--;
      next();
    }
  }

  @Override
  public void close() throws IOException {
    for (Client client : clients) {
      client.channel.close();
    }
    selector.close();
  }
}
