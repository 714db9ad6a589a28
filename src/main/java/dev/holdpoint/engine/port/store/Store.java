package dev.holdpoint.engine.port.store;

import dev.holdpoint.engine.port.failure.CommitInDoubt;
import dev.holdpoint.engine.port.failure.Fenced;
import dev.holdpoint.engine.port.failure.LeaseLost;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where everything is kept. One transaction writes at a time; readers see what is committed. */
public interface Store extends AutoCloseable {
  /** {@code sqlite} or {@code postgres}. */
  String kind();

  /** A name the ledger was given when it was made, and keeps. */
  String ledgerId();

  /**
   * Begins the one write transaction. Called by one thread only.
   *
   * @throws Fenced when this node counts as gone
   */
  Transaction begin();

  /**
   * Runs a query on a connection of its own; all that it reads is of one moment. A query uses what
   * it is given and calls this no more: enough reads that wait for a second connection would wait
   * for each other.
   */
  <T> T read(Function<Queries, T> query);

  /**
   * The same on a connection that {@link #read} does not use, one query at a time. For what is
   * needed now even inside a read, and waits for nothing else meanwhile.
   */
  default <T> T readAside(Function<Queries, T> query) {
    return read(query);
  }

  /**
   * Drops idempotency records below this key, in transactions of its own between those of the
   * writer; gives how many.
   */
  int forgetBelow(long key);

  /** How many documents were found to be damaged since it was opened. */
  default int damaged() {
    return 0;
  }

  /**
   * Gives some of the space that nothing is stored in back to the disk, in small steps between
   * transactions of the writer; gives how many bytes. Nothing where the database does it by itself.
   */
  default long giveBack() {
    return 0;
  }

  /** The daemons that share it. */
  default Cluster cluster() {
    return Cluster.ALONE;
  }

  @Override
  void close();

  /** The write side: reads see what was committed before it began. */
  interface Transaction extends AutoCloseable {
    Queries queries();

    /** How far the ledger has come; null where nobody else writes to it. */
    default @Nullable LedgerHead head() {
      return null;
    }

    /**
     * @throws LeaseLost when another node has a run that is to be written by its holder only
     */
    void write(Writes writes);

    /**
     * Returns when everything written is on disk.
     *
     * @throws CommitInDoubt when nobody can tell whether it is
     */
    void commit();

    /** Takes back what was not committed. */
    @Override
    void close();
  }
}
