package dev.holdpoint.engine.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * What {@link Writer} is to the daemon, for the simulation: the seed says how works share a
 * transaction.
 */
public final class SeededCommits implements Commits {
  private final Engine engine;
  private final Executor threads;
  private final RandomGenerator random;
  private final Runnable pause;
  private final List<PendingWork<?>> waiting = new ArrayList<>();
  private final List<PendingWork<?>> batch = new ArrayList<>();
  private boolean writing;

  /** A caller's process died before the answer. */
  private static final class NoAnswer extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoAnswer() {
      super("no answer", null, false, false);
    }
  }

  /**
   * @param pause lets others go first; throws when the process is dead
   */
  public SeededCommits(Engine engine, Executor threads, RandomGenerator random, Runnable pause) {
    this.engine = engine;
    this.threads = threads;
    this.random = random;
    this.pause = pause;
  }

  @Override
  public <R> R commit(Work<R> work) {
    pause.run();
    PendingWork<R> pending = new PendingWork<>(work);
    waiting.add(pending);
    if (!writing) {
      writing = true;
      threads.execute(this::write);
    }
    try {
      R answer = pending.await();
      pause.run();
      return answer;
    } catch (NoAnswer e) {
      pause.run();
      throw e;
    }
  }

  private void write() {
    while (!waiting.isEmpty()) {
      pause.run();
      int together = 1 + random.nextInt(waiting.size());
      batch.addAll(waiting.subList(0, together));
      waiting.subList(0, together).clear();
      engine.commit(batch);
      batch.clear();
      if (Thread.interrupted()) {
        throw new AssertionError("somebody interrupted the writer");
      }
    }
    writing = false;
  }

  /** Ends those who wait for an answer that will not come. */
  public void abandon() {
    waiting.addAll(batch);
    waiting.forEach(pending -> pending.fail(new NoAnswer()));
    waiting.clear();
  }
}
