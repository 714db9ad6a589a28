package dev.holdpoint.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Counts how often nodes call each other, as one that listens beside them. */
final class Calls implements AutoCloseable {
  private static final String CHANNEL = "holdpoint";

  private final Connection connection;

  Calls(Place place) throws SQLException {
    connection = place.connect();
    try (Statement statement = connection.createStatement()) {
      statement.execute("LISTEN " + CHANNEL);
    }
  }

  /** Since the last time. */
  int count() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      // The server sends what has gathered along with an answer.
      statement.execute("SELECT 1");
    }
    PGNotification[] heard = connection.unwrap(PGConnection.class).getNotifications();
    return heard == null ? 0 : heard.length;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
