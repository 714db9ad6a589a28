package dev.holdpoint.engine;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.port.CommitInDoubt;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.Queries;
import dev.holdpoint.engine.port.Store;
import dev.holdpoint.engine.port.StoreBroken;
import dev.holdpoint.engine.port.StoreFailure;
import dev.holdpoint.engine.port.StoreFull;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides works and makes them durable, many in one transaction. It has no thread of its own:
 * {@link Writer} drives it in the daemon, a seeded schedule drives it in the simulation.
 */
public final class Engine {
  private static final Logger log = LoggerFactory.getLogger(Engine.class);

  /** Small enough that the ledger's memory holds every row of a batch until it is written. */
  public static final int BATCH = 256;

  private final Store store;
  private final InstantSource clock;
  private final Ids ids;
  private final Ledger ledger = new Ledger();
  private final List<Committed> listeners = new CopyOnWriteArrayList<>();
  private final Consumer<StoreBroken> fatal;
  private long lastEventId;

  /**
   * @param fatal called when the store can no longer be trusted; the process has to stop
   */
  public Engine(Store store, InstantSource clock, Ids ids, Consumer<StoreBroken> fatal) {
    this.store = store;
    this.clock = clock;
    this.ids = ids;
    this.fatal = fatal;
    this.lastEventId = store.read(Queries::lastEventId);
  }

  public void onCommit(Committed listener) {
    listeners.add(listener);
  }

  public <T> T read(java.util.function.Function<Queries, T> query) {
    return store.read(query);
  }

  public long nowMs() {
    return clock.millis();
  }

  /** A work that waits for its transaction. */
  static final class Pending<R> {
    private final Work<R> work;
    private final CompletableFuture<R> answer = new CompletableFuture<>();
    private @Nullable R result;
    private @Nullable RuntimeException failure;

    Pending(Work<R> work) {
      this.work = work;
    }

    long runKey() {
      return work.runKey();
    }

    void decide(Change change) {
      result = work.decide(change);
      failure = change.refusal == null ? null : change.refusal.asException();
    }

    @SuppressWarnings("NullAway") // a work whose answer is null says so in its own type
    void tell() {
      if (failure == null) {
        answer.complete(result);
      } else {
        answer.completeExceptionally(failure);
      }
    }

    void fail(RuntimeException why) {
      failure = why;
      answer.completeExceptionally(why);
    }

    R await() {
      try {
        return answer.join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        throw e;
      }
    }
  }

  /** Commits these works together; each is told its own answer. */
  void commit(List<? extends Pending<?>> works) {
    try {
      attempt(works);
    } catch (StoreBroken broken) {
      ledger.forget();
      works.forEach(
          w ->
              w.fail(
                  Problem.UNAVAILABLE
                      .because("The database failed; the daemon is stopping.")
                      .asException()));
      fatal.accept(broken);
    } catch (StoreFull full) {
      ledger.forget();
      works.forEach(
          w ->
              w.fail(
                  Problem.STORAGE_FULL
                      .because(
                          "Make room on the disk and send the request again; nothing was changed.")
                      .asException()));
    } catch (CommitInDoubt doubt) {
      log.error("a commit is in doubt; whoever waited for it is told so", doubt);
      ledger.forget();
      works.forEach(
          w ->
              w.fail(
                  Problem.UNAVAILABLE
                      .because(
                          "The database was lost during the commit, which may have happened; ask"
                              + " again with the same idempotency key, or read before you repeat.")
                      .asException()));
      listeners.forEach(Committed::unknown);
    } catch (StoreFailure failure) {
      ledger.forget();
      if (works.size() == 1) {
        log.error("a change could not be committed", failure);
        works
            .getFirst()
            .fail(
                Problem.UNAVAILABLE
                    .because("The change could not be committed; send the request again.")
                    .asException());
      } else {
        for (Pending<?> work : works) {
          commit(List.of(work));
        }
      }
    }
  }

  private void attempt(List<? extends Pending<?>> works) {
    List<Pending<?>> decided = new ArrayList<>(works.size());
    Batch batch = new Batch(ledger, lastEventId);
    try (Store.Transaction transaction = store.begin()) {
      ledger.open(transaction.queries());
      if (works.size() > 1) {
        ledger.prefetch(works.stream().map(Pending::runKey).filter(key -> key != 0).toList());
      }
      long nowMs = clock.millis();
      for (Pending<?> work : works) {
        Change change = new Change(ledger, ids, nowMs);
        try {
          work.decide(change);
        } catch (StoreFailure e) {
          throw e;
        } catch (Refused refused) {
          work.fail(refused);
          continue;
        } catch (RuntimeException e) {
          // A fault of ours in one decision must not take the others down with it.
          log.error("a change could not be decided", e);
          work.fail(
              Problem.INTERNAL_ERROR
                  .because("The daemon made a mistake; nothing was changed.")
                  .asException());
          continue;
        }
        batch.fold(change);
        decided.add(work);
      }
      // Ids are never given twice, not even those of a transaction that fails.
      lastEventId = batch.lastEventId();
      if (!batch.isEmpty()) {
        transaction.write(batch.writes());
        transaction.commit();
      }
    }
    publish(batch.journal());
    decided.forEach(Pending::tell);
  }

  private void publish(List<JournalRow> rows) {
    if (!rows.isEmpty()) {
      for (Committed listener : listeners) {
        listener.rows(rows);
      }
    }
  }
}
