package dev.holdpoint.engine;

import dev.holdpoint.core.id.Ulid;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.port.CommitInDoubt;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.Queries;
import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.Store;
import dev.holdpoint.engine.port.StoreBroken;
import dev.holdpoint.engine.port.StoreFailure;
import dev.holdpoint.engine.port.StoreFull;
import java.time.InstantSource;
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
  private final OutboundRules outbound;
  private final Notary notary;
  private long lastEventId;
  private long latestMs;
  private volatile Measure measure = Measure.NONE;
  private volatile StoreHealth storeHealth = StoreHealth.WELL;

  /**
   * @param fatal called when the store can no longer be trusted; the process has to stop
   */
  public Engine(
      Store store,
      InstantSource clock,
      Ids ids,
      Consumer<StoreBroken> fatal,
      OutboundRules outbound,
      Signer signer) {
    this.store = store;
    this.clock = clock;
    this.ids = ids;
    this.fatal = fatal;
    this.outbound = outbound;
    this.notary = new Notary(store.ledgerId(), signer);
    this.lastEventId = store.read(Queries::lastEventId);
    this.latestMs = Ulid.timeOf(store.read(Queries::lastKey));
  }

  public void onCommit(Committed listener) {
    listeners.add(listener);
  }

  public void measureWith(Measure by) {
    measure = by;
  }

  public <T> T read(java.util.function.Function<Queries, T> query) {
    return store.read(query);
  }

  /** How the last commit went. */
  public StoreHealth storeHealth() {
    return storeHealth;
  }

  public String ledgerId() {
    return store.ledgerId();
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
      failure = null;
      result = work.decide(change);
      if (change.refusal != null) {
        failure = change.refusal.asException();
      }
    }

    /** Told with the others: what a refusal rests on may be another work's, not yet durable. */
    void refuse(RuntimeException why) {
      failure = why;
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
      publish(attempt(works));
      works.forEach(Pending::tell);
    } catch (StoreBroken broken) {
      ledger.forget();
      storeHealth = StoreHealth.UNAVAILABLE;
      fail(works, Problem.UNAVAILABLE.because("The database failed; the daemon is stopping."));
      fatal.accept(broken);
    } catch (StoreFull full) {
      ledger.forget();
      storeHealth = StoreHealth.FULL;
      fail(
          works,
          Problem.STORAGE_FULL.because(
              "Make room on the disk and send the request again; nothing was changed."));
    } catch (CommitInDoubt doubt) {
      log.error("a commit is in doubt; whoever waited for it is told so", doubt);
      ledger.forget();
      storeHealth = StoreHealth.UNAVAILABLE;
      fail(
          works,
          Problem.UNAVAILABLE.because(
              "The database was lost during the commit, which may have happened; ask again with"
                  + " the same idempotency key, or read before you repeat."));
      listeners.forEach(Committed::unknown);
    } catch (RuntimeException failure) {
      ledger.forget();
      alone(works, failure);
    } catch (Error e) {
      // Whoever goes on after this must not build on what was never written.
      ledger.forget();
      throw e;
    }
  }

  private static void fail(List<? extends Pending<?>> works, Refusal why) {
    works.forEach(work -> work.fail(why.asException()));
  }

  /** Nothing was written: of several works only the one at fault shall fail. */
  private void alone(List<? extends Pending<?>> works, RuntimeException failure) {
    if (works.size() > 1) {
      works.forEach(work -> commit(List.of(work)));
      return;
    }
    log.error("a change could not be committed", failure);
    if (failure instanceof StoreFailure) {
      storeHealth = StoreHealth.UNAVAILABLE;
    }
    fail(
        works,
        failure instanceof StoreFailure
            ? Problem.UNAVAILABLE.because(
                "The change could not be committed; send the request again.")
            : Problem.INTERNAL_ERROR.because("The daemon made a mistake; nothing was changed."));
  }

  private Batch attempt(List<? extends Pending<?>> works) {
    Batch batch = new Batch(ledger, lastEventId);
    long begun = System.nanoTime();
    boolean left = false;
    try (Store.Transaction transaction = store.begin()) {
      ledger.open(transaction.queries());
      if (works.size() > 1) {
        ledger.prefetch(works.stream().map(Pending::runKey).filter(key -> key != 0).toList());
      }
      long nowMs = clock.millis();
      latestMs = Math.max(latestMs, nowMs);
      for (Pending<?> work : works) {
        Change change = new Change(ledger, ids, outbound, nowMs, latestMs);
        if (decide(work, change)) {
          batch.fold(change);
        }
      }
      // Ids are never given twice, not even those of a transaction that fails.
      lastEventId = batch.lastEventId();
      batch.seal(notary, ids, nowMs);
      if (!batch.isEmpty()) {
        transaction.write(batch.writes(ids.last()));
        transaction.commit();
        storeHealth = StoreHealth.WELL;
        measure.committed(System.nanoTime() - begun, works.size());
      }
      left = true;
    } finally {
      if (!left) {
        measure.failed();
      }
    }
    return batch;
  }

  /** False when the work leaves nothing behind. */
  private static boolean decide(Pending<?> work, Change change) {
    try {
      work.decide(change);
      return true;
    } catch (StoreFailure e) {
      throw e;
    } catch (Refused refused) {
      work.refuse(refused);
      return false;
    } catch (RuntimeException | StackOverflowError e) {
      // A fault of ours in one decision must not take the others down with it.
      log.error("a change could not be decided", e);
      work.refuse(
          Problem.INTERNAL_ERROR
              .because("The daemon made a mistake; nothing was changed.")
              .asException());
      return false;
    }
  }

  private void publish(Batch batch) {
    if (!batch.journal().isEmpty()) {
      publish(listener -> listener.rows(batch.journal()));
    }
    if (!batch.removed().isEmpty()) {
      publish(listener -> listener.removed(batch.removed()));
    }
    if (batch.nextDue() != Long.MAX_VALUE) {
      publish(listener -> listener.due(batch.nextDue()));
    }
    if (batch.nextDelivery() != Long.MAX_VALUE) {
      publish(listener -> listener.delivery(batch.nextDelivery()));
    }
  }

  private void publish(Consumer<Committed> news) {
    for (Committed listener : listeners) {
      try {
        news.accept(listener);
      } catch (RuntimeException e) {
        // It is committed all the same, and those who asked for it wait for the answer.
        log.error("a listener failed after a commit", e);
      }
    }
  }
}
