package dev.holdpoint.engine.journal;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lets a caller wait, on its own virtual thread, until a run has come to where the caller wants it,
 * or until the daemon leaves: whoever waits then is told how things are, and asks the next daemon.
 */
public final class Waits implements AutoCloseable {
  private final Feed feed;
  private final Set<Semaphore> waiting = ConcurrentHashMap.newKeySet();
  private volatile boolean leaving;

  public Waits(Feed feed) {
    this.feed = feed;
  }

  /**
   * Looks now and after each commit that concerns the run, until there is an answer, the time is
   * over or the daemon leaves.
   */
  public <T> Optional<T> until(long runKey, long timeoutMs, Supplier<Optional<T>> look) {
    return until(runKey, timeoutMs, look, new Semaphore(0));
  }

  /**
   * @param news released by whoever wants the caller to look again for another reason
   */
  public <T> Optional<T> until(
      long runKey, long timeoutMs, Supplier<Optional<T>> look, Semaphore news) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    // Before the first look at the flag, so that whoever closes finds it here or is found out.
    waiting.add(news);
    try (AutoCloseable _ = feed.listen(new Feed.Filter.OfRun(runKey), news::release)) {
      while (true) {
        Optional<T> found = look.get();
        if (found.isPresent()) {
          return found;
        }
        if (leaving || !news.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          return look.get();
        }
        news.drainPermits();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      waiting.remove(news);
    }
  }

  /** Whether the daemon leaves, so that nobody has waited as long as he wanted to. */
  public boolean isLeaving() {
    return leaving;
  }

  /** Sends everybody home, and lets nobody wait from now on. */
  @Override
  public void close() {
    leaving = true;
    waiting.forEach(Semaphore::release);
  }
}
