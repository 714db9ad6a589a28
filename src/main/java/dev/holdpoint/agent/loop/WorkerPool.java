package dev.holdpoint.agent.loop;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Outage;
import dev.holdpoint.engine.port.failure.LeaseLost;
import dev.holdpoint.engine.port.store.ForeignRow;
import dev.holdpoint.engine.run.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers. A commit that leaves a run with something to do finds a free worker for it, or a
 * place in a short line; when that is full the run stays where it is, in the store, and a worker
 * who finds nobody in the line looks there. So any number of runs may wait for a worker and only
 * the few in the line cost memory.
 */
public final class WorkerPool implements CommitListener, Workers {
  private static final Logger log = LoggerFactory.getLogger(WorkerPool.class);

  /** Places in the line for each worker. */
  private static final int LINE = 4;

  private final Engine engine;
  private final int size;
  private final Semaphore free;
  private final Executor threads;
  private final WorkerTask.Nap nap;

  /** Permits that were given away by workers who waited for a person and are back. */
  private final AtomicInteger owed = new AtomicInteger();

  /** Those at work and those in the line: what happens to their runs is told to them. */
  private final ConcurrentMap<Long, WorkerTask> atWork = new ConcurrentHashMap<>();

  private final ConcurrentMap<Long, WorkerTask> sessions = new ConcurrentHashMap<>();
  private final BlockingQueue<WorkerTask> line;
  private volatile Loop loop = (_, _) -> 0;
  private volatile boolean open;
  private volatile boolean backlog = true;

  private final NodeShare share = new NodeShare();
  private final QueueSight queues;

  /** Only the writer's thread asks for room and hears of commits. */
  private boolean turnedAway;

  /** The work on one run, until it parks or ends. */
  @FunctionalInterface
  public interface Loop {
    /** Gives the journal row up to which the worker has seen the run. */
    long work(long runKey, WorkerTask job);
  }

  /** With threads that run each worker on its own, and a nap before what failed is tried again. */
  public WorkerPool(Engine engine, int size, Executor threads, WorkerTask.Nap nap) {
    this.engine = engine;
    this.queues = new QueueSight(engine);
    this.size = size;
    this.free = new Semaphore(size);
    this.line = new ArrayBlockingQueue<>(LINE * size);
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
    if (takes() && !backlog && free.availablePermits() > 0) {
      return true;
    }
    // The run is marked in the transaction under way. Whoever looks for work before it is committed
    // does not see it, so the workers are told of it after the commit and not now.
    turnedAway = true;
    return false;
  }

  /** Whether this node goes on with what is resumed at it. */
  public boolean takes() {
    return open && share.isTaking();
  }

  /**
   * Hands over what is under way, as soon as nothing is being done in it, and takes on nothing but
   * what nobody else can do; or takes on work again.
   */
  public void take(boolean on) {
    share.take(on);
    if (on) {
      lookAgain();
    } else {
      handOver();
    }
  }

  private void handOver() {
    dissolveLine();
    atWork.values().forEach(WorkerTask::handOver);
  }

  private void dissolveLine() {
    List<WorkerTask> all = new ArrayList<>();
    line.drainTo(all);
    for (WorkerTask job : all) {
      if (!share.isBound(job.runKey()) || !line.offer(job)) {
        atWork.remove(job.runKey(), job);
      }
    }
  }

  /** What of the work is this node's. */
  public NodeShare share() {
    return share;
  }

  /** The runs that somebody works on here, or is about to. */
  public Set<Long> inHand() {
    return share.with(atWork.keySet());
  }

  /** Whether more runs are given to this node than stand in its line. */
  public boolean isBehind() {
    return backlog;
  }

  /** The others take this node for gone: what is in hand here is not ours any more. */
  public void letGo() {
    dissolveLine();
    atWork.values().forEach(WorkerTask::stop);
  }

  /** A worker waits for a person: whoever waits for a worker has the permit meanwhile. */
  void aside() {
    rest();
  }

  /** He is back, and does not wait for a permit: the next one that is given back is his. */
  void back() {
    if (!free.tryAcquire()) {
      owed.incrementAndGet();
    }
  }

  public int atWork() {
    return atWork.size();
  }

  @Override
  public void rows(List<JournalRow> rows) {
    for (JournalRow row : rows) {
      Run run = row.run();
      if (run != null && !isInHand(run) && run.isLoopWork() && share.has(run.key())) {
        offer(run);
      }
    }
    share.givenAway(Set.of());
    if (turnedAway) {
      turnedAway = false;
      queues.left();
      backlog = true;
    }
    if (backlog && open && free.tryAcquire()) {
      takeBacklogOrRest();
    }
  }

  @Override
  public void givenAway(Set<Long> runKeys) {
    share.givenAway(runKeys);
  }

  /** Tells whoever works on the run what has become of it. */
  private boolean isInHand(Run run) {
    return atWork.computeIfPresent(run.key(), (_, held) -> held.told(run)) != null;
  }

  @Override
  public boolean wants(ForeignRow row) {
    return (row.owner() != 0 && row.owner() == engine.cluster().epoch())
        || atWork.containsKey(row.runKey());
  }

  /** A run that others have brought to go on is ours only if they have given it to this node. */
  @Override
  public void elsewhere(List<ForeignRow> all, List<JournalRow> wanted) {
    Set<Long> given = ForeignRow.runsOf(engine.cluster().epoch(), all);
    for (JournalRow row : wanted) {
      Run run = row.run();
      if (run != null && !isInHand(run) && run.isLoopWork() && given.contains(run.key())) {
        offer(run);
      }
    }
    if (share.isTaking() && all.stream().anyMatch(ForeignRow::isFree)) {
      lookAgain();
    }
  }

  @Override
  public void unknown() {
    lookAgain();
  }

  /** Looks into the store for runs that nobody works on: the net under wake-ups that get lost. */
  public void lookAgain() {
    backlog = true;
    if (open && free.tryAcquire()) {
      takeBacklogOrRest();
    }
  }

  /** Others may have let go of runs. Whoever is busy leaves them to those who are not. */
  public void lookIfFree() {
    if (free.availablePermits() > 0) {
      lookAgain();
    }
  }

  private void offer(Run run) {
    WorkerTask job = new WorkerTask(run.key(), run, nap, sessions, this);
    if (open && free.tryAcquire()) {
      take(job);
    } else if (!open || backlog || !standInLine(job)) {
      // Whoever is in the store already comes first.
      backlog = true;
    }
  }

  /** With a permit in hand. */
  private void take(WorkerTask job) {
    if (atWork.putIfAbsent(job.runKey(), job) == null) {
      threads.execute(() -> work(job));
    } else {
      rest();
    }
  }

  /** False when the line is full. */
  private boolean standInLine(WorkerTask job) {
    if (atWork.putIfAbsent(job.runKey(), job) != null) {
      return true;
    }
    if (!line.offer(job)) {
      atWork.remove(job.runKey(), job);
      return false;
    }
    // A worker may have become free, and gone to rest, just before.
    if (free.tryAcquire()) {
      rest();
    }
    return true;
  }

  /** With a permit in hand: the oldest run that nobody works on, or the permit goes back. */
  private void takeBacklogOrRest() {
    threads.execute(
        () -> {
          try {
            backlog = false;
            int enough = LINE * size + Math.max(size, atWork.size()) + 1; // some may be aside
            int room = line.remainingCapacity();
            List<Long> runnable = engine.claim(share.isTaking() ? room : 0, enough);
            List<Long> fresh =
                runnable.stream()
                    .filter(key -> !atWork.containsKey(key) && share.has(key))
                    .toList();
            // Who could take as many as there was room for may find more the next time.
            boolean all = runnable.size() < enough && (fresh.isEmpty() || fresh.size() < room);
            List<Long> queued = queues.among(fresh);
            for (long key : fresh) {
              WorkerTask job = new WorkerTask(key, null, nap, sessions, this);
              if (!standInLine(job.foundInQueue(queued.contains(key)))) {
                all = false;
                break;
              }
            }
            if (!all) {
              backlog = true;
            }
            rest();
          } catch (RuntimeException e) {
            Outage.unlessAway(log, "runs that wait for a worker could not be read", e);
            backlog = true;
            free.release();
          }
        });
  }

  /** With a permit in hand: this run, and then whoever stands in the line. */
  private void work(WorkerTask job) {
    WorkerTask next = job;
    try {
      while (next != null) {
        carryOut(next);
        next = open && owed.get() == 0 ? line.poll() : null;
      }
    } finally {
      // An error must not cost the crew a worker for good.
      rest();
    }
  }

  private void carryOut(WorkerTask job) {
    try {
      boolean more = true;
      while (more) {
        long upTo = attempt(job.runKey(), job);
        // A resolution that came while the worker was parking the run is not lost: look again.
        more =
            atWork.computeIfPresent(
                    job.runKey(), (_, held) -> held.isNewerThan(upTo) && open ? held : null)
                != null;
        job.again();
      }
    } finally {
      atWork.remove(job.runKey(), job);
      job.end();
    }
  }

  /** The worker is free: for the line, for the backlog, or for whoever comes. */
  private void rest() {
    if (owed.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      return;
    }
    do {
      if (open) {
        WorkerTask next = line.poll();
        if (next != null) {
          threads.execute(() -> work(next));
          return;
        }
        if (backlog) {
          takeBacklogOrRest();
          return;
        }
      }
      free.release();
      // Whoever came between the look and the release found nobody free.
    } while (open && (backlog || !line.isEmpty()) && free.tryAcquire());
  }

  /** Works on the run, again and again if the store does not even let it begin. */
  private long attempt(long runKey, WorkerTask job) {
    while (true) {
      try {
        return loop.work(runKey, job);
      } catch (LeaseLost e) {
        log.info("released a run: {}", e.getMessage());
        return Long.MAX_VALUE;
      } catch (RuntimeException e) {
        Outage.unlessAway(log, "the work on a run failed, retrying", e);
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

  /** Lets what is at work come to a commit, then cuts it short; gives whether all have stopped. */
  public boolean drain(long timeoutMs) throws InterruptedException {
    open = false;
    if (engine.cluster().isShared()) {
      handOver();
    }
    // Whoever waits for a person may do so for weeks, and holds no permit.
    atWork.values().stream().filter(WorkerTask::isAside).forEach(WorkerTask::stop);
    boolean all = free.tryAcquire(size, timeoutMs, TimeUnit.MILLISECONDS);
    if (!all) {
      atWork.values().forEach(WorkerTask::stop);
      all = free.tryAcquire(size, timeoutMs, TimeUnit.MILLISECONDS);
    }
    return all;
  }
}
