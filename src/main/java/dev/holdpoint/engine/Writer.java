package dev.holdpoint.engine;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.Engine.Pending;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that commits. While one transaction is being written the next works gather, so that
 * many callers share one fsync and a lone caller waits for nobody.
 */
public final class Writer implements Commits, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Writer.class);

  private final Engine engine;
  private final BlockingQueue<Pending<?>> waiting = new LinkedBlockingQueue<>();
  private final Thread thread;
  private volatile boolean open = true;

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
    Pending<R> pending = new Pending<>(work);
    waiting.add(pending);
    if (!open && waiting.remove(pending)) {
      throw Problem.UNAVAILABLE.because("The daemon is stopping.").asException();
    }
    return pending.await();
  }

  private void run() {
    List<Pending<?>> batch = new ArrayList<>(Engine.BATCH);
    while (true) {
      try {
        batch.add(waiting.take());
      } catch (InterruptedException e) {
        // Closing: what is already queued is still committed.
        if (waiting.drainTo(batch, Engine.BATCH) == 0) {
          return;
        }
      }
      waiting.drainTo(batch, Engine.BATCH - batch.size());
      commit(batch);
      batch.clear();
      if (!open && waiting.isEmpty()) {
        return;
      }
    }
  }

  /** Whatever happens, every caller gets an answer and the next ones are served. */
  private void commit(List<Pending<?>> batch) {
    try {
      engine.commit(batch);
    } catch (RuntimeException | Error e) {
      log.error("a transaction broke off", e);
      batch.forEach(
          work ->
              work.fail(
                  Problem.INTERNAL_ERROR
                      .because("The daemon made a mistake; look whether the change was made.")
                      .asException()));
    }
  }

  /** Commits what is queued and stops. */
  @Override
  public void close() {
    open = false;
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
