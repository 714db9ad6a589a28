package dev.holdpoint.engine.external;

import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Who waits right now for what a run asks. Kept in memory: with the daemon, whoever waits goes.
 * Other nodes are told no more than that there is somebody.
 */
public final class Waiters {
  private static final int LOOKS = 10;
  private static final long BETWEEN_LOOKS_MS = 100;

  private final Map<Long, Set<Vigil>> kept = new ConcurrentHashMap<>();
  private final Commits commits;
  private volatile long told;

  Waiters(Commits commits) {
    this.commits = commits;
  }

  Vigil begin() {
    return new Vigil();
  }

  /** By anybody, at whichever node. */
  boolean isKept(Change change, Run run) {
    return kept.containsKey(run.key()) || RemoteWaiters.isKeptElsewhere(change, run);
  }

  /** The same for whoever only looks, also inside of a read. */
  boolean isKept(Engine engine, Run run) {
    long epoch = engine.cluster().epoch();
    return kept.containsKey(run.key())
        || (epoch != 0
            && engine.<Boolean>readAside(
                queries -> RemoteWaiters.isKeptElsewhere(queries, run, epoch)));
  }

  /**
   * Has everybody who waits for the run shown to be there still, and waits a moment for those who
   * are not to be noticed, however many they are. A lost connection shows with the second thing
   * that is said to it.
   */
  void lookAgain(Run run) {
    List<Vigil> there = new ArrayList<>(kept.getOrDefault(run.key(), Set.of()));
    there.removeIf(vigil -> vigil.look == null);
    try {
      for (int i = 0; i < LOOKS && !there.isEmpty(); i++) {
        there.forEach(Vigil::lookAgain);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BETWEEN_LOOKS_MS);
        List<Vigil> still = new ArrayList<>();
        for (Vigil vigil : there) {
          if (!vigil.over.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            still.add(vigil);
          }
        }
        there = still;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Tells the other nodes that nobody waits here any more, unless somebody does again. */
  private void tell(long runKey) {
    try {
      commits.commit(
          change -> {
            if (!kept.containsKey(runKey)) {
              RemoteWaiters.end(change, runKey, change.ledger().epoch());
            }
            return runKey;
          });
    } catch (Refused e) {
      // Then they take somebody to be waiting who has gone: nobody gets what is not his by that.
    }
  }

  /**
   * A node that comes back after the others took it for gone has another epoch, and they have
   * forgotten who waits at it.
   */
  void tellAgain(long epoch) {
    if (told == epoch) {
      return;
    }
    try {
      kept.keySet().forEach(this::tellOf);
      told = epoch;
    } catch (Refused e) {
      // The store does not answer; it is looked after again.
    }
  }

  private void tellOf(long runKey) {
    commits.commit(
        change -> {
          Run run = change.run(runKey);
          if (run != null && kept.containsKey(runKey)) {
            RemoteWaiters.begin(change, run);
          }
          return runKey;
        });
  }

  /** One who waits, until he has his answer or goes. Closing it twice does no harm. */
  public final class Vigil implements AutoCloseable {
    private final CountDownLatch over = new CountDownLatch(1);
    private @Nullable Long runKey;
    private boolean isTold;
    private volatile @Nullable Runnable look;

    private Vigil() {}

    /** A Work that is done once more may come to another run. */
    synchronized void over(Change change, Run run) {
      if (over.getCount() == 0) {
        return;
      }
      leave();
      runKey = run.key();
      isTold = change.ledger().epoch() != 0;
      RemoteWaiters.begin(change, run);
      kept.compute(
          run.key(),
          (_, known) -> {
            Set<Vigil> all = known == null ? ConcurrentHashMap.newKeySet(2) : known;
            all.add(this);
            return all;
          });
    }

    /** Whether it is known whom this client waits for; otherwise it only looks. */
    public synchronized boolean isWatching() {
      return runKey != null;
    }

    /**
     * @param says something to whoever waits, which fails when nobody does any more
     */
    public void onDoubt(Runnable says) {
      look = says;
    }

    private void lookAgain() {
      Runnable says = look;
      if (says != null) {
        says.run();
      }
    }

    /** Waits no longer, and tells whether nobody else waits for the run. */
    synchronized boolean leaves(Change change, Run run) {
      leave();
      if (isTold && !kept.containsKey(run.key())) {
        // In the same commit: two who leave at two nodes must not take each other for waiting.
        RemoteWaiters.end(change, run.key(), change.ledger().epoch());
      }
      return !isKept(change, run);
    }

    @Override
    public synchronized void close() {
      leave();
      over.countDown();
    }

    private void leave() {
      if (runKey != null) {
        kept.computeIfPresent(
            runKey,
            (_, known) -> {
              known.remove(this);
              return known.isEmpty() ? null : known;
            });
        if (isTold && !kept.containsKey(runKey)) {
          long last = runKey;
          // Whoever goes must not wait for a commit, and may be the writer himself.
          Thread.ofVirtual().name("vigil-over").start(() -> tell(last));
        }
        runKey = null;
      }
    }
  }
}
