package dev.holdpoint.agent.acp.wire;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an agent has sent, dealt with one after the other. An agent that sends faster than that has
 * to wait: nothing is dropped, and nothing piles up.
 */
public final class SerialQueue {
  private static final Logger log = LoggerFactory.getLogger(SerialQueue.class);
  private static final int LONGEST = 64;

  private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>(LONGEST);
  private final AtomicBoolean ending = new AtomicBoolean();
  private volatile boolean over;

  public SerialQueue() {
    Thread.ofVirtual().name("acp-server").start(this::work);
  }

  public void put(Runnable step) {
    try {
      if (!over) {
        queue.put(step);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The last step, behind all that came before; what comes after it is not looked at. */
  public void end(Runnable last) {
    if (ending.compareAndSet(false, true)) {
      // By a thread of its own: whoever ends a server does not wait for it.
      Thread.ofVirtual()
          .name("acp-server-end")
          .start(
              () ->
                  put(
                      () -> {
                        over = true;
                        queue.clear();
                        last.run();
                      }));
    }
  }

  private void work() {
    try {
      while (!over) {
        step(queue.take());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void step(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      // Each step answers for its own failures; this one has a bug, and the next must not suffer.
      log.error("a message of an agent could not be processed", e);
    }
  }
}
