package dev.holdpoint.engine.commit;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.cache.WriterCache;
import dev.holdpoint.engine.heap.Heap;
import dev.holdpoint.engine.port.Ids;
import dev.holdpoint.engine.port.failure.CommitInDoubt;
import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.engine.port.failure.Fenced;
import dev.holdpoint.engine.port.failure.LeaseLost;
import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.failure.StoreFull;
import dev.holdpoint.engine.port.store.Cluster;
import dev.holdpoint.engine.port.store.LedgerHead;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.port.store.Writes;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
  public static final int BATCH = Heap.ofThisProcess().works(256);

  private final Store store;
  private final InstantSource clock;
  private final Ids ids;
  private final WriterCache ledger = new WriterCache();
  private final CommitListeners listeners = new CommitListeners();
  private final Consumer<StoreBroken> fatal;
  private final CommitParts parts;
  private final ReentrantLock telling = new ReentrantLock(true);
  private final JournalTail tail;
  private final Outage outage;
  private long lastEventId;
  private long latestMs;

  /** How far the ledger had come when its rows were kept in hand; null when nobody else writes. */
  private @Nullable LedgerHead known;

  /** How many commits there were; a database that forgets some is not the one we wrote to. */
  private long seen;

  private volatile CommitMetrics measure = CommitMetrics.NONE;
  private volatile StoreHealth storeHealth = StoreHealth.WELL;

  /**
   * @param fatal called when the store can no longer be trusted; the process has to stop
   */
  public Engine(
      Store store, InstantSource clock, Ids ids, Consumer<StoreBroken> fatal, CommitParts parts) {
    this.store = store;
    this.clock = clock;
    this.outage = new Outage(clock);
    this.ids = ids;
    this.fatal = fatal;
    this.parts = parts;
    this.lastEventId = store.read(Queries::lastEventId);
    this.latestMs = Ulid.timeOf(store.read(Queries::lastKey));
    this.tail = new JournalTail(store, listeners);
  }

  /**
   * @param takes whether this node goes on with the runs that its commits resume
   */
  public void amongOthers(BooleanSupplier takes) {
    ledger.takes(takes);
  }

  /** Tells the listeners what others have committed; in pieces, so that no commit waits for all. */
  public void catchUp() {
    LedgerHead head = store.cluster().head();
    boolean more = head != null;
    while (more && head != null) {
      // Read before: a reader that hangs must not hold up whoever has committed.
      JournalTail.Found found = tail.look(head);
      telling.lock();
      try {
        more = tail.follow(head, found);
      } finally {
        telling.unlock();
      }
    }
  }

  /** How many rows of other nodes the listeners have been told of. */
  public long foreignRows() {
    return tail.rows();
  }

  /** How many commits there were when the listeners were last told of any. */
  public long commitsSeen() {
    return tail.commits();
  }

  /** The daemons that share the ledger. */
  public Cluster cluster() {
    return store.cluster();
  }

  /**
   * Runs that wait for a worker and that this node has, the oldest first.
   *
   * @param room how many it may take on in addition
   */
  public List<Long> claim(int room, int most) {
    return noting(
        () ->
            store.cluster().isShared()
                ? store.cluster().claim(room, most)
                : store.read(queries -> queries.runnableRuns(most)));
  }

  public void onCommit(CommitListener listener) {
    listeners.add(listener);
  }

  public void measureWith(CommitMetrics by) {
    measure = by;
  }

  public <T> T read(java.util.function.Function<Queries, T> query) {
    return noting(() -> store.read(query));
  }

  /** See {@link Store#readAside}. */
  public <T> T readAside(java.util.function.Function<Queries, T> query) {
    return noting(() -> store.readAside(query));
  }

  private <T> T noting(Supplier<T> look) {
    try {
      T found = look.get();
      outage.over();
      return found;
    } catch (StoreFailure e) {
      outage.failed(e);
      throw e;
    }
  }

  /** How the last commit went. */
  public StoreHealth storeHealth() {
    return storeHealth;
  }

  public int damaged() {
    return store.damaged();
  }

  public String ledgerId() {
    return store.ledgerId();
  }

  public long nowMs() {
    return clock.millis();
  }

  /** Commits these works together; each is told its own answer. */
  void commit(List<? extends PendingWork<?>> works) {
    commit(works, () -> {});
  }

  /**
   * The same with those that come while it waits for its turn among the daemons.
   *
   * @param gather adds them to the works; called once the transaction has begun, or has failed to
   */
  void commit(List<? extends PendingWork<?>> works, Runnable gather) {
    try {
      publishInOrder(works, gather);
      works.forEach(PendingWork::tell);
    } catch (Fenced cut) {
      outage.failed(cut);
      unavailable(
          works,
          "This node lost contact with the others. Nothing was changed. Send the request again.");
    } catch (StoreBroken broken) {
      unavailable(works, "The database failed and the daemon is stopping.");
      fatal.accept(broken);
    } catch (NotBegun none) {
      outage.failed(none);
      unavailable(
          works, "The database does not respond. Nothing was changed. Send the request again.");
    } catch (StoreFull full) {
      outage.failed(full);
      ledger.forget();
      storeHealth = StoreHealth.FULL;
      fail(
          works,
          Problem.STORAGE_FULL.because(
              "Free disk space and send the request again. Nothing was changed."));
    } catch (CommitInDoubt doubt) {
      log.error(
          "commit outcome unknown; callers were asked to retry with their idempotency key", doubt);
      unavailable(
          works,
          "The database was lost during the commit, which may have happened. Send the request"
              + " again with the same idempotency key, or read the current state first.");
      telling.lock();
      try {
        listeners.tell(CommitListener::unknown);
      } finally {
        telling.unlock();
      }
    } catch (RuntimeException failure) {
      ledger.forget();
      alone(works, failure);
    } catch (Error e) {
      // Whoever goes on after this must not build on what was never written.
      ledger.forget();
      throw e;
    }
  }

  /** What others have committed before is told before. */
  private void publishInOrder(List<? extends PendingWork<?>> works, Runnable gather) {
    try {
      listeners.tell(attempt(works, gather));
    } finally {
      if (telling.isHeldByCurrentThread()) {
        telling.unlock();
      }
    }
  }

  private void unavailable(List<? extends PendingWork<?>> works, String why) {
    ledger.forget();
    storeHealth = StoreHealth.UNAVAILABLE;
    fail(works, Problem.UNAVAILABLE.because(why));
  }

  private static void fail(List<? extends PendingWork<?>> works, Refusal why) {
    works.forEach(work -> work.fail(why.asException()));
  }

  /** Nothing was written: of several works only the one at fault shall fail. */
  private void alone(List<? extends PendingWork<?>> works, RuntimeException failure) {
    if (works.size() > 1) {
      works.forEach(work -> commit(List.of(work)));
      return;
    }
    if (failure instanceof LeaseLost) {
      works.forEach(work -> work.fail(failure));
      return;
    }
    if (failure instanceof Refused || failure instanceof Damaged) {
      log.error("a change could not be committed: {}", failure.getMessage());
      fail(works, failure instanceof Refused it ? it.refusal() : ((Damaged) failure).refusal());
      return;
    }
    if (failure instanceof StoreFailure away) {
      outage.failed(away);
      storeHealth = StoreHealth.UNAVAILABLE;
      fail(works, Problem.UNAVAILABLE.because("The change could not be committed. Send it again."));
      return;
    }
    log.error("a change could not be committed", failure);
    fail(
        works,
        Problem.INTERNAL_ERROR.because("Internal error in the daemon. Nothing was changed."));
  }

  private Store.Transaction begin(Runnable gather) {
    try {
      return store.begin();
    } catch (StoreFailure e) {
      throw e instanceof Fenced || e instanceof StoreBroken || e instanceof StoreFull
          ? e
          : new NotBegun(e);
    } finally {
      gather.run();
    }
  }

  private Batch attempt(List<? extends PendingWork<?>> works, Runnable gather) {
    long begun = System.nanoTime();
    boolean left = false;
    try (Store.Transaction transaction = begin(gather)) {
      LedgerHead head = transaction.head();
      JournalTail.Page others = head == null ? null : goOnFrom(head, transaction.queries());
      Batch batch = new Batch(ledger, parts, lastEventId);
      ledger.open(transaction.queries());
      if (works.size() > 1) {
        ledger.prefetch(works.stream().map(PendingWork::subject).toList());
      }
      long nowMs = clock.millis();
      latestMs = Math.max(latestMs, nowMs);
      for (PendingWork<?> work : works) {
        Change change = new Change(ledger, ids, nowMs, latestMs);
        if (decide(work, change)) {
          batch.fold(change);
        }
      }
      // Ids are never given twice, not even those of a transaction that fails.
      lastEventId = batch.lastEventId();
      batch.seal(store.ledgerId(), ids, nowMs);
      if (!batch.isEmpty()) {
        Writes writes = batch.writes(ids.last());
        transaction.write(writes);
        // From here until it is told, nobody tells of it as if another node had written it.
        telling.lock();
        listeners.prepare(batch);
        transaction.commit();
        storeHealth = StoreHealth.WELL;
        outage.over();
        measure.committed(System.nanoTime() - begun, works.size());
        if (head != null && others != null) {
          tellOfOthers(head, others);
          known = head.after(writes.marks());
          seen = known.commits();
          tail.passed(known);
        }
      }
      left = true;
      return batch;
    } finally {
      ledger.rest();
      if (!left) {
        known = null;
        measure.failed();
      }
    }
  }

  /** What is in hand is good but for what others have written since; gives that. */
  private JournalTail.Page goOnFrom(LedgerHead head, Queries queries) {
    ledger.at(store.cluster());
    if (seen > head.commits()) {
      throw StoreBroken.goneBack(head.commits(), seen);
    }
    seen = head.commits();
    LedgerHead before = known;
    JournalTail.Page others =
        before == null ? JournalTail.Page.UNREAD : JournalTail.page(queries, before, head);
    if (before == null || before.settings() != head.settings()) {
      ledger.forget();
    } else if (others.isAll() && head.isToldSince(before)) {
      ledger.forgetRuns(others.rows());
    } else {
      ledger.forgetRuns();
    }
    known = head;
    ids.past(head.lastKey());
    lastEventId = Math.max(lastEventId, head.lastEventId());
    latestMs = Math.max(latestMs, Ulid.timeOf(head.lastKey()));
    return others;
  }

  /** It is committed by now, so nothing that happens here may look as if it were not. */
  private void tellOfOthers(LedgerHead before, JournalTail.Page others) {
    try {
      tail.follow(before, others);
    } catch (RuntimeException e) {
      Outage.unlessAway(log, "changes of other nodes could not be read", e);
      listeners.tell(CommitListener::unknown);
      listeners.tell(CommitListener::removedElsewhere);
      listeners.tell(CommitListener::settings);
    }
  }

  /** False when the work leaves nothing behind. */
  private static boolean decide(PendingWork<?> work, Change change) {
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
      log.error("a request failed with an internal error", e);
      work.refuse(
          Problem.INTERNAL_ERROR
              .because("Internal error in the daemon. Nothing was changed.")
              .asException());
      return false;
    }
  }
}
