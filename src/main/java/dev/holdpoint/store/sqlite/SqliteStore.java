package dev.holdpoint.store.sqlite;

import dev.holdpoint.core.event.EventGaps.Leap;
import dev.holdpoint.core.event.Loss;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.port.store.Writes.Marks;
import dev.holdpoint.store.files.HeadFile.Place;
import dev.holdpoint.store.sql.Migrations;
import dev.holdpoint.store.sql.OneRead;
import dev.holdpoint.store.sql.Schema;
import dev.holdpoint.store.sql.SqlDialect;
import dev.holdpoint.store.sql.SqlTransaction;
import dev.holdpoint.store.sql.Tables.Forgotten;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A ledger in one file: one connection writes, a few others read what it has committed. */
public final class SqliteStore implements Store {
  /** The folder of a data folder that keeps SQLite's own code; any start can make it anew. */
  public static final String NATIVE = SqliteLibrary.FOLDER;

  private static final int READERS = 3;

  /** The clock may have been a little ahead when the last key was given. */
  private static final long KEYS_AHEAD_MS = 1_000;

  private final SqliteConnection writer;
  private final SqlDialect dialect;
  private final List<SqliteConnection> readers = new ArrayList<>();
  private final BlockingQueue<SqliteConnection> idle = new ArrayBlockingQueue<>(READERS);
  private final SqliteConnection aside;
  private final ReentrantLock readingAside = new ReentrantLock(true);
  private final ReentrantLock writing = new ReentrantLock(true);
  private final WalCheckpoints checkpoints;
  private final SqliteHead head;
  private final String ledgerId;
  private @Nullable StoreBroken broken;

  private SqliteStore(
      SqliteConnection writer,
      SqliteFile file,
      SqlDialect dialect,
      @Nullable Path path,
      @Nullable Place lost) {
    this.writer = writer;
    this.dialect = dialect;
    ledgerId = writer.tables.ledgerId();
    head = SqliteHead.open(writer, path == null ? null : SqliteHead.fileOf(path), lost);
    for (int i = 0; i < READERS; i++) {
      readers.add(file.reader());
    }
    idle.addAll(readers);
    aside = file.reader();
    checkpoints = new WalCheckpoints(file.checkpointer(), writing, head::sync);
    // What was destroyed right before a crash may still be in the WAL.
    checkpoints.shredded(writer);
  }

  /**
   * Opens the ledger, or makes it.
   *
   * @throws dev.holdpoint.engine.port.failure.LedgerLost when it is not as far as it was
   */
  public static SqliteStore open(Path path) {
    SqliteHead.check(path);
    return openAsItIs(path, null);
  }

  /**
   * Only looks.
   *
   * @throws dev.holdpoint.engine.port.failure.LedgerLost when it is not as far as it was
   */
  public static void check(Path path) {
    SqliteHead.check(path);
  }

  /** Lets the data folder, which is this process's own, keep what SQLite is loaded from. */
  public static void prepare(Path dataFolder) {
    SqliteLibrary.keep(dataFolder);
  }

  private static SqliteStore openAsItIs(Path path, @Nullable Place lost) {
    SqliteFile.create(path);
    return open(path.toString(), path, lost);
  }

  static SqliteStore open(String name) {
    return open(name, null, null);
  }

  private static SqliteStore open(String name, @Nullable Path path, @Nullable Place lost) {
    SqlDialect dialect = new SqliteDialect();
    SqliteFile file = new SqliteFile(name, dialect);
    SqliteConnection writer = file.writer();
    try {
      Schema.ensure(
          writer.sql,
          SqliteDialect.LIST_TABLES,
          () -> Migrations.run(file.forMigration(), "sqlite"));
      return new SqliteStore(writer, file, dialect, path, lost);
    } catch (RuntimeException e) {
      writer.close();
      throw e;
    }
  }

  @Override
  public String kind() {
    return "sqlite";
  }

  @Override
  public int damaged() {
    return dialect.damages().count();
  }

  @Override
  public String ledgerId() {
    return ledgerId;
  }

  @Override
  public Transaction begin() {
    if (writing.isHeldByCurrentThread()) {
      throw new IllegalStateException("the previous transaction is still open");
    }
    writing.lock();
    try {
      StoreBroken known = broken != null ? broken : checkpoints.broken();
      if (known != null) {
        throw known;
      }
      writer.execute("BEGIN IMMEDIATE");
    } catch (RuntimeException e) {
      if (e instanceof StoreBroken cause) {
        broken = cause;
      }
      writing.unlock();
      throw e;
    }
    return new SqlTransaction(writer.tables, new Ending());
  }

  private final class Ending implements SqlTransaction.Ending {
    @Override
    public void wrote(Marks marks) {
      head.advance(marks);
    }

    @Override
    public void commit() {
      writer.execute("COMMIT");
      // Whatever fails from here on must not look as if nothing had been written.
      head.committed();
      checkpoints.committed();
    }

    @Override
    public void shredded() {
      checkpoints.shredded(writer);
    }

    @Override
    public void rollback() {
      head.rolledBack();
      writer.rollback();
    }

    @Override
    public void broken(StoreBroken cause) {
      broken = cause;
    }

    @Override
    public void release() {
      writing.unlock();
    }
  }

  /** All that one query reads is of one moment. */
  @Override
  public <T> T read(Function<Queries, T> query) {
    assert OneRead.begins() : "a read inside a read";
    try {
      return readOnce(query);
    } finally {
      assert OneRead.ends();
    }
  }

  private <T> T readOnce(Function<Queries, T> query) {
    SqliteConnection reader = take();
    try {
      return read(reader, query);
    } finally {
      idle.add(reader);
    }
  }

  @Override
  public <T> T readAside(Function<Queries, T> query) {
    assert OneRead.beginsAside() : "a read inside a read aside";
    readingAside.lock();
    try {
      return read(aside, query);
    } finally {
      readingAside.unlock();
      assert OneRead.endsAside();
    }
  }

  private static <T> T read(SqliteConnection reader, Function<Queries, T> query) {
    reader.execute("BEGIN");
    boolean done = false;
    try {
      T found = query.apply(reader.queries);
      reader.execute("COMMIT");
      done = true;
      return found;
    } finally {
      if (!done) {
        reader.rollback();
      }
    }
  }

  private SqliteConnection take() {
    try {
      return idle.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreFailure("interrupted while waiting to read", e);
    }
  }

  /** For a ledger that was just restored: see {@link Leap}. */
  public Leap leap(long events, long key) {
    try (Transaction transaction = begin()) {
      Leap made = writer.tables.leap(events, key);
      head.advance(new Marks(made.upTo(), key, false, false, false));
      transaction.commit();
      return made;
    }
  }

  /**
   * Lets the ledger in this file go on without the commits that it lacks.
   *
   * @param events how many event ids are passed over, beyond those that were given out
   * @return null, and nothing is changed, when it lacks none
   */
  public static @Nullable Loss acceptLoss(Path path, long events, long nowMs) {
    SqliteHead.Missing missing = SqliteHead.missing(path);
    if (missing == null) {
      return null;
    }
    if (!Files.exists(path)) {
      SqliteHead.check(path);
    }
    try (SqliteStore store = openAsItIs(path, missing.known())) {
      return store.acceptLoss(missing, events, nowMs);
    }
  }

  private Loss acceptLoss(SqliteHead.Missing missing, long events, long nowMs) {
    Loss loss = new Loss(missing.commits(), missing.sinceMs(), missing.known().atMs(), nowMs);
    long given = Math.max(0, missing.known().lastEventId() - writer.queries.lastEventId());
    long key = Math.max(missing.known().lastKey(), Ulid.key(nowMs + KEYS_AHEAD_MS, 0));
    try (Transaction transaction = begin()) {
      Leap leap = writer.tables.leap(given + events, key);
      writer.tables.addLoss(loss);
      head.advance(missing.furthest(), new Marks(leap.upTo(), key, false, false, false));
      transaction.commit();
      return loss;
    }
  }

  @Override
  public int forgetBelow(long key) {
    int count = 0;
    while (true) {
      try (Transaction transaction = begin()) {
        Forgotten forgotten = writer.tables.forgetBelow(key);
        transaction.commit();
        count += forgotten.count();
        if (!forgotten.more()) {
          return count;
        }
      }
    }
  }

  @Override
  public long giveBack() {
    if (checkpoints.broken() != null) {
      return 0;
    }
    return new FreePages(writer, writing, checkpoints::committed).giveBack();
  }

  long pages() {
    return Long.parseLong(writer.pragma("page_count"));
  }

  /** SQLite then answers as it does on a full disk. */
  void limitPages(long pages) {
    writer.pragma("max_page_count = " + pages);
  }

  /** Closing the last connection moves the WAL into the file and removes it. */
  @Override
  public void close() {
    checkpoints.close();
    writing.lock();
    try {
      readers.forEach(SqliteConnection::close);
      aside.close();
      writer.close();
      head.close();
    } finally {
      writing.unlock();
    }
  }
}
