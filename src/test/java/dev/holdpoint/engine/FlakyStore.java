package dev.holdpoint.engine;

import dev.holdpoint.engine.port.CommitInDoubt;
import dev.holdpoint.engine.port.Queries;
import dev.holdpoint.engine.port.Store;
import dev.holdpoint.engine.port.StoreFailure;
import dev.holdpoint.engine.port.StoreFull;
import dev.holdpoint.engine.port.Writes;
import java.io.IOException;
import java.util.function.Function;

/** A store that fails when the test says so. */
final class FlakyStore implements Store {
  private final Store store;
  int failingCommits;
  int fullCommits;
  int lostAnswers;

  FlakyStore(Store store) {
    this.store = store;
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
  public <T> T read(Function<Queries, T> query) {
    return store.read(query);
  }

  @Override
  public int forgetBelow(long key) {
    return store.forgetBelow(key);
  }

  @Override
  public void close() {
    store.close();
  }

  @Override
  public Transaction begin() {
    Transaction transaction = store.begin();
    return new Transaction() {
      @Override
      public Queries queries() {
        return transaction.queries();
      }

      @Override
      public void write(Writes writes) {
        transaction.write(writes);
      }

      @Override
      public void commit() {
        if (failingCommits > 0) {
          failingCommits--;
          throw new StoreFailure("the commit failed");
        }
        if (fullCommits > 0) {
          fullCommits--;
          throw new StoreFull(new IOException("no space left on device"));
        }
        transaction.commit();
        if (lostAnswers > 0) {
          lostAnswers--;
          throw new CommitInDoubt(new IOException("connection reset"));
        }
      }

      @Override
      public void close() {
        transaction.close();
      }
    };
  }
}
