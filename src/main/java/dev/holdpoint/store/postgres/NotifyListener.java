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
 * himself now and then. It has a thread of its own, since a connection may be long in coming and
 * nobody is to look later for that.
 */
final class NotifyListener implements AutoCloseable {
  private static final int CONNECT_SECONDS = 2;
  private static final int ANSWER_SECONDS = 3;
  private static final int LISTEN_MS = 500;
  private static final long PROBE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final PostgresUrl url;
  private final String channel;
  private final String own;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile boolean closed;
  private volatile @Nullable Connection connection;
  private boolean called;
  private boolean begun;
  private long heardAt;

  /**
   * @param own what this node calls with itself
   */
  NotifyListener(PostgresUrl url, String channel, String own) {
    this.url = url;
    this.channel = channel;
    this.own = own;
  }

  /** Until somebody has called, or calls may have been missed; no longer than this. */
  boolean await(long ms) throws InterruptedException {
    lock.lock();
    try {
      begin();
      long left = TimeUnit.MILLISECONDS.toNanos(ms);
      while (!called && !closed && left > 0) {
        left = changed.awaitNanos(left);
      }
      boolean heard = called;
      called = false;
      return heard;
    } finally {
      lock.unlock();
    }
  }

  private void begin() {
    if (!begun && !closed) {
      begun = true;
      Thread.ofPlatform().daemon().name("node-line").start(this::listen);
    }
  }

  private void listen() {
    try {
      while (!closed) {
        try {
          if (hears()) {
            call();
          }
        } catch (SQLException _) {
          drop();
          rest();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      drop();
    }
  }

  /** Whether somebody has called; a connection that is new has missed what was called before. */
  private boolean hears() throws SQLException {
    Connection now = connection;
    if (now == null) {
      open();
      return true;
    }
    PGNotification[] calls = now.unwrap(PGConnection.class).getNotifications(LISTEN_MS);
    if (calls == null || calls.length == 0) {
      probe(now);
      return false;
    }
    heardAt = System.nanoTime();
    return Arrays.stream(calls).anyMatch(call -> !own.equals(call.getParameter()));
  }

  private void call() {
    lock.lock();
    try {
      called = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void open() throws SQLException {
    PGSimpleDataSource source = url.dataSource();
    source.setConnectTimeout(CONNECT_SECONDS);
    source.setSocketTimeout(ANSWER_SECONDS);
    Connection fresh = source.getConnection();
    connection = fresh;
    try (Statement statement = fresh.createStatement()) {
      statement.execute("LISTEN " + channel);
    }
    heardAt = System.nanoTime();
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

  private void rest() throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(LISTEN_MS);
      while (!closed && left > 0) {
        left = changed.awaitNanos(left);
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
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    drop();
  }
}
