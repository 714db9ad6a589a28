package dev.holdpoint.engine.commit;

import dev.holdpoint.engine.port.failure.CommitInDoubt;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.failure.StoreFull;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.port.store.Writes;
import java.io.IOException;
import java.util.function.Function;

/** A store that fails when the test says so. */
public final class FlakyStore implements Store {
  private final Store store;
  public int failingCommits;
  public int fullCommits;
  public int lostAnswers;

  public FlakyStore(Store store) {
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
  public <T> T readAside(Function<Queries, T> query) {
    return store.readAside(query);
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
