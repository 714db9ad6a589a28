package dev.holdpoint.blackbox.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Clients at work at all nodes at once, each on one errand after the other. */
final class Load implements AutoCloseable {
  private static final AtomicInteger CLIENTS = new AtomicInteger();

  private final ClusterOfNodes cluster;
  private final History history;
  private final List<Thread> clients = new ArrayList<>();
  private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
  private final AtomicLong done = new AtomicLong();
  private volatile boolean open = true;

  Load(ClusterOfNodes cluster, History history, int size, long seed) {
    this.cluster = cluster;
    this.history = history;
    for (int i = 0; i < size; i++) {
      int client = CLIENTS.incrementAndGet();
      Random random = new Random(seed + i);
      clients.add(Thread.ofVirtual().start(() -> work(client, random)));
    }
  }

  private void work(int client, Random random) {
    try {
      Session session = new Session(cluster, "client-" + client);
      for (int i = 0; open; i++) {
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
    long target = done.get() + errands;
    ClusterOfNodes.until(
        errands + " more errands are done", () -> !faults.isEmpty() || done.get() >= target);
    check();
  }

  /** Begins nothing new, and waits until everything under way has come to its end. */
  @Override
  public void close() {
    open = false;
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
