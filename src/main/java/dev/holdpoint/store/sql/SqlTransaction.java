package dev.holdpoint.store.sql;

import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.store.LedgerHead;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.port.store.Writes;
import org.jspecify.annotations.Nullable;

/** The open write transaction. */
public final class SqlTransaction implements Store.Transaction {
  private final Tables tables;
  private final Queries queries;
  private final Ending ending;
  private boolean shreds;
  private boolean committed;
  private boolean closed;

  /** How the database ends a transaction. */
  public interface Ending {
    void commit();

    void rollback();

    /** How far the ledger had come when the transaction began; null where nobody else writes. */
    default @Nullable LedgerHead head() {
      return null;
    }

    /** The last thing before the commit: how far the transaction has brought the ledger. */
    default void wrote(Writes.Marks marks) {}

    /** What was committed destroys something: no file of the database may keep it. */
    default void shredded() {}

    /** There must be no transaction after this one: a later success would mean nothing. */
    void broken(StoreBroken cause);

    /** The transaction is over, one way or the other. */
    void release();
  }

  public SqlTransaction(Tables tables, Ending ending) {
    this.tables = tables;
    this.queries = new SqlQueries(tables);
    this.ending = ending;
  }

  @Override
  public Queries queries() {
    return queries;
  }

  @Override
  public @Nullable LedgerHead head() {
    return ending.head();
  }

  @Override
  public void write(Writes writes) {
    shreds |= !writes.secrets().shredded().isEmpty();
    watched(
        () -> {
          tables.write(writes);
          ending.wrote(writes.marks());
        });
  }

  @Override
  public void commit() {
    if (committed || closed) {
      throw new IllegalStateException("the transaction is over");
    }
    watched(ending::commit);
    committed = true;
    if (shreds) {
      ending.shredded();
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (!committed) {
        watched(ending::rollback);
      }
    } finally {
      ending.release();
    }
  }

  private void watched(Runnable step) {
    try {
      step.run();
    } catch (StoreBroken e) {
      ending.broken(e);
      throw e;
    }
  }
}
