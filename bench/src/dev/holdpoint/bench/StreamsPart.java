package dev.holdpoint.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Opens many streams of all events, lets them idle, then sends one event to them all. */
final class StreamsPart {
  private static final int SPARE_FILES = 500;

  /** So many the bound is for; fewer would keep it and say nothing. */
  private static final int MANY = 10_000;

  private static final long QUIET_MS = 3_000;
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final List<SocketChannel> channels = new ArrayList<>();
  private final ByteBuffer incoming = ByteBuffer.allocateDirect(256 * 1024);
  private int opened;
  private int reached;

  private StreamsPart() {}

  static void measure(Figures figures, Daemon daemon, Options options)
      throws IOException, InterruptedException {
    int count = (int) Math.min(options.streams(), Proc.fileLimit() - SPARE_FILES);
    new StreamsPart().run(figures, daemon, count);
  }

  private void run(Figures figures, Daemon daemon, int count)
      throws IOException, InterruptedException {
    Progress.say("opening %,d streams", count);
    long heapBefore = daemon.liveHeapBytes();
    long residentBefore = daemon.residentBytes();
    try (Selector selector = Selector.open()) {
      byte[] request = daemon.requests().get("/v1/events/stream");
      for (int i = 0; i < count; i++) {
        SocketChannel channel =
            SocketChannel.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), daemon.port()));
        channels.add(channel);
        channel.write(ByteBuffer.wrap(request));
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
      }
      serve(selector, () -> opened >= count);
      Thread.sleep(QUIET_MS);
      double heap = daemon.liveHeapBytes() - heapBefore;
      double resident = daemon.residentBytes() - residentBefore;
      Progress.say("sending one event to %,d streams", count);
      double millis = fanOut(selector, daemon, count);
      figures.part("%,d idle streams of all events".formatted(count).replace(',', ' '));
      figures.add("heap a stream", heap / count, "B").atMost(10 * 1024);
      figures.add("resident growth a stream", resident / count, "B");
      Figures.Figure last = figures.add("one event to the last of them", millis, "ms");
      if (count >= MANY) {
        last.atMost(150);
      }
    } finally {
      for (SocketChannel channel : channels) {
        channel.close();
      }
    }
  }

  /** A run that is submitted tells of itself; the last stream to hear its first word counts. */
  private double fanOut(Selector selector, Daemon daemon, int count) throws IOException {
    try (HttpConnection connection = new HttpConnection(daemon.port())) {
      connection.send(daemon.requests().newSession("fan-out"));
      long began = System.nanoTime();
      connection.send(daemon.requests().newRun("fan-out"));
      serve(selector, () -> reached >= count);
      return (System.nanoTime() - began) / 1e6;
    }
  }

  private interface Done {
    boolean now();
  }

  private void serve(Selector selector, Done done) throws IOException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!done.now()) {
      selector.select(this::read, 1_000);
      if (System.nanoTime() > end) {
        throw new IllegalStateException("%d streams opened, %d reached".formatted(opened, reached));
      }
    }
  }

  private void read(SelectionKey key) {
    try {
      incoming.clear();
      if (((SocketChannel) key.channel()).read(incoming) < 0) {
        throw new EOFException("the daemon closed a stream");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    incoming.flip();
    byte[] bytes = new byte[Math.min(incoming.remaining(), 4096)];
    incoming.get(bytes);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    if (key.attachment() == null) {
      if (!text.startsWith("HTTP/1.1 200")) {
        throw new IllegalStateException("a stream was refused: " + text);
      }
      key.attach("open");
      opened++;
    } else if (key.attachment().equals("open") && text.contains("event: run_event")) {
      key.attach("reached");
      reached++;
    }
  }
}
