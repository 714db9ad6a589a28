package dev.holdpoint.store.postgres;

import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.store.sql.NodeRows.Place;
import dev.holdpoint.store.sql.NodeRows.Seat;
import dev.holdpoint.store.sql.SqlDialect;
import dev.holdpoint.store.sql.Statements;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection of a node that writes. Among all nodes one writes at a time: each transaction
 * begins with a lock that it holds until everybody can see what it has committed.
 */
final class WriterConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WriterConnection.class);

  /**
   * "Holdpnt" and a number. Advisory locks are per database, so no name goes into them. The first
   * was held by programs that had to be alone; whoever shares the ledger holds it together with the
   * others, so that none of those comes in between.
   */
  private static final long DAEMON_LOCK = 0x486f6c64706e7401L;

  static final long ORDER_LOCK = 0x486f6c64706e7402L;
  private static final int WORD = 32;
  private static final Executor HERE = Runnable::run;

  private final Connection connection;
  private final SqlDialect dialect;
  private final Backend backend;
  final Statements sql;
  final Tables tables;
  private ClusterTimeouts patience = ClusterTimeouts.DEFAULT;

  /** The server's process at the other end. */
  private record Backend(int pid, String startedAt) {}

  private WriterConnection(Connection connection, SqlDialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
    sql = new Statements(connection, dialect);
    tables = new Tables(sql);
    backend = backend();
  }

  /**
   * Connects.
   *
   * @param before the link that was lost, if this one replaces it
   */
  static WriterConnection open(
      PostgresUrl url,
      SqlDialect dialect,
      ClusterTimeouts patience,
      @Nullable WriterConnection before) {
    WriterConnection link = connect(url, dialect);
    try {
      link.configure();
      if (before != null) {
        link.end(before.backend);
      }
      link.keepOldProgramsAway(url);
      link.wait(patience);
      // In any other, the look after the lock would not see what the one before has committed.
      link.connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
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

  private static WriterConnection connect(PostgresUrl url, SqlDialect dialect) {
    try {
      Connection connection = url.dataSource().getConnection();
      try {
        return new WriterConnection(connection, dialect);
      } catch (StoreFailure e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw new StoreFailure("cannot connect to " + url + ": " + e.getMessage(), e);
    }
  }

  private void configure() {
    if (!show("server_encoding").equals("UTF8")) {
      throw new StoreFailure(
          "the database's encoding must be UTF8: create it with ENCODING 'UTF8'");
    }
    // Stronger settings than "on" are the operator's choice and stay.
    if (show("synchronous_commit").equals("off")) {
      set("synchronous_commit", "on");
    }
    if (show("synchronous_commit").equals("off")) {
      throw new StoreFailure(
          "synchronous_commit is off and cannot be switched on: commits would not "
              + "survive a crash");
    }
    if (show("fsync").equals("off")) {
      LOG.warn("PostgreSQL runs with fsync=off: a power failure can lose commits");
    }
    if (show("transaction_read_only").equals("on")) {
      throw new StoreFailure("the server is a standby or read-only: use the primary's address");
    }
    sql.list(PlanSettings.ONLY, Bind.NOTHING, row -> "");
  }

  void wait(ClusterTimeouts by) {
    patience = by;
    set("lock_timeout", by.lockMs() + "ms");
    set("idle_in_transaction_session_timeout", by.idleMs() + "ms");
    try {
      connection.setNetworkTimeout(HERE, by.answerMs());
    } catch (SQLException e) {
      throw dialect.failure(e);
    }
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
   * busy with our last commit. Once the lock is ours, that commit has happened or never will. One
   * that waits for a standby is not ended: that would let everybody see what no standby has.
   */
  private void end(Backend lost) {
    sql.list(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid = ? AND backend_start::text = ? AND wait_event IS DISTINCT FROM 'SyncRep'""",
        row -> {
          row.setInt(1, lost.pid);
          row.setString(2, lost.startedAt);
        },
        row -> row.getBoolean(1));
  }

  /** Waits a little: one that was killed a moment ago may still be on the server's books. */
  private void keepOldProgramsAway(PostgresUrl url) {
    set("lock_timeout", "5s");
    try {
      sql.list("SELECT pg_advisory_lock_shared(?)", Bind.number(DAEMON_LOCK), row -> "");
    } catch (StoreFailure e) {
      throw isOutOfPatience(e)
          ? new StoreFailure(
              "a daemon of an older version, which cannot share the database, is using "
                  + url
                  + ": stop it first",
              e)
          : e;
    }
  }

  /**
   * @param seat of the node that is about to write
   */
  Place begin(Seat seat) {
    try {
      return tables.nodes.place(ORDER_LOCK, seat);
    } catch (StoreFailure e) {
      if (!isOutOfPatience(e) || isLost()) {
        throw e;
      }
      rollback();
      endWhoeverIsStuck();
      return tables.nodes.place(ORDER_LOCK, seat);
    }
  }

  private static boolean isOutOfPatience(StoreFailure failure) {
    return failure.getCause() instanceof SQLException cause
        && PostgresDialect.LOCK_NOT_AVAILABLE.equals(cause.getSQLState());
  }

  /**
   * The server ends a transaction whose client says nothing, but not one whose client does not
   * listen, or has stopped in the middle of what it had to say. Whoever waits for a disk or a
   * standby, or is merely slow, is left alone.
   */
  private void endWhoeverIsStuck() {
    int ended =
        sql.list(
                """
                SELECT pg_terminate_backend(a.pid) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
                WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
                  AND l.classid::bigint = ? AND l.objid::bigint = ?
                  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
                  AND a.wait_event_type = 'Client'
                  AND a.state_change < clock_timestamp() - ? * interval '1 millisecond'""",
                row -> {
                  row.setLong(1, ORDER_LOCK >>> WORD);
                  row.setLong(2, ORDER_LOCK & 0xFFFFFFFFL);
                  row.setLong(3, patience.idleMs());
                },
                row -> row.getBoolean(1))
            .size();
    commit();
    if (ended > 0) {
      LOG.warn("a node stopped during a write; its transaction was ended");
    }
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
