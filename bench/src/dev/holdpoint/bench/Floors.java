package dev.holdpoint.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;

/**
 * What the machine does with nothing of ours in the way: the disk, the database, and HTTP without
 * work behind it. A figure means something only as a share of these.
 */
record Floors(
    Figures.Figure bareHttp,
    Figures.Figure bareHttpMillis,
    Figures.Figure bareHttpCpu,
    Figures.Figure inserts,
    Figures.Figure insertMillis,
    Figures.Figure batchedInserts) {
  private static final long EACH_NANOS = 3_000_000_000L;
  private static final int BLOCK = 4096;
  private static final int BATCH = 64;
  private static final int SPACED_REQUESTS = 60;
  private static final String DOC = "x".repeat(1024);

  static Floors measure(Figures figures, Place place, Daemon daemon, Options options)
      throws IOException, SQLException, InterruptedException {
    disk(figures, options.folder());
    Latencies single = new Latencies();
    double batched;
    try (Connection connection = place.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE bench_floor (key BIGINT PRIMARY KEY, doc TEXT NOT NULL)");
      try {
        connection.setAutoCommit(false);
        single = inserts(connection, 1, 0);
        batched = inserts(connection, BATCH, 1_000_000_000).count() * BATCH / (EACH_NANOS / 1e9);
      } finally {
        connection.setAutoCommit(true);
        statement.execute("DROP TABLE bench_floor");
      }
    }
    var inserts = figures.add("one-row transactions", single.count() / (EACH_NANOS / 1e9), "/s");
    var insertMillis = figures.add("one-row transaction p50", single.millis(0.5), "ms");
    var batches = figures.add("rows in transactions of " + BATCH, batched, "/s");
    http(daemon, options.clients());
    double cpu = daemon.cpuSeconds();
    Load.Outcome bare = http(daemon, options.clients());
    double spent = daemon.cpuSeconds() - cpu;
    var bareHttp =
        figures.add("GET /healthz, " + options.clients() + " clients", bare.perSecond(), "/s");
    var bareMillis = figures.add("GET /healthz, 20/s, p50", spaced(daemon).millis(0.5), "ms");
    var bareCpu = figures.add("daemon CPU a healthz", spent / bare.count() * 1e6, "µs");
    return new Floors(bareHttp, bareMillis, bareCpu, inserts, insertMillis, batches);
  }

  private static void disk(Figures figures, Path folder) throws IOException {
    Path file = Files.createTempFile(folder, "floor-", ".bin");
    Latencies latencies = new Latencies();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
      long end = System.nanoTime() + EACH_NANOS;
      for (long now = System.nanoTime(); now < end; ) {
        channel.write(block.clear());
        channel.force(false);
        long done = System.nanoTime();
        latencies.add(done - now);
        now = done;
      }
    } finally {
      Files.delete(file);
    }
    figures.add("fdatasync of 4 KiB appends", latencies.count() / (EACH_NANOS / 1e9), "/s");
    figures.add("fdatasync p50", latencies.millis(0.5), "ms");
  }

  private static Latencies inserts(Connection connection, int batch, long firstKey)
      throws SQLException {
    Latencies latencies = new Latencies();
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO bench_floor (key, doc) VALUES (?, ?)")) {
      long key = firstKey;
      long end = System.nanoTime() + EACH_NANOS;
      for (long now = System.nanoTime(); now < end; ) {
        for (int i = 0; i < batch; i++) {
          insert.setLong(1, key++);
          insert.setString(2, DOC);
          insert.addBatch();
        }
        insert.executeBatch();
        connection.commit();
        long done = System.nanoTime();
        latencies.add(done - now);
        now = done;
      }
    }
    return latencies;
  }

  private static Load.Outcome http(Daemon daemon, int clients) throws IOException {
    byte[] request = daemon.requests().get("/healthz");
    long end = System.nanoTime() + EACH_NANOS;
    Iterator<byte[]> requests =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return System.nanoTime() < end;
          }

          @Override
          public byte[] next() {
            return request;
          }
        };
    try (Load load = new Load(daemon.port(), clients)) {
      return load.run(requests, 200);
    }
  }

  private static Latencies spaced(Daemon daemon) throws IOException, InterruptedException {
    Latencies latencies = new Latencies();
    byte[] request = daemon.requests().get("/healthz");
    try (HttpConnection connection = new HttpConnection(daemon.port())) {
      for (int i = 0; i < SPACED_REQUESTS; i++) {
        long sent = System.nanoTime();
        latencies.add(connection.send(request).atNanos() - sent);
        Thread.sleep(50);
      }
    }
    return latencies;
  }
}
