package dev.holdpoint.http.stream;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs the streams that have something to do on a few virtual threads. One commit may wake ten
 * thousand streams: waking is an entry in a queue, and the number of sources read at the same time
 * stays small, whatever the number of streams.
 */
final class Pumps {
  private final ConcurrentLinkedQueue<SseStream> ready = new ConcurrentLinkedQueue<>();
  private final AtomicInteger workers = new AtomicInteger();
  private final int maxWorkers;

  Pumps(int maxWorkers) {
    this.maxWorkers = maxWorkers;
  }

  void add(SseStream stream) {
    ready.add(stream);
    startWorker();
  }

  private void startWorker() {
    int running = workers.get();
    while (running < maxWorkers) {
      if (workers.compareAndSet(running, running + 1)) {
        Thread.ofVirtual().name("sse-pump").start(this::work);
        return;
      }
      running = workers.get();
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // a virtual thread gives way by no other means
  private void work() {
    for (var stream = ready.poll(); stream != null; stream = ready.poll()) {
      stream.pump();
      // Virtual threads are not interrupted: requests, which share the few carriers, have their
      // turn.
      Thread.yield();
    }
    workers.decrementAndGet();
    // Between the last poll and the decrement a stream may have come that found every worker busy.
    if (!ready.isEmpty()) {
      startWorker();
    }
  }
}
