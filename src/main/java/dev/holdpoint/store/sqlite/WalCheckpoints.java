package dev.holdpoint.store.sqlite;

import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.store.sql.Statements.Bind;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Moves what the WAL holds into the database file, on a thread and a connection of its own, while
 * the writer goes on. SQLite would do it inside a commit, and that commit would wait for thousands
 * of pages. But a WAL that is always being written to is never moved completely, and only then does
 * it begin again from its start; so when it has grown long, the writer is held up for the little
 * that is left.
 */
final class WalCheckpoints implements AutoCloseable {
  /** Pages in the WAL that are worth moving: about 12 MB. Many of them are the same page again. */
  private static final long WORTH_IT = 3_000;

  /** Pages at which the WAL has to begin again: about 32 MB. */
  private static final long TOO_LONG = 8_000;

  /** Commits, of a few pages to a few hundred. */
  private static final int LOOK_EVERY = 8;

  private final SqliteConnection connection;
  private final Lock writing;
  private final Runnable moved;
  private final Thread thread;
  private int unseen;
  private volatile boolean wanted;
  private volatile boolean shredding;
  private volatile boolean closing;
  private volatile @Nullable StoreBroken broken;

  /** How long a truncation waits for those who read what was there before it. */
  private static final int PATIENCE_MS = 200;

  private static final long AGAIN_NS = 500_000_000;

  private record Wal(boolean busy, long pages, long moved) {}

  /**
   * @param moved called when something was moved into the file
   */
  WalCheckpoints(SqliteConnection connection, Lock writing, Runnable moved) {
    this.connection = connection;
    this.writing = writing;
    this.moved = moved;
    connection.pragma("busy_timeout = " + PATIENCE_MS);
    thread = Thread.ofPlatform().daemon().name("holdpoint-checkpoints").start(this::loop);
  }

  /** Something was committed. A look costs more than a small commit, so not each is worth one. */
  void committed() {
    if (++unseen >= LOOK_EVERY) {
      unseen = 0;
      wanted = true;
      LockSupport.unpark(thread);
    }
  }

  /**
   * Empties the WAL, which holds the pages as they were before something was destroyed. Somebody
   * who has been reading since then keeps it from that; then it is tried again until it is done.
   *
   * @param writer the caller's own connection, between two transactions
   */
  void shredded(SqliteConnection writer) {
    try {
      writer.pragma("busy_timeout = " + PATIENCE_MS);
      shredding = checkpoint(writer, "TRUNCATE").busy;
      writer.pragma("busy_timeout = " + SqliteFile.BUSY_TIMEOUT_MS);
    } catch (StoreBroken e) {
      broken = e;
    } catch (StoreFailure _) {
      shredding = true;
    }
    if (shredding) {
      LockSupport.unpark(thread);
    }
  }

  /** Why nothing may be written any more, if so. */
  @Nullable StoreBroken broken() {
    return broken;
  }

  private void loop() {
    while (!closing) {
      if (!wanted && !shredding) {
        LockSupport.park(this);
        continue;
      }
      wanted = false;
      try {
        if (shredding) {
          truncate();
        }
        move();
      } catch (StoreBroken e) {
        broken = e;
        return;
      } catch (StoreFailure _) {
        // No room, or a person holds the file locked: the WAL keeps everything until next time.
      }
      if (shredding && !closing) {
        LockSupport.parkNanos(this, AGAIN_NS);
      }
    }
  }

  private void truncate() {
    writing.lock();
    try {
      shredding = checkpoint(connection, "TRUNCATE").busy;
    } finally {
      writing.unlock();
    }
    moved.run();
  }

  private void move() {
    Wal wal = checkpoint(connection, "NOOP");
    if (wal.pages - wal.moved < WORTH_IT) {
      return;
    }
    wal = checkpoint(connection, "PASSIVE");
    moved.run();
    if (wal.pages >= TOO_LONG) {
      writing.lock();
      try {
        checkpoint(connection, "PASSIVE");
      } finally {
        writing.unlock();
      }
    }
  }

  private static Wal checkpoint(SqliteConnection by, String how) {
    return by.sql
        .list(
            "PRAGMA wal_checkpoint(" + how + ")",
            Bind.NOTHING,
            row -> new Wal(row.getLong(1) != 0, row.getLong(2), row.getLong(3)))
        .getFirst();
  }

  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    connection.close();
  }
}
