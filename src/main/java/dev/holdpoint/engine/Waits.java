package dev.holdpoint.engine;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lets a caller wait, on its own virtual thread, until a run has come to where the caller wants it.
 */
public final class Waits {
  private final Feed feed;

  public Waits(Feed feed) {
    this.feed = feed;
  }

  /**
   * Looks now and after each commit that concerns the run, until there is an answer or the time is
   * over.
   */
  public <T> Optional<T> until(long runKey, long timeoutMs, Supplier<Optional<T>> look) {
    Semaphore news = new Semaphore(0);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    try (AutoCloseable _ = feed.listen(new Feed.Filter.OfRun(runKey), news::release)) {
      while (true) {
        Optional<T> found = look.get();
        if (found.isPresent()) {
          return found;
        }
        if (!news.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
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
    }
  }
}
