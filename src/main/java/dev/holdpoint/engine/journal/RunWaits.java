package dev.holdpoint.engine.journal;

import dev.holdpoint.core.problem.Problem;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Lets a caller wait, on its own virtual thread, until a run has come to where the caller wants it,
 * or until the daemon leaves: whoever waits then is told how things are, and asks the next daemon.
 */
public final class RunWaits implements AutoCloseable {
  private final Feed feed;
  private final Set<Semaphore> waiting = ConcurrentHashMap.newKeySet();
  private volatile boolean leaving;
  private volatile BooleanSupplier crowded = () -> false;

  public RunWaits(Feed feed) {
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

  /**
   * @param isCrowded whether only the connections that are kept for decisions are left
   */
  public void giveWayWhen(BooleanSupplier isCrowded) {
    crowded = isCrowded;
  }

  /** Whether nobody more may wait: each holds a connection that a person may need to decide. */
  public boolean isCrowded() {
    return crowded.getAsBoolean();
  }

  /** Refuses one who would wait, before anything is done. */
  public void mustHaveRoom() {
    if (isCrowded()) {
      throw noRoom("Ask without waiting, or retry later.");
    }
  }

  /**
   * @param then what can be done instead
   */
  public static RuntimeException noRoom(String then) {
    return Problem.UNAVAILABLE
        .because("Too many open connections: those that are left are for decisions. " + then)
        .asException();
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
