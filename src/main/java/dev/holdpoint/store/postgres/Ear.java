package dev.holdpoint.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Hears when another node calls. A call that gets lost costs only time: whoever listens looks by
 * himself now and then.
 */
final class Ear implements AutoCloseable {
  private static final int CONNECT_SECONDS = 2;
  private static final int ANSWER_SECONDS = 3;
  private static final long PROBE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final PostgresUrl url;
  private final String channel;
  private final String own;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition closing = lock.newCondition();
  private volatile boolean closed;
  private volatile @Nullable Connection connection;
  private long heardAt;

  /**
   * @param own what this node calls with itself
   */
  Ear(PostgresUrl url, String channel, String own) {
    this.url = url;
    this.channel = channel;
    this.own = own;
  }

  /** Called by one thread only. */
  boolean await(long ms) throws InterruptedException {
    try {
      Connection now = connection;
      if (now == null) {
        now = open();
        // What was called before is not heard any more.
        return true;
      }
      PGNotification[] calls = now.unwrap(PGConnection.class).getNotifications((int) ms);
      if (calls == null || calls.length == 0) {
        probe(now);
        return false;
      }
      heardAt = System.nanoTime();
      return Arrays.stream(calls).anyMatch(call -> !own.equals(call.getParameter()));
    } catch (SQLException _) {
      drop();
      rest(ms);
      return true;
    }
  }

  private Connection open() throws SQLException {
    PGSimpleDataSource source = url.dataSource();
    source.setConnectTimeout(CONNECT_SECONDS);
    source.setSocketTimeout(ANSWER_SECONDS);
    Connection fresh = source.getConnection();
    try (Statement statement = fresh.createStatement()) {
      statement.execute("LISTEN " + channel);
    }
    connection = fresh;
    heardAt = System.nanoTime();
    if (closed) {
      drop();
    }
    return fresh;
  }

  /** A line that was cut says nothing, like one on which nobody calls. */
  private void probe(Connection now) throws SQLException {
    if (System.nanoTime() - heardAt > PROBE_NANOS) {
      try (Statement statement = now.createStatement()) {
        statement.execute("SELECT 1");
      }
      heardAt = System.nanoTime();
    }
  }

  private void rest(long ms) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(ms);
      while (!closed && left > 0) {
        left = closing.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private void drop() {
    Connection old = connection;
    connection = null;
    if (old != null) {
      try {
        old.close();
      } catch (SQLException _) {
        // It is not ours any more in either case.
      }
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      closing.signalAll();
    } finally {
      lock.unlock();
    }
    drop();
  }
}
