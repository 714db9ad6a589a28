package dev.holdpoint.store.postgres;

import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.store.sql.NodeRows;
import dev.holdpoint.store.sql.SqlDialect;
import dev.holdpoint.store.sql.Statements;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A connection for what nodes tell each other besides their transactions. Each question is a
 * transaction of its own that may be lost with the server: nobody is told yes for it, so it does
 * not wait for the disk.
 */
final class SideConnection implements AutoCloseable {
  private static final Executor HERE = Runnable::run;

  private final PostgresUrl url;
  private final SqlDialect dialect;
  private final ReentrantLock turn = new ReentrantLock();
  private @Nullable Link link;
  private boolean closed;
  private ClusterTimeouts patience = ClusterTimeouts.DEFAULT;

  private record Link(Connection connection, NodeRows nodes) {}

  SideConnection(PostgresUrl url, SqlDialect dialect) {
    this.url = url;
    this.dialect = dialect;
  }

  /** How long it waits from now on. */
  void wait(ClusterTimeouts by) {
    turn.lock();
    try {
      patience = by;
      drop();
    } finally {
      turn.unlock();
    }
  }

  /** Asked again on a new connection when the old one turns out to be lost. */
  <T> T ask(Function<NodeRows, T> question) {
    turn.lock();
    try {
      Link old = link;
      if (old != null) {
        try {
          return question.apply(old.nodes);
        } catch (StoreFailure e) {
          drop();
          if (!PostgresDialect.isLostConnection(e)) {
            throw e;
          }
        }
      }
      Link fresh = open();
      link = fresh;
      try {
        return question.apply(fresh.nodes);
      } catch (StoreFailure e) {
        drop();
        throw e;
      }
    } finally {
      turn.unlock();
    }
  }

  private Link open() {
    if (closed) {
      throw new StoreFailure("the daemon is stopping");
    }
    PGSimpleDataSource source = url.dataSource();
    source.setConnectTimeout(patience.connectSeconds());
    source.setSocketTimeout((int) Math.ceilDiv(patience.sideMs(), 1_000L));
    try {
      Connection connection = source.getConnection();
      try {
        connection.setNetworkTimeout(HERE, patience.sideMs());
        Statements sql = new Statements(connection, dialect);
        sql.list(
            "SELECT set_config('synchronous_commit', 'off', false)",
            Bind.NOTHING,
            row -> row.getString(1));
        sql.list(PlanSettings.ONLY, Bind.NOTHING, row -> "");
        return new Link(connection, new Tables(sql).nodes);
      } catch (StoreFailure e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw new StoreFailure("the database cannot be reached: " + e.getMessage(), e);
    }
  }

  private void drop() {
    Link old = link;
    link = null;
    if (old != null) {
      try {
        old.connection.close();
      } catch (SQLException _) {
        // It is not ours any more in either case.
      }
    }
  }

  @Override
  public void close() {
    turn.lock();
    try {
      closed = true;
      drop();
    } finally {
      turn.unlock();
    }
  }
}
