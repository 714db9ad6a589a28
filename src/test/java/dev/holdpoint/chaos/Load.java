package dev.holdpoint.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Clients at work, each on one errand after the other, of every kind. */
final class Load implements AutoCloseable {
  private static final int CLIENTS = 8;

  /** At most so long between two errands: what is under way should be many kinds, not much. */
  private static final int MOST_PAUSE_MS = 60;

  private static final long LOOK = 2_000_000;

  private final Scene scene;
  private final List<Thread> clients = new ArrayList<>();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicInteger> done = new ConcurrentHashMap<>();
  private volatile boolean open = true;

  Load(Scene scene, SplittableRandom random) {
    this.scene = scene;
    for (int i = 0; i < CLIENTS; i++) {
      SplittableRandom own = random.split();
      int number = i + 1;
      clients.add(Thread.ofVirtual().start(() -> work(number, own)));
    }
  }

  private void work(int client, SplittableRandom random) {
    String session = "client-" + client;
    String first = "mark-%d-0".formatted(client);
    scene.acknowledged().begins(first);
    try {
      new ScheduleErrand(scene, random, first).session(session);
    } catch (Throwable fault) {
      note(first, fault);
      return;
    }
    for (int i = 1; open; i++) {
      String mark = "mark-%d-%d".formatted(client, i);
      scene.acknowledged().begins(mark);
      try {
        Errand errand = draw(random, mark, session);
        errand.carryOut();
        done.computeIfAbsent(errand.kind(), _ -> new AtomicInteger()).incrementAndGet();
      } catch (Throwable fault) {
        note(mark, fault);
      }
      LockSupport.parkNanos(Duration.ofMillis(random.nextInt(MOST_PAUSE_MS)).toNanos());
    }
  }

  private void note(String mark, Throwable fault) {
    if (!scene.acknowledged().isExcused(mark)) {
      faults.add(
          fault instanceof AssertionError
              ? String.valueOf(fault.getMessage())
              : mark + ": " + fault);
    }
  }

  private Errand draw(SplittableRandom random, String mark, String session) {
    return switch (random.nextInt(10)) {
      case 0, 1 -> new ApprovalErrand(scene, random, mark, session, false);
      case 2, 3, 4 -> new ApprovalErrand(scene, random, mark, session, true);
      case 5 -> new QuestionErrand(scene, random, mark);
      case 6 -> new ChildErrand(scene, random, mark);
      case 7 -> new DeliveryErrand(scene, random, mark);
      case 8 ->
          random.nextBoolean()
              ? new ScheduleErrand(scene, random, mark)
              : new OutsideErrand(scene, random, mark, session);
      default -> new SecretErrand(scene, random, mark);
    };
  }

  /** Waits until this number of further calls were acknowledged, and no longer than that. */
  void awaitMore(int operations, Duration atMost) {
    long target = scene.acknowledged().operations() + operations;
    long end = System.nanoTime() + atMost.toNanos();
    while (faults.isEmpty()
        && scene.acknowledged().operations() < target
        && System.nanoTime() < end) {
      LockSupport.parkNanos(LOOK);
    }
  }

  /** What went wrong for a client, as it saw it. */
  List<String> faults() {
    return List.copyOf(faults);
  }

  /** Errands that came to their end, by kind. */
  Map<String, AtomicInteger> done() {
    return done;
  }

  /** Begins nothing new, and waits until all that is under way has come to its end. */
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
  }
}
