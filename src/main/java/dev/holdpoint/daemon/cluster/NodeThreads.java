package dev.holdpoint.daemon.cluster;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node does all the time because there are others: it listens to what they commit, and it
 * calls when it has committed something itself, once for many commits.
 */
public final class NodeThreads implements CommitListener, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NodeThreads.class);

  /** How often it looks by itself, in case a call was lost. */
  private static final long LOOK_MS = 500;

  /** Calls within this time are one. */
  private static final long CALL_MS = 5;

  /** Others call with every commit, and only now and then because they let go of something. */
  private static final long ASK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Engine engine;
  private final Membership membership;
  private final Runnable heard;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Thread> threads;
  private boolean news;
  private volatile boolean open = true;

  /**
   * @param heard called after others have called, whether or not they have written to the journal
   */
  public NodeThreads(Engine engine, Membership membership, Runnable heard) {
    this.engine = engine;
    this.membership = membership;
    this.heard = heard;
    this.threads = List.of(thread("node-ear", this::listen), thread("node-voice", this::call));
  }

  private static Thread thread(String name, Work work) {
    return Thread.ofPlatform()
        .daemon()
        .name(name)
        .unstarted(
            () -> {
              try {
                work.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  @FunctionalInterface
  private interface Work {
    void run() throws InterruptedException;
  }

  public void start() {
    threads.forEach(Thread::start);
  }

  @Override
  public void rows(List<JournalRow> rows) {}

  /** Others have to hear of all of it: also of what is revoked, or taken away. */
  @Override
  public void committed() {
    lock.lock();
    try {
      news = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void listen() throws InterruptedException {
    long looked = System.nanoTime();
    long asked = looked - ASK_NANOS;
    boolean owed = false;
    while (open) {
      try {
        boolean called = engine.cluster().await(LOOK_MS);
        // What it hears most is itself.
        if (called || System.nanoTime() - looked >= TimeUnit.MILLISECONDS.toNanos(LOOK_MS)) {
          looked = System.nanoTime();
          engine.catchUp();
        }
        owed |= called;
        if (owed && System.nanoTime() - asked >= ASK_NANOS) {
          asked = System.nanoTime();
          owed = false;
          heard.run();
        }
      } catch (RuntimeException e) {
        log.debug("commits of other nodes could not be read: {}", e.getMessage());
        pause(LOOK_MS);
      }
    }
  }

  private void call() throws InterruptedException {
    while (awaitNews()) {
      if (membership.others() > 0) {
        try {
          engine.cluster().announce();
        } catch (RuntimeException e) {
          // They look by themselves.
          log.debug("the other nodes could not be notified: {}", e.getMessage());
        }
        pause(CALL_MS);
      }
    }
  }

  private boolean awaitNews() throws InterruptedException {
    lock.lock();
    try {
      while (open && !news) {
        changed.await();
      }
      news = false;
      return open;
    } finally {
      lock.unlock();
    }
  }

  private void pause(long ms) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(ms);
      while (open && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      open = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      for (Thread thread : threads) {
        thread.join(TimeUnit.SECONDS.toMillis(2));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
