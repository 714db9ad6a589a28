package dev.holdpoint.store.postgres;

import dev.holdpoint.engine.port.StoreBroken;
import dev.holdpoint.engine.port.StoreFailure;
import dev.holdpoint.store.sql.Dialect;
import dev.holdpoint.store.sql.Statements;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one connection that writes, holding the lock that keeps a second daemon away. */
final class WriterLink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WriterLink.class);

  /** "Holdpnt" and a number. Advisory locks are per database, so no name goes into them. */
  private static final long DAEMON_LOCK = 0x486f6c64706e7401L;

  private static final long ORDER_LOCK = 0x486f6c64706e7402L;

  private final Connection connection;
  private final Dialect dialect;
  private final Backend backend;
  final Statements sql;
  final Tables tables;

  /** The server's process at the other end. */
  private record Backend(int pid, String startedAt) {}

  private WriterLink(Connection connection, Dialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
    sql = new Statements(connection, dialect);
    tables = new Tables(sql);
    backend = backend();
  }

  /**
   * Connects and takes the lock.
   *
   * @param before the link that was lost, if this one replaces it
   */
  static WriterLink open(PostgresUrl url, Dialect dialect, @Nullable WriterLink before) {
    WriterLink link;
    try {
      link = new WriterLink(url.dataSource().getConnection(), dialect);
    } catch (SQLException e) {
      throw new StoreFailure("cannot connect to " + url + ": " + e.getMessage(), e);
    }
    try {
      link.configure();
      if (before != null) {
        link.end(before.backend);
      }
      link.lock(url, before != null);
      link.connection.setAutoCommit(false);
      return link;
    } catch (SQLException e) {
      link.close();
      throw dialect.failure(e);
    } catch (RuntimeException e) {
      link.close();
      throw e;
    }
  }

  private void configure() {
    if (!show("server_encoding").equals("UTF8")) {
      throw new StoreFailure("the database's encoding must be UTF8: make it with ENCODING 'UTF8'");
    }
    // Stronger settings than "on" are the operator's choice and stay.
    if (show("synchronous_commit").equals("off")) {
      set("synchronous_commit", "on");
    }
    if (show("synchronous_commit").equals("off")) {
      throw new StoreFailure(
          "synchronous_commit is off and cannot be switched on: commits would not survive a crash");
    }
    if (show("fsync").equals("off")) {
      LOG.warn("PostgreSQL runs with fsync=off: a power cut there loses what was committed");
    }
    set("lock_timeout", "5s");
    set("idle_in_transaction_session_timeout", "60s");
  }

  String show(String setting) {
    return sql.list("SHOW " + setting, Bind.NOTHING, row -> row.getString(1)).getFirst();
  }

  private void set(String setting, String value) {
    sql.list(
        "SELECT set_config(?, ?, false)",
        row -> {
          row.setString(1, setting);
          row.setString(2, value);
        },
        row -> row.getString(1));
  }

  private Backend backend() {
    return sql.list(
            """
            SELECT pid, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()""",
            Bind.NOTHING,
            row -> new Backend(row.getInt(1), row.getString(2)))
        .getFirst();
  }

  /**
   * Our side of the lost link is gone; the server's may not know yet, hold the lock, and even be
   * busy with our last commit. Ended, and its lock ours, that commit has happened or never will.
   */
  private void end(Backend lost) {
    sql.list(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid = ? AND backend_start::text = ?""",
        row -> {
          row.setInt(1, lost.pid);
          row.setString(2, lost.startedAt);
        },
        row -> row.getBoolean(1));
  }

  /** Waits a little: a daemon that was killed a moment ago may still be on the server's books. */
  private void lock(PostgresUrl url, boolean again) {
    try {
      sql.list("SELECT pg_advisory_lock(?)", Bind.number(DAEMON_LOCK), row -> "");
    } catch (StoreFailure e) {
      if (!(e.getCause() instanceof SQLException cause)
          || !PostgresDialect.LOCK_NOT_AVAILABLE.equals(cause.getSQLState())) {
        throw e;
      }
      String message = "another daemon uses the database " + url;
      throw again
          ? new StoreBroken(message + " since the connection was lost", e)
          : new StoreFailure(message + ": stop it, or give this one a database of its own", e);
    }
  }

  /**
   * A statement of its own and the first of the transaction, so that all that follows sees
   * everything that was committed under the lock before.
   */
  void begin() {
    sql.list("SELECT pg_advisory_xact_lock(?)", Bind.number(ORDER_LOCK), row -> "");
  }

  void commit() {
    try {
      connection.commit();
    } catch (SQLException e) {
      throw dialect.failure(e);
    }
  }

  void rollback() {
    try {
      connection.rollback();
    } catch (SQLException e) {
      throw dialect.failure(e);
    }
  }

  boolean isLost() {
    try {
      return connection.isClosed();
    } catch (SQLException _) {
      return true;
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException _) {
      // It is not ours any more in either case.
    }
  }
}
