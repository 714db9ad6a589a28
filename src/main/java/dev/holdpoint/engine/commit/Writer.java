package dev.holdpoint.engine.commit;

import dev.holdpoint.core.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits one transaction at a time. While one is being written, here or at another node, the next
 * works gather for a thread that commits them together, so that many callers share one fsync. A
 * caller who comes alone commits on his own thread: to wake another and be woken by it costs as
 * much as the fsync.
 */
public final class Writer implements Commits, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Writer.class);

  private static final int CALM = 2;

  private final Engine engine;
  private final BlockingQueue<PendingWork<?>> waiting = new LinkedBlockingQueue<>();
  private final ReentrantLock turn = new ReentrantLock();
  private final Thread thread;
  private volatile boolean open = true;

  /** Whether the last transaction had room: under load it is the writer's thread that commits. */
  private volatile boolean calm = true;

  public Writer(Engine engine) {
    this.engine = engine;
    this.thread = Thread.ofPlatform().name("writer").unstarted(this::run);
  }

  public Writer start() {
    thread.start();
    return this;
  }

  @Override
  public <R> R commit(Work<R> work) {
    PendingWork<R> pending = new PendingWork<>(work);
    if (calm && waiting.isEmpty() && turn.tryLock()) {
      try {
        if (open) {
          commit(List.of(pending), () -> {});
          return pending.await();
        }
      } finally {
        turn.unlock();
      }
    }
    waiting.add(pending);
    if (!open && waiting.remove(pending)) {
      throw Problem.UNAVAILABLE.because("The daemon is stopping.").asException();
    }
    return pending.await();
  }

  private void run() {
    List<PendingWork<?>> batch = new ArrayList<>(Engine.BATCH);
    while (true) {
      try {
        batch.add(waiting.take());
      } catch (InterruptedException e) {
        // Closing: what is already queued is still committed.
        if (waiting.drainTo(batch, Engine.BATCH) == 0) {
          return;
        }
      }
      turn.lock();
      try {
        commit(batch, () -> waiting.drainTo(batch, Engine.BATCH - batch.size()));
      } finally {
        turn.unlock();
      }
      calm = batch.size() <= CALM;
      batch.clear();
      if (!open && waiting.isEmpty()) {
        return;
      }
    }
  }

  /** Whatever happens, every caller gets an answer and the next ones are served. */
  private void commit(List<? extends PendingWork<?>> batch, Runnable gather) {
    try {
      engine.commit(batch, gather);
    } catch (RuntimeException | Error e) {
      log.error("a transaction was aborted", e);
      batch.forEach(
          work ->
              work.fail(
                  Problem.INTERNAL_ERROR
                      .because(
                          "The daemon had an internal error. Check whether the change was made.")
                      .asException()));
    }
  }

  /** Commits what is queued and stops. */
  @Override
  public void close() {
    turn.lock();
    try {
      // A caller who commits on his own thread has finished; the next one sees that it is over.
      open = false;
    } finally {
      turn.unlock();
    }
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
