package dev.holdpoint.engine.delivery;

import dev.holdpoint.core.delivery.AttemptResult;
import dev.holdpoint.core.delivery.DeliveryAttempt;
import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Outage;
import dev.holdpoint.engine.port.DeliverySender;
import dev.holdpoint.engine.port.store.DeliveryQueries;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends couriers out, some at a time, as deliveries become due. What is to be sent is in the store;
 * here is only when to look next. A slow target keeps one courier busy and nobody else waiting.
 */
public final class DeliveryWorkers implements CommitListener, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(DeliveryWorkers.class);

  /** The wall clock may be set; nothing is slept through for longer than this. */
  private static final long LONGEST_NAP_MS = 5_000;

  private static final long RETRY_MS = 1_000;

  /** What is carried is in memory, several times over: all couriers together carry no more. */
  private static final long MOST_BYTES = 16L << 20;

  private final Engine engine;
  private final Deliveries deliveries;
  private final DeliverySender carrier;
  private final Executor threads;
  private final int most;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread thread;
  private long next;
  private int away;
  private long bytesAway;
  private boolean loaded;
  private boolean open = true;

  /**
   * @param most how many are away at the same time
   */
  public DeliveryWorkers(
      Engine engine, Deliveries deliveries, DeliverySender carrier, Executor threads, int most) {
    this.engine = engine;
    this.deliveries = deliveries;
    this.carrier = carrier;
    this.threads = threads;
    this.most = most;
    this.thread = Thread.ofPlatform().daemon().name("couriers").unstarted(this::run);
  }

  public DeliveryWorkers start() {
    thread.start();
    return this;
  }

  @Override
  public void rows(List<JournalRow> rows) {}

  @Override
  public void delivery(long atMs) {
    lock.lock();
    try {
      if (atMs < next) {
        next = atMs;
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void unknown() {
    delivery(engine.nowMs());
  }

  private void run() {
    try {
      for (int free = awaitWork(); free > 0; free = awaitWork()) {
        look(free);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How many couriers are free when something is due; 0 when closed. */
  private int awaitWork() throws InterruptedException {
    lock.lock();
    try {
      while (open) {
        long left = next - engine.nowMs();
        if (left <= 0 && away < most && !loaded) {
          return most - away;
        }
        if (left <= 0 || next == Long.MAX_VALUE) {
          changed.await();
        } else {
          changed.await(Math.min(left, LONGEST_NAP_MS), TimeUnit.MILLISECONDS);
        }
      }
      return 0;
    } finally {
      lock.unlock();
    }
  }

  private void look(int free) {
    try {
      // Forget first, then read: what becomes due between the two comes in through delivery().
      setNext(Long.MAX_VALUE);
      List<DeliveryAttempt> parcels = deliveries.take(free, freeBytes(), away() == 0);
      for (DeliveryAttempt parcel : parcels) {
        change(1, weight(parcel));
        threads.execute(() -> bring(parcel));
      }
      Long stored = engine.read(DeliveryQueries::nextDueDelivery);
      if (parcels.isEmpty() && stored != null && stored <= engine.nowMs() && !awaitReturn()) {
        // Due by this clock, but another node is at it, whose clock may be behind.
        delivery(engine.nowMs() + RETRY_MS);
      } else if (stored != null) {
        delivery(stored);
      }
    } catch (RuntimeException e) {
      // A full disk or a lost database: what is due is still there when it is back.
      Outage.unlessAway(log, "due deliveries could not be sent, retrying", e);
      delivery(engine.nowMs() + RETRY_MS);
    }
  }

  private void bring(DeliveryAttempt parcel) {
    try {
      settle(parcel, carry(parcel));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      change(-1, -weight(parcel));
    }
  }

  private AttemptResult carry(DeliveryAttempt parcel) throws InterruptedException {
    try {
      return carrier.carry(parcel);
    } catch (RuntimeException e) {
      // Its message could tell the address.
      log.error("delivery {} failed with an internal error: {}", parcel.deliveryId(), e.getClass());
      return new AttemptResult.Refused(DeliveryFault.CONNECT, false, null, null);
    }
  }

  /** What came of it is kept in hand until it can be written. */
  private void settle(DeliveryAttempt parcel, AttemptResult outcome) throws InterruptedException {
    while (true) {
      try {
        deliveries.settle(parcel, outcome);
        return;
      } catch (RuntimeException e) {
        Outage.unlessAway(log, "delivery " + parcel.deliveryId() + " waits for the database", e);
      }
      if (!pause()) {
        return;
      }
    }
  }

  /** False when there is nothing to wait for any more. */
  private boolean pause() throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(RETRY_MS);
      while (open && left > 0) {
        left = changed.awaitNanos(left);
      }
      return open;
    } finally {
      lock.unlock();
    }
  }

  private void setNext(long atMs) {
    lock.lock();
    try {
      next = atMs;
    } finally {
      lock.unlock();
    }
  }

  private static long weight(DeliveryAttempt parcel) {
    return parcel.data().text().length();
  }

  private long freeBytes() {
    lock.lock();
    try {
      return MOST_BYTES - bytesAway;
    } finally {
      lock.unlock();
    }
  }

  /**
   * What is due is too much for now: there is nothing to do before somebody is back. False when
   * nobody is away.
   */
  private boolean awaitReturn() {
    lock.lock();
    try {
      loaded = away > 0;
      return loaded;
    } finally {
      lock.unlock();
    }
  }

  private void change(int more, long bytes) {
    lock.lock();
    try {
      away += more;
      bytesAway += bytes;
      loaded = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** How many are on their way now. */
  public int away() {
    lock.lock();
    try {
      return away;
    } finally {
      lock.unlock();
    }
  }

  /** Sends nobody out any more, and waits for those who are away, but no longer than this. */
  public void drain(long ms) throws InterruptedException {
    stop();
    thread.join(ms);
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(ms);
      while (away > 0 && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private void stop() {
    lock.lock();
    try {
      open = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    stop();
  }
}
