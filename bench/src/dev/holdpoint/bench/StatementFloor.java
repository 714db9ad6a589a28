package dev.holdpoint.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What PostgreSQL does with nothing of ours in the way: clients that each change one row by its
 * key, a statement a transaction, over connections that are kept.
 */
final class StatementFloor {
  private static final long NANOS = 4_000_000_000L;
  private static final int ROWS = 10_000;
  private static final String DOC = "x".repeat(1024);

  private StatementFloor() {}

  private static final String UPDATE = "UPDATE bench_floor SET doc = ? WHERE key = ?";

  /** Transactions a second. */
  static double perSecond(Place place, int clients) throws SQLException, InterruptedException {
    return perSecond(place, clients, UPDATE);
  }

  /** The same with a call to whoever listens in each of them. */
  static double withCalls(Place place, int clients) throws SQLException, InterruptedException {
    try (Connection listener = place.connect();
        Statement statement = listener.createStatement()) {
      statement.execute("LISTEN bench_floor");
      return perSecond(place, clients, UPDATE + "; NOTIFY bench_floor");
    }
  }

  private static double perSecond(Place place, int clients, String sql)
      throws SQLException, InterruptedException {
    try (Connection connection = place.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE bench_floor (key BIGINT PRIMARY KEY, doc TEXT NOT NULL)");
      try {
        statement.execute(
            "INSERT INTO bench_floor SELECT key, repeat('x', 1024) FROM generate_series(1, %d) key"
                .formatted(ROWS));
        return together(place, clients, sql) / (NANOS / 1e9);
      } finally {
        statement.execute("DROP TABLE bench_floor");
      }
    }
  }

  private static long together(Place place, int clients, String sql) throws InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      long end = System.nanoTime() + NANOS;
      List<Future<Long>> counts = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        int own = i;
        counts.add(threads.submit(() -> one(place, own, clients, sql, end)));
      }
      long sum = 0;
      for (Future<Long> count : counts) {
        sum += count.get();
      }
      return sum;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /** No two change the same row. */
  private static long one(Place place, int own, int clients, String sql, long end)
      throws SQLException {
    try (Connection connection = place.connect();
        PreparedStatement update = connection.prepareStatement(sql)) {
      long count = 0;
      while (System.nanoTime() < end) {
        update.setString(1, DOC);
        update.setLong(2, count % (ROWS / clients) * clients + own + 1);
        if (update.executeUpdate() != 1) {
          throw new IllegalStateException("there was no row to change");
        }
        count++;
      }
      return count;
    }
  }
}
