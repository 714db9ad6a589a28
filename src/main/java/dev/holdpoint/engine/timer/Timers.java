package dev.holdpoint.engine.timer;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Outage;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for the next deadline or record that is due. They are in the store, any number of them;
 * here is only the earliest.
 */
public final class Timers implements CommitListener, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Timers.class);

  /** The wall clock may be set; nothing is slept through for longer than this. */
  private static final long LONGEST_NAP_MS = 5_000;

  private static final long RETRY_MS = 1_000;

  /**
   * How often each may ring before anybody is let in; what is left then is done beside the work.
   */
  private static final int CATCHING_UP = 20;

  private final Engine engine;
  private final List<DueWork> alarms;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread thread;
  private long next = Long.MAX_VALUE;
  private boolean open = true;

  public Timers(Engine engine, List<DueWork> alarms) {
    this.engine = engine;
    this.alarms = List.copyOf(alarms);
    this.thread = Thread.ofPlatform().daemon().name("timers").unstarted(this::run);
  }

  public Timers start() {
    thread.start();
    return this;
  }

  @Override
  public void rows(List<JournalRow> rows) {
    long earliest = Long.MAX_VALUE;
    for (JournalRow row : rows) {
      Run run = row.run();
      if (run != null && run.status().isWaiting()) {
        for (Gate gate : run.pendingGates()) {
          earliest = earlier(earliest, gate.expiresAtMs());
        }
      }
    }
    if (earliest != Long.MAX_VALUE) {
      sooner(earliest);
    }
  }

  @Override
  public void due(long atMs) {
    sooner(atMs);
  }

  private void sooner(long deadline) {
    lock.lock();
    try {
      if (deadline < next) {
        next = deadline;
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void next(long deadline) {
    lock.lock();
    try {
      next = deadline;
    } finally {
      lock.unlock();
    }
  }

  /** Wakes up and reads the next deadline. */
  @Override
  public void unknown() {
    sooner(engine.nowMs());
  }

  private static long earlier(long one, @Nullable Long other) {
    return other == null ? one : Math.min(one, other);
  }

  private void run() {
    while (true) {
      try {
        if (!sleep()) {
          return;
        }
      } catch (InterruptedException e) {
        return;
      }
      tick();
    }
  }

  /** Whether the alarm should go off now. */
  public boolean isDue() {
    lock.lock();
    try {
      return next <= engine.nowMs();
    } finally {
      lock.unlock();
    }
  }

  /** Expires what is due and sets the next alarm. */
  public void tick() {
    ring(alarms, Integer.MAX_VALUE);
  }

  /** In turns: one that has very much to do must not keep the others from ringing in time. */
  private void ring(List<DueWork> some, int rounds) {
    boolean failed = false;
    boolean rang = true;
    long lookedAtMs = engine.nowMs();
    for (int round = 0; rang && !failed && round < rounds && isOpen(); round++) {
      rang = false;
      lookedAtMs = engine.nowMs();
      for (DueWork alarm : some) {
        try {
          rang |= alarm.ring() > 0;
        } catch (RuntimeException e) {
          // A full disk or a lost database: what is due is still there when it is back.
          Outage.unlessAway(log, "due timers could not be processed, retrying", e);
          failed = true;
        }
      }
    }
    try {
      // What is due still, and nobody could do: it is damaged, and looked at now and then.
      setNext(rang || rounds == CATCHING_UP ? Long.MIN_VALUE : lookedAtMs);
    } catch (RuntimeException e) {
      failed = true;
    }
    if (failed) {
      next(engine.nowMs() + RETRY_MS);
    }
  }

  private boolean isOpen() {
    lock.lock();
    try {
      return open;
    } finally {
      lock.unlock();
    }
  }

  private void setNext(long stuckUntilMs) {
    // Forget first, then read: a deadline that is set between the two comes in through rows().
    next(Long.MAX_VALUE);
    for (Long stored :
        engine.read(queries -> Arrays.asList(queries.nextDeadline(), queries.nextDue()))) {
      if (stored != null) {
        sooner(stored <= stuckUntilMs ? stuckUntilMs + RETRY_MS : stored);
      }
    }
  }

  /** Until the next deadline, or something to look at; false when closed. */
  private boolean sleep() throws InterruptedException {
    lock.lock();
    try {
      while (open) {
        long left = next - engine.nowMs();
        if (left <= 0) {
          return true;
        }
        if (next == Long.MAX_VALUE) {
          changed.await();
        } else {
          changed.await(Math.min(left, LONGEST_NAP_MS), TimeUnit.MILLISECONDS);
        }
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Applies what passed while the daemon was down, and sets the next alarm. What can wait is left
   * to the timer, so that it does not hold up the start, and so is what is too much: nobody can
   * decide a gate whose time is over, whether that is noted or not.
   */
  public void catchUp() {
    ring(alarms.stream().filter(DueWork::isUrgent).toList(), CATCHING_UP);
  }

  /** Returns when no more deadlines are applied. */
  @Override
  public void close() {
    lock.lock();
    try {
      open = false;
      changed.signal();
    } finally {
      lock.unlock();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
