package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.core.run.Run;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A worker's hold on a run. The worker is interrupted only where it waits for a model or a tool: in
 * the middle of a read, an interrupt would cost the store a connection.
 */
public final class WorkerTask implements ToolContext.PersonWait {
  private static final long RETRY_MS = 500;

  private volatile @Nullable Run newest;
  private volatile boolean foundInQueue;
  private boolean committing;
  private boolean outside;
  private boolean cut;
  private volatile boolean handsOver;
  private volatile boolean stays;
  private @Nullable Thread thread;
  private final long runKey;
  private final Nap nap;
  private final @Nullable WorkerPool crew;
  private final ConcurrentMap<Long, WorkerTask> sessions;
  private final CompletableFuture<Boolean> over = new CompletableFuture<>();
  private long sessionKey;
  private volatile boolean aside;

  /**
   * @param sessions who works for which session
   */
  WorkerTask(long runKey, @Nullable Run newest, Nap nap, ConcurrentMap<Long, WorkerTask> sessions) {
    this(runKey, newest, nap, sessions, null);
  }

  /**
   * @param crew whose worker has it; null for a worker who is alone
   */
  WorkerTask(
      long runKey,
      @Nullable Run newest,
      Nap nap,
      ConcurrentMap<Long, WorkerTask> sessions,
      @Nullable WorkerPool crew) {
    this.runKey = runKey;
    this.newest = newest;
    this.nap = nap;
    this.crew = crew;
    this.sessions = sessions;
  }

  /** Waits before what failed is tried again. */
  @FunctionalInterface
  public interface Nap {
    void take(long ms) throws InterruptedException;
  }

  long runKey() {
    return runKey;
  }

  /** The run as a commit has just left it; one that has ended is not worked on any more. */
  WorkerTask told(Run run) {
    newest = run;
    if (run.status().isSettled()) {
      cut();
    }
    return this;
  }

  /**
   * A run that was cancelled has given up its session's slot before its processes are dead: the
   * worker of the next one waits for the worker who ends them.
   */
  void enter(long session) {
    WorkerTask other = sessions.putIfAbsent(session, this);
    while (other != null && other != this) {
      other.over.join();
      other = sessions.putIfAbsent(session, this);
    }
    sessionKey = session;
  }

  /** The worker has let go of the run and of its session. */
  void end() {
    sessions.remove(sessionKey, this);
    over.complete(true);
  }

  /** The run as the last commit left it; null when nothing was committed since it was found. */
  public @Nullable Run newest() {
    return newest;
  }

  /** Whoever found the run for the worker has seen it wait in a queue, if it is so. */
  WorkerTask foundInQueue(boolean so) {
    foundInQueue = so;
    return this;
  }

  boolean isFoundInQueue() {
    return foundInQueue;
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
  public void pause() throws InterruptedException {
    outside(
        () -> {
          nap.take(RETRY_MS); // the store gives no sign when it is well again
          return true;
        });
  }

  /** The worker's place goes to another run while this one waits for a person. */
  @Override
  public void begins() {
    if (crew != null) {
      aside = true;
      crew.aside();
    }
  }

  boolean isAside() {
    return aside;
  }

  @Override
  public void ends() {
    if (crew != null && aside) {
      aside = false;
      crew.back();
    }
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

  /** Whether somebody else has changed the run since this row: then the worker must look again. */
  public synchronized boolean isBehind(long row) {
    return cut || isNewerThan(row);
  }

  boolean isNewerThan(long row) {
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

  /** The run goes to another node as soon as nothing is under way in it. */
  void handOver() {
    handsOver = true;
  }

  boolean isHandedOver() {
    return handsOver && !stays;
  }

  /** What works on the run is at this node and nowhere else. */
  public void stay() {
    stays = true;
  }

  synchronized void again() {
    cut = false;
  }

  /** What the job knows may be behind the store; the next attempt reads it there. */
  void forget() {
    newest = null;
    foundInQueue = false;
  }
}
