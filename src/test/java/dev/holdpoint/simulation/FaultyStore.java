package dev.holdpoint.simulation;

import dev.holdpoint.engine.port.failure.CommitInDoubt;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.failure.StoreFull;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.port.store.Writes;
import java.io.IOException;
import java.util.function.Function;

/** The store as one life of the daemon sees it: slow, and not always there. */
final class FaultyStore implements Store {
  private final Store store;
  private final Schedule schedule;
  private final Faults faults;
  private final Checker checker;

  FaultyStore(Store store, Schedule schedule, Faults faults, Checker checker) {
    this.store = store;
    this.schedule = schedule;
    this.faults = faults;
    this.checker = checker;
  }

  @Override
  public String kind() {
    return store.kind();
  }

  @Override
  public String ledgerId() {
    return store.ledgerId();
  }

  @Override
  public int forgetBelow(long key) {
    return store.forgetBelow(key);
  }

  @Override
  public void close() {}

  @Override
  public <T> T read(Function<Queries, T> query) {
    schedule.pause();
    if (faults.failure()) {
      throw new StoreFailure("the read failed");
    }
    T found = store.read(query);
    schedule.pause();
    return found;
  }

  /** The process may be killed here. */
  void perhapsDie() {
    if (faults.crash()) {
      schedule.die();
      throw new Crash();
    }
  }

  private void perhapsFail() {
    if (faults.failure()) {
      throw new StoreFailure("the transaction failed");
    }
    if (faults.failure()) {
      throw new StoreFull(new IOException("no space left"));
    }
  }

  @Override
  public Transaction begin() {
    perhapsFail();
    Transaction transaction = store.begin();
    return new Transaction() {
      private Writes written = MemoryStore.NOTHING;

      @Override
      public Queries queries() {
        return transaction.queries();
      }

      @Override
      public void write(Writes writes) {
        perhapsFail();
        transaction.write(writes);
        written = writes;
      }

      @Override
      public void commit() {
        schedule.pause();
        perhapsDie();
        perhapsFail();
        if (faults.lostAnswer()) {
          throw new CommitInDoubt(new IOException("connection reset"));
        }
        transaction.commit();
        checker.committed(written);
        perhapsDie();
        if (faults.lostAnswer()) {
          throw new CommitInDoubt(new IOException("connection reset"));
        }
        schedule.pause();
      }

      @Override
      public void close() {
        transaction.close();
      }
    };
  }
}
