package dev.holdpoint.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one life of the daemon. They are virtual threads whose scheduler this is: a thread
 * that may go on waits in a list, and {@link #step} lets one of them run, on the caller's thread,
 * until it blocks or pauses. So nothing runs at the same time, and everything can run in any order.
 */
final class Schedule {
  private final RandomGenerator random;
  private final List<Runnable> ready = new ArrayList<>();
  private final Thread.Builder.OfVirtual threads = builder(this::ready);
  private boolean dead;
  private @Nullable Throwable broken;

  Schedule(RandomGenerator random) {
    this.random = random;
  }

  /** The JDK has this for its own tests; there is no public way to choose the scheduler yet. */
  private static Thread.Builder.OfVirtual builder(Executor scheduler) {
    try {
      var constructor =
          Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
              .getDeclaredConstructor(Executor.class);
      constructor.setAccessible(true);
      return (Thread.Builder.OfVirtual) constructor.newInstance(scheduler);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "the tests need --add-opens java.base/java.lang=ALL-UNNAMED, and a JDK that still has it",
          e);
    }
  }

  private void ready(Runnable continuation) {
    ready.add(continuation);
  }

  void spawn(Runnable task) {
    if (!dead) {
      threads.start(() -> run(task));
    }
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Crash e) {
      // Its process is gone, and it with it.
    } catch (Throwable e) {
      broken = broken == null ? e : broken;
    }
  }

  /** A place where others may come first. */
  @SuppressWarnings("ThreadPriorityCheck") // the seeded scheduler decides who comes next
  void pause() {
    if (Thread.currentThread().isVirtual()) {
      alive();
      while (random.nextInt(3) == 0) {
        Thread.yield();
        alive();
      }
    }
  }

  private void alive() {
    if (dead) {
      throw new Crash();
    }
  }

  /** Lets one thread go on; false when none can. */
  boolean step() {
    if (ready.isEmpty()) {
      return false;
    }
    ready.remove(random.nextInt(ready.size())).run();
    if (broken instanceof Violation violation) {
      throw violation;
    }
    if (broken != null) {
      throw new AssertionError("a thread of the daemon broke", broken);
    }
    return true;
  }

  boolean isDead() {
    return dead;
  }

  /** From here on no thread of this life does anything but end. */
  void die() {
    dead = true;
  }

  /** Lets the threads of a dead life end, so that they are not kept in memory. */
  void bury() {
    while (!ready.isEmpty()) {
      ready.removeLast().run();
    }
  }
}
