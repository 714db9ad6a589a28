package dev.holdpoint.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Kills a node in the middle of its work, and waits until others are at it. */
final class TakeOverPart {
  private static final int RUNS = 20;
  private static final long LOOK_EVERY_MS = 10;
  private static final long PATIENCE_NANOS = 90_000_000_000L;

  private final Statement statement;

  private TakeOverPart(Statement statement) {
    this.statement = statement;
  }

  static void measure(Figures figures, Nodes nodes)
      throws IOException, SQLException, InterruptedException {
    try (Connection connection = nodes.place().connect();
        Statement statement = connection.createStatement()) {
      new TakeOverPart(statement).run(figures, nodes);
    }
  }

  private void run(Figures figures, Nodes nodes)
      throws IOException, SQLException, InterruptedException {
    Daemon victim = nodes.last();
    try (HttpConnection connection = new HttpConnection(victim.port())) {
      for (int i = 0; i < RUNS; i++) {
        connection.send(victim.requests().newSession("long-" + i));
        connection.send(victim.requests().longRun("long-" + i));
      }
    }
    await("the long runs are not at work", atWork(""), RUNS);
    long owner = number("SELECT owner FROM runs WHERE runnable = 1 LIMIT 1");
    if (number(atWork(" AND owner = " + owner)) != RUNS) {
      throw new IllegalStateException("the node that was told of the runs did not take them up");
    }
    long killed = System.nanoTime();
    victim.kill();
    String elsewhere = atWork(" AND owner <> " + owner);
    await("nobody takes the runs over", elsewhere, 1);
    double first = (System.nanoTime() - killed) / 1e9;
    await("not all runs were taken over", elsewhere, RUNS);
    double last = (System.nanoTime() - killed) / 1e9;
    figures.add("kill -9 to the first run at work elsewhere", first, "s");
    figures
        .add("kill -9 to the last of " + RUNS + " at work elsewhere", last, "s")
        .against("lease of 10 s", 10);
  }

  private static String atWork(String more) {
    return "SELECT count(*) FROM runs WHERE runnable = 1 AND owner <> 0" + more;
  }

  private void await(String otherwise, String query, long count)
      throws SQLException, InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (number(query) < count) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(otherwise);
      }
      Thread.sleep(LOOK_EVERY_MS);
    }
  }

  private long number(String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }
}
