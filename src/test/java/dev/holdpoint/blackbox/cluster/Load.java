package dev.holdpoint.blackbox.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients at work at all nodes at once, each on one errand after the other. Whoever waits for more
 * errands has all of them at work, and a moment longer; else one is: whoever waits for a lease to
 * be over needs no more.
 */
final class Load implements AutoCloseable {
  private static final AtomicInteger CLIENTS = new AtomicInteger();
  private static final int ALWAYS = 1;
  private static final int ENDLESS = 1_000_000;

  private final ClusterOfNodes cluster;
  private final History history;
  private final List<Thread> clients = new ArrayList<>();
  private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
  private final AtomicLong done = new AtomicLong();
  private volatile boolean open = true;

  /** How many errands may still be begun by those who are not always at work. */
  private final Semaphore orders = new Semaphore(0);

  Load(ClusterOfNodes cluster, History history, int size, long seed) {
    this.cluster = cluster;
    this.history = history;
    for (int i = 0; i < size; i++) {
      int client = CLIENTS.incrementAndGet();
      Random random = new Random(seed + i);
      boolean always = i < ALWAYS;
      clients.add(Thread.ofVirtual().start(() -> work(client, random, always)));
    }
  }

  private void work(int client, Random random, boolean always) {
    try {
      Session session = new Session(cluster, "client-" + client);
      for (int i = 0; open; i++) {
        if (!always) {
          orders.acquire();
        }
        if (!open) {
          return;
        }
        String mark = "mark-%d-%d".formatted(client, i);
        new Errand(cluster, history, random, mark).carryOut(session);
        done.incrementAndGet();
      }
    } catch (Throwable fault) {
      faults.add(fault);
    }
  }

  /** Waits until so many more errands are done. */
  void awaitMore(int errands) {
    orders.drainPermits();
    orders.release(errands + clients.size());
    long target = done.get() + errands;
    ClusterOfNodes.until(
        errands + " more errands are done", () -> !faults.isEmpty() || done.get() >= target);
    orders.drainPermits();
    check();
  }

  /** All are at work until this is so. */
  void until(String what, Callable<Boolean> condition) {
    orders.release(ENDLESS);
    ClusterOfNodes.until(what, () -> !faults.isEmpty() || condition.call());
    orders.drainPermits();
    check();
  }

  /** Begins nothing new, and waits until everything under way has come to its end. */
  @Override
  public void close() {
    open = false;
    orders.release(clients.size());
    for (Thread client : clients) {
      try {
        client.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    check();
  }

  private void check() {
    if (!faults.isEmpty()) {
      throw new AssertionError(faults.element().getMessage(), faults.element());
    }
  }
}
