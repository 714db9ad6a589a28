package dev.holdpoint.engine.access;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.store.Queries;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What every request asks for and is therefore kept in memory: tokens, browsers, tenants, as the
 * ledger had them at one moment. What another daemon takes away is gone here as soon as this one
 * hears of its commit. What another daemon adds is found at once, because whoever misses something
 * looks whether there is more.
 *
 * <p>Views use it inside their reads, so it reads aside: with a lock of this held, a wait for one
 * of the readers, whose holders wait for the lock, would never end.
 */
final class CommittedCache<T> implements CommitListener {
  /** Those who miss something meanwhile share one look: guessing costs no query each. */
  private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Engine engine;
  private final Function<Queries, T> load;
  private final Object looks = new Object();
  private volatile Copy<T> copy;
  private volatile boolean doubtful;
  private long lookedAtNanos = System.nanoTime() - BETWEEN_LOOKS_NANOS;

  /**
   * @param changes see {@link Queries#accessChanges}
   */
  private record Copy<T>(T value, long changes) {}

  private CommittedCache(Engine engine, Function<Queries, T> load) {
    this.engine = engine;
    this.load = load;
    this.copy = read(engine, load);
  }

  static <T> CommittedCache<T> of(Engine engine, Function<Queries, T> load) {
    CommittedCache<T> made = new CommittedCache<>(engine, load);
    engine.onCommit(made);
    // What changed between the first look and this was told to nobody here.
    made.doubtful = true;
    return made;
  }

  private static <T> Copy<T> read(Engine engine, Function<Queries, T> load) {
    return engine.readAside(queries -> new Copy<>(load.apply(queries), queries.accessChanges()));
  }

  T value() {
    if (doubtful) {
      lookAgain();
    }
    return copy.value;
  }

  /** Looks for something, and once more if there may be more than is known here. */
  <V> @Nullable V find(Function<T, @Nullable V> in) {
    V found = in.apply(value());
    return found == null && engine.cluster().isShared() ? in.apply(latest()) : found;
  }

  /** As the ledger has it now, or had it after this was called. */
  private T latest() {
    long sinceNanos = System.nanoTime();
    synchronized (looks) {
      if (lookedAtNanos - sinceNanos < 0) {
        long waitNanos = lookedAtNanos + BETWEEN_LOOKS_NANOS - System.nanoTime();
        if (waitNanos > 0) {
          LockSupport.parkNanos(waitNanos);
        }
        lookedAtNanos = System.nanoTime();
        doubtful = true;
        lookAgain();
      }
    }
    return copy.value;
  }

  /** One at a time: a slower reader must not put back what a later one has seen removed. */
  synchronized void refresh() {
    copy = read(engine, load);
  }

  /** The same for a change of one record, where there are too many to read all of them. */
  synchronized void amend(BiConsumer<Queries, T> by) {
    engine.readAside(
        queries -> {
          by.accept(queries, copy.value);
          return copy;
        });
  }

  private synchronized void lookAgain() {
    if (!doubtful) {
      return;
    }
    // First: what is heard of from here on is a reason to look once more.
    doubtful = false;
    try {
      if (engine.<Long>readAside(Queries::accessChanges) != copy.changes) {
        refresh();
      }
    } catch (RuntimeException e) {
      doubtful = true;
      throw e;
    }
  }

  @Override
  public void rows(List<JournalRow> rows) {}

  @Override
  public void settings() {
    doubtful = true;
  }

  @Override
  public void unknown() {
    doubtful = true;
  }
}
