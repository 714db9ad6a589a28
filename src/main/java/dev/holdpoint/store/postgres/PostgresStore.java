package dev.holdpoint.store.postgres;

import dev.holdpoint.core.event.EventGaps.Leap;
import dev.holdpoint.engine.port.Blobs;
import dev.holdpoint.engine.port.failure.CommitInDoubt;
import dev.holdpoint.engine.port.failure.Fenced;
import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.LedgerHead;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.port.store.Writes;
import dev.holdpoint.store.sql.NodeRows;
import dev.holdpoint.store.sql.NodeRows.Place;
import dev.holdpoint.store.sql.NodeRows.Seat;
import dev.holdpoint.store.sql.SqlDialect;
import dev.holdpoint.store.sql.SqlQueries;
import dev.holdpoint.store.sql.SqlTransaction;
import dev.holdpoint.store.sql.Statements;
import dev.holdpoint.store.sql.Tables;
import dev.holdpoint.store.sql.Tables.Forgotten;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in a PostgreSQL database that any number of nodes may share: one connection of each
 * writes, one at a time among all of them, and a pool reads.
 */
public final class PostgresStore implements Store {
  static final String LIST_TABLES =
      "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()";

  private final PostgresUrl url;
  private final SqlDialect dialect;
  private final Readers readers;
  private final ReentrantLock writing = new ReentrantLock(true);
  private final String ledgerId;
  private final PostgresCluster cluster;
  private final SeenCommits seen;
  private WriterConnection writer;
  private @Nullable StoreBroken broken;
  private volatile ClusterTimeouts patience = ClusterTimeouts.DEFAULT;

  /** Of this node, once it has joined. Changes only while nobody else writes. */
  private volatile Seat seat = Seat.NONE;

  private PostgresStore(
      PostgresUrl url, SqlDialect dialect, WriterConnection writer, @Nullable Path folder) {
    this.url = url;
    this.dialect = dialect;
    this.writer = writer;
    LedgerHead head = writer.begin(Seat.NONE).head();
    ledgerId = writer.tables.ledgerId();
    seen = new SeenCommits(ledgerId, head, folder);
    // What was written before there was a head, or since a backup was taken, is behind it too.
    writer.tables.raiseHead();
    writer.commit();
    readers = new Readers(url, dialect);
    cluster = new PostgresCluster(this, url, dialect);
  }

  /** Opens the ledger, or makes it, for one who remembers nothing of it. */
  public static PostgresStore open(String databaseUrl) {
    return open(databaseUrl, null);
  }

  /**
   * Opens the ledger, or makes it.
   *
   * @param folder where the node remembers what it has seen
   * @throws dev.holdpoint.engine.port.failure.LedgerLost when it has seen more
   */
  public static PostgresStore open(String databaseUrl, @Nullable Path folder) {
    PostgresUrl url = PostgresUrl.parse(databaseUrl);
    SqlDialect dialect = new PostgresDialect();
    WriterConnection writer = WriterConnection.open(url, dialect, ClusterTimeouts.DEFAULT, null);
    try {
      Upgrade.ensure(url, dialect);
      return new PostgresStore(url, dialect, writer, folder);
    } catch (RuntimeException e) {
      writer.close();
      throw e;
    }
  }

  @Override
  public String kind() {
    return "postgres";
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
    return begin(true);
  }

  private Transaction begin(boolean asNode) {
    if (writing.isHeldByCurrentThread()) {
      throw new IllegalStateException("the previous transaction is still open");
    }
    writing.lock();
    LedgerHead head;
    try {
      if (broken != null) {
        throw broken;
      }
      Place place = beginOnALivingLink(asNode ? seat : Seat.NONE);
      if (!place.live()) {
        writer.rollback();
        throw new Fenced("the other nodes considered this one gone; its open work is not written");
      }
      head = place.head();
    } catch (RuntimeException e) {
      if (e instanceof StoreBroken cause) {
        broken = cause;
      }
      writing.unlock();
      throw e;
    }
    return new SqlTransaction(writer.tables, new Ending(head));
  }

  /** Nothing of the transaction has happened yet, so a link found dead here is simply replaced. */
  private Place beginOnALivingLink(Seat as) {
    if (!writer.isLost()) {
      try {
        return beginOrRollBack(as);
      } catch (StoreFailure e) {
        if (!writer.isLost()) {
          throw e;
        }
      }
    }
    writer = WriterConnection.open(url, dialect, patience, writer);
    return beginOrRollBack(as);
  }

  private Place beginOrRollBack(Seat as) {
    try {
      return writer.begin(as);
    } catch (StoreFailure e) {
      if (!writer.isLost()) {
        writer.rollback();
      }
      throw e;
    }
  }

  private final class Ending implements SqlTransaction.Ending {
    private final LedgerHead head;
    private @Nullable LedgerHead next;

    private Ending(LedgerHead head) {
      this.head = head;
    }

    @Override
    public LedgerHead head() {
      return head;
    }

    @Override
    public void wrote(Writes.Marks marks) {
      writer.tables.nodes.advance(marks);
      next = head.after(marks);
    }

    @Override
    public void commit() {
      try {
        writer.commit();
        if (next != null) {
          seen.saw(next);
        }
      } catch (StoreFailure e) {
        if (e instanceof StoreBroken || !writer.isLost()) {
          throw e;
        }
        throw new CommitInDoubt(e);
      }
    }

    @Override
    public void rollback() {
      // A link that is lost has taken its transaction with it.
      if (!writer.isLost()) {
        writer.rollback();
      }
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

  /** The pool ends the transaction and closes the statements when the connection comes back. */
  @Override
  public <T> T read(Function<Queries, T> query) {
    return readers.read(
        connection -> query.apply(new SqlQueries(new Tables(new Statements(connection, dialect)))));
  }

  @Override
  public <T> T readAside(Function<Queries, T> query) {
    return readers.readAside(
        connection -> query.apply(new SqlQueries(new Tables(new Statements(connection, dialect)))));
  }

  @Override
  public PostgresCluster cluster() {
    return cluster;
  }

  /**
   * Changes who is there, between the transactions of all nodes.
   *
   * @param asNode whether only one may do it that counts as there
   */
  <T> T amongNodes(boolean asNode, Function<NodeRows, T> change) {
    try (Transaction transaction = begin(asNode)) {
      T result = change.apply(writer.tables.nodes);
      transaction.commit();
      return result;
    }
  }

  Seat seat() {
    return seat;
  }

  /** From the next transaction on. */
  void seat(Seat next, ClusterTimeouts by) {
    writing.lock();
    try {
      seat = next;
      patience = by;
      if (!writer.isLost()) {
        writer.wait(by);
        writer.commit();
      }
    } finally {
      writing.unlock();
    }
  }

  /** Of others' commits too. */
  void saw(LedgerHead head) {
    seen.saw(head);
  }

  /** Stored files, for every node. */
  public Blobs blobs(InstantSource clock, long mostBytes) {
    return new PostgresBlobs(url, dialect, readers, clock, mostBytes);
  }

  /** For a ledger that was just restored: see {@link Leap}. */
  public Leap leap(long events, long key) {
    try (Transaction transaction = begin()) {
      Leap made = writer.tables.leap(events, key);
      // Nodes that have seen what the database does not have go on all the same: see SeenCommits.
      writer.tables.nodes.leap(events);
      transaction.commit();
      return made;
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

  /** As the writer's connection has it. */
  String setting(String name) {
    return writer.show(name);
  }

  @Override
  public void close() {
    writing.lock();
    try {
      cluster.close();
      readers.close();
      writer.close();
      seen.close();
    } finally {
      writing.unlock();
    }
  }
}
