package dev.holdpoint.store.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdpoint.engine.heap.Heap;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.store.sql.OneRead;
import dev.holdpoint.store.sql.SqlDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The connections that read. A reader may wait long for its turn, because the others are merely
 * busy, but not for a server that is not there: whoever has the turn finds that out within a
 * second, and for a moment it holds for all who stand behind.
 */
final class Readers implements AutoCloseable {
  private static final int SIZE = 4;

  /** Where there is room for so many, whole lists are read at once. */
  private static final int ENOUGH_ROWS = 32;

  private static final long CONNECT_MS = 1_000;
  private static final long ALIVE_MS = 500;
  private static final int TCP_CONNECT_SECONDS = 2;
  private static final long TURN_MS = 10_000;
  private static final long HOLDS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final HikariDataSource pool;
  private final SqlDialect dialect;
  private final Semaphore turns = new Semaphore(SIZE, true);
  private final Semaphore turnAside = new Semaphore(1, true);
  private volatile @Nullable Absence absence;

  /** The server could not be reached at this time. */
  private record Absence(long atNanos, StoreFailure why) {}

  Readers(PostgresUrl url, SqlDialect dialect) {
    this.dialect = dialect;
    PGSimpleDataSource source = url.dataSource();
    source.setConnectTimeout(TCP_CONNECT_SECONDS);
    int rows = Heap.ofThisProcess().rows(ENOUGH_ROWS);
    // Else the driver has all of a list in memory before its first row is looked at.
    source.setDefaultRowFetchSize(rows < ENOUGH_ROWS ? rows : 0);
    HikariConfig config = new HikariConfig();
    config.setPoolName("holdpoint-readers");
    config.setDataSource(source);
    config.setMaximumPoolSize(SIZE + 1);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(CONNECT_MS);
    // A daemon that starts has reached the server before: on a busy machine this may take longer.
    config.setInitializationFailTimeout(TURN_MS);
    config.setValidationTimeout(ALIVE_MS);
    config.setAutoCommit(false);
    config.setReadOnly(true);
    config.setConnectionInitSql(PlanSettings.ONLY);
    // Else the transaction of that would stay open, and its reader see what there was then.
    config.setIsolateInternalQueries(true);
    config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
    this.pool = new HikariDataSource(config);
  }

  /**
   * A connection that was lost while it lay in the pool may be found out only by the query, and
   * then so are the others; a query changes nothing, so it is put again.
   */
  <T> T read(Function<Connection, T> query) {
    assert OneRead.begins() : "a read inside a read";
    try {
      return read(turns, query);
    } finally {
      assert OneRead.ends();
    }
  }

  /** With a connection that is left for this, one at a time. */
  <T> T readAside(Function<Connection, T> query) {
    assert OneRead.beginsAside() : "a read inside a read aside";
    try {
      return read(turnAside, query);
    } finally {
      assert OneRead.endsAside();
    }
  }

  private <T> T read(Semaphore turn, Function<Connection, T> query) {
    await(turn);
    try {
      return onALivingConnection(query);
    } finally {
      turn.release();
    }
  }

  private <T> T onALivingConnection(Function<Connection, T> query) {
    try (Connection connection = connect()) {
      return query.apply(connection);
    } catch (StoreFailure e) {
      if (e instanceof Unreachable || !PostgresDialect.isLostConnection(e)) {
        throw e;
      }
      pool.getHikariPoolMXBean().softEvictConnections();
    } catch (SQLException e) {
      throw dialect.failure(e);
    }
    try (Connection connection = connect()) {
      return query.apply(connection);
    } catch (SQLException e) {
      throw dialect.failure(e);
    }
  }

  private static void await(Semaphore turn) {
    try {
      if (!turn.tryAcquire(TURN_MS, TimeUnit.MILLISECONDS)) {
        throw new StoreFailure("all database connections for reading were busy for too long");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreFailure("interrupted while waiting for the database", e);
    }
  }

  private Connection connect() {
    Absence last = absence;
    if (last != null && System.nanoTime() - last.atNanos < HOLDS_NANOS) {
      throw last.why;
    }
    try {
      Connection connection = pool.getConnection();
      absence = null;
      return connection;
    } catch (SQLException e) {
      Unreachable why = new Unreachable(e);
      absence = new Absence(System.nanoTime(), why);
      throw why;
    }
  }

  /** No connection could be had, so asking once more would only take as long again. */
  private static final class Unreachable extends StoreFailure {
    Unreachable(SQLException cause) {
      super("the database cannot be reached: " + cause.getMessage(), cause);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
