package dev.holdpoint.http.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A source in memory, that counts what is done to it. Event n has the id n + 1. */
final class Journal implements FrameSource {
  private final List<byte[]> frames = new ArrayList<>();
  private final Set<Runnable> wakes = ConcurrentHashMap.newKeySet();
  final AtomicInteger reads = new AtomicInteger();
  final AtomicInteger reading = new AtomicInteger();
  final AtomicInteger readingAtOnce = new AtomicInteger();

  /** Each read takes one permit, so that a test can hold a read in its hand. */
  volatile Semaphore gate = new Semaphore(Integer.MAX_VALUE);

  void append(String data) {
    synchronized (frames) {
      frames.add(Frames.event(Integer.toString(frames.size() + 1), "e", data.getBytes(UTF_8)));
    }
    wakes.forEach(Runnable::run);
  }

  void wake() {
    wakes.forEach(Runnable::run);
  }

  int registrations() {
    return wakes.size();
  }

  @Override
  public Batch next(long cursor, int maxFrames) {
    reads.incrementAndGet();
    readingAtOnce.accumulateAndGet(reading.incrementAndGet(), Math::max);
    try {
      gate.acquireUninterruptibly();
      synchronized (frames) {
        int from = (int) cursor;
        int to = Math.min(frames.size(), from + maxFrames);
        return new Batch(List.copyOf(frames.subList(from, to)), to, to < frames.size());
      }
    } finally {
      reading.decrementAndGet();
    }
  }

  @Override
  public Registration onNews(Runnable wake) {
    // A method reference may be shared; an entry of one's own is not.
    Runnable own = () -> wake.run();
    wakes.add(own);
    return () -> wakes.remove(own);
  }
}
