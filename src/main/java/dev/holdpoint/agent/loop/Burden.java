package dev.holdpoint.agent.loop;

import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.heap.Heap;
import dev.holdpoint.engine.journal.Transcripts;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Lets large runs go on one after the other where the heap has no room for more at once. */
final class Burden {
  /** What is said is read, turned into an answer, and written down with it. */
  private static final int TIMES = 14;

  private final int kilobytes =
      (int) Math.min(Integer.MAX_VALUE, Heap.ofThisProcess().work() >> 10);
  private final Semaphore left = new Semaphore(kilobytes, true);

  /** Waits for room for a run with this transcript; gives what is to be given back. */
  int take(List<Step> steps) throws InterruptedException {
    int need = (int) Math.min(kilobytes, ((long) TIMES * Transcripts.weight(steps)) >> 10);
    left.acquire(need);
    return need;
  }

  void giveBack(int taken) {
    left.release(taken);
  }
}
