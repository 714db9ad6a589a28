package dev.holdpoint.agent.loop;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.Committed;
import dev.holdpoint.engine.Engine;
import dev.holdpoint.engine.Workers;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers. A commit that leaves a run with something to do finds a free worker for it, or none;
 * then the run stays where it is, in the store, and the next worker to become free looks there. So
 * any number of runs may wait for a worker and none of them costs memory.
 */
public final class Crew implements Committed, Workers {
  private static final Logger log = LoggerFactory.getLogger(Crew.class);

  private static final long RETRY_MS = 500;

  private final Engine engine;
  private final int size;
  private final Semaphore free;
  private final Executor threads;
  private final Nap nap;
  private final ConcurrentMap<Long, Job> atWork = new ConcurrentHashMap<>();
  private volatile Loop loop = (_, _) -> 0;
  private volatile boolean open;
  private volatile boolean backlog = true;

  /** Only the writer's thread asks for room and hears of commits. */
  private boolean turnedAway;

  /** How a worker waits. */
  @FunctionalInterface
  public interface Nap {
    void take(long ms) throws InterruptedException;
  }

  /** The work on one run, until it parks or ends. */
  @FunctionalInterface
  public interface Loop {
    /** Gives the journal row up to which the worker has seen the run. */
    long work(long runKey, Job job);
  }

  /**
   * A worker's hold on a run. The worker is interrupted only where it waits for a model or a tool:
   * in the middle of a read, an interrupt would cost the store a connection.
   */
  public static final class Job {
    private volatile @Nullable Run newest;
    private boolean committing;
    private boolean outside;
    private boolean cut;
    private @Nullable Thread thread;
    private final Nap nap;

    Job(@Nullable Run newest, Nap nap) {
      this.newest = newest;
      this.nap = nap;
    }

    /** The run as the last commit left it; null when nothing was committed since it was found. */
    public @Nullable Run newest() {
      return newest;
    }

    /** Something slow that may be cut short. */
    @FunctionalInterface
    public interface Errand<T, E extends Exception> {
      T run() throws E, InterruptedException;
    }

    /** Runs the errand, unless the run has been ended meanwhile; ending the run interrupts it. */
    public <T, E extends Exception> T outside(Errand<T, E> errand) throws E, InterruptedException {
      synchronized (this) {
        if (cut) {
          throw new InterruptedException();
        }
        thread = Thread.currentThread();
        outside = true;
      }
      try {
        return errand.run();
      } finally {
        leave();
      }
    }

    /** Before something that failed from outside is tried again. */
    void pause() throws InterruptedException {
      outside(
          () -> {
            nap.take(RETRY_MS); // the store gives no sign when it is well again
            return true;
          });
    }

    /** A read that an errand needs is as undisturbed as any other. */
    public <T> T inside(Supplier<T> read) {
      boolean interrupted = leave();
      try {
        return read.get();
      } finally {
        synchronized (this) {
          outside = true;
          if (interrupted || cut) {
            Thread.currentThread().interrupt();
          }
        }
      }
    }

    private synchronized boolean leave() {
      outside = false;
      return Thread.interrupted();
    }

    /**
     * While a commit is under way the answer tells the worker all it needs; it is not interrupted.
     */
    public synchronized void committing(boolean now) {
      committing = now;
    }

    /**
     * Whether somebody else has changed the run since this row: then the worker must look again.
     */
    public synchronized boolean isBehind(long row) {
      return cut || isNewerThan(row);
    }

    private boolean isNewerThan(long row) {
      Run run = newest;
      return run != null && run.trail().last() > row;
    }

    /** The run has ended. If the worker's own commit has ended it, that is no news to it. */
    synchronized void cut() {
      if (!committing) {
        stop();
      }
    }

    /** Nothing more is begun; a commit under way is still waited for. */
    synchronized void stop() {
      cut = true;
      if (outside && thread != null) {
        thread.interrupt();
      }
    }

    synchronized void again() {
      cut = false;
    }

    /** What the job knows may be behind the store; the next attempt reads it there. */
    void forget() {
      newest = null;
    }
  }

  /**
   * @param threads runs each worker, on a thread of its own
   * @param nap before something that failed is tried again
   */
  public Crew(Engine engine, int size, Executor threads, Nap nap) {
    this.engine = engine;
    this.size = size;
    this.free = new Semaphore(size);
    this.threads = threads;
    this.nap = nap;
  }

  /** Begins to work, with whatever the store holds from before. */
  public void start(Loop carryOut) {
    loop = carryOut;
    open = true;
    lookAgain();
  }

  @Override
  public boolean haveRoom() {
    if (open && !backlog && free.availablePermits() > 0) {
      return true;
    }
    // The run is marked in the transaction under way. Whoever looks for work before it is committed
    // does not see it, so the workers are told of it after the commit and not now.
    turnedAway = true;
    return false;
  }

  public int atWork() {
    return atWork.size();
  }

  @Override
  public void rows(List<JournalRow> rows) {
    for (JournalRow row : rows) {
      Run run = row.run();
      if (run == null) {
        continue;
      }
      Job job =
          atWork.computeIfPresent(
              run.key(),
              (_, held) -> {
                held.newest = run;
                return held;
              });
      if (job != null && run.status().isSettled()) {
        job.cut();
      } else if (job == null && run.isLoopWork()) {
        offer(run);
      }
    }
    if (turnedAway) {
      turnedAway = false;
      backlog = true;
    }
    if (backlog && open && free.tryAcquire()) {
      takeBacklogOrRest();
    }
  }

  @Override
  public void unknown() {
    lookAgain();
  }

  /**
   * Looks into the store for runs that nobody works on. The net under the wake-ups, which may get
   * lost: to be called now and then.
   */
  public void lookAgain() {
    backlog = true;
    if (open && free.tryAcquire()) {
      takeBacklogOrRest();
    }
  }

  private void offer(Run run) {
    if (!open || !free.tryAcquire()) {
      backlog = true;
      return;
    }
    take(run.key(), new Job(run, nap));
  }

  /** With a permit in hand. */
  private void take(long runKey, Job job) {
    if (atWork.putIfAbsent(runKey, job) == null) {
      threads.execute(() -> run(runKey, job));
    } else {
      free.release();
    }
  }

  /** With a permit in hand: the oldest run that nobody works on, or the permit goes back. */
  private void takeBacklogOrRest() {
    threads.execute(
        () -> {
          try {
            backlog = false;
            List<Long> runnable = engine.read(queries -> queries.runnableRuns(size + 2));
            boolean first = true;
            for (long key : runnable) {
              if (!atWork.containsKey(key) && open) {
                if (!first && !free.tryAcquire()) {
                  backlog = true;
                  return;
                }
                first = false;
                take(key, new Job(null, nap));
              }
            }
            if (runnable.size() == size + 2) {
              backlog = true;
            }
            if (first) {
              free.release();
            }
          } catch (RuntimeException e) {
            log.error("runs that wait for a worker could not be read", e);
            backlog = true;
            free.release();
          }
        });
  }

  private void run(long runKey, Job job) {
    try {
      boolean more = true;
      while (more) {
        long upTo = attempt(runKey, job);
        // A resolution that came while the worker was parking the run is not lost: look again.
        more =
            atWork.computeIfPresent(
                    runKey, (_, held) -> held.isNewerThan(upTo) && open ? held : null)
                != null;
        job.again();
      }
    } finally {
      // An error must not cost the crew a worker for good.
      atWork.remove(runKey, job);
      rest();
    }
  }

  /** The worker is free: for the backlog, or for whoever comes. */
  private void rest() {
    if (backlog && open) {
      takeBacklogOrRest();
      return;
    }
    free.release();
    if (backlog && open && free.tryAcquire()) {
      takeBacklogOrRest();
    }
  }

  /**
   * Works on the run; if even that cannot be begun, as when the store does not answer, tries again.
   */
  private long attempt(long runKey, Job job) {
    while (true) {
      try {
        return loop.work(runKey, job);
      } catch (RuntimeException e) {
        log.error("the work on a run broke off, trying again", e);
        // A call may have been begun since: only the store knows.
        job.forget();
      }
      try {
        job.pause();
      } catch (InterruptedException e) {
        return Long.MAX_VALUE;
      }
      if (!open) {
        return Long.MAX_VALUE;
      }
    }
  }

  /**
   * Takes nothing more on, lets what is at work come to a commit, then cuts it short; gives whether
   * all have stopped.
   */
  public boolean drain(long timeoutMs) throws InterruptedException {
    open = false;
    boolean all = free.tryAcquire(size, timeoutMs, TimeUnit.MILLISECONDS);
    if (!all) {
      atWork.values().forEach(Job::stop);
      all = free.tryAcquire(size, timeoutMs, TimeUnit.MILLISECONDS);
    }
    return all;
  }
}
