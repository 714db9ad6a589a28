package dev.holdpoint.blackbox;

import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Lives.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Callers who ask for one thing after the other while the daemon dies. What has no answer then is
 * asked for again in its next life.
 */
final class Burst {
  private static final int CALLERS = 4;

  private final AtomicInteger number = new AtomicInteger();
  private final AtomicInteger answers = new AtomicInteger();
  private volatile boolean over;

  private Burst() {}

  /** Something that is asked for. */
  interface Call {
    /**
     * @param number another each time
     */
    void make(int number);
  }

  /** Kills the daemon among calls, so many answers after the first was made. */
  static Http survived(Lives lives, int enough, Call call) throws Exception {
    Burst burst = new Burst();
    List<Future<?>> callers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Http next =
          lives.killed(
              Moment.any()
                  .rightAfter(
                      () -> {
                        for (int i = 0; i < CALLERS; i++) {
                          callers.add(threads.submit(() -> burst.call(call)));
                        }
                        await()
                            .atMost(Lives.PATIENCE)
                            .pollInterval(Duration.ofMillis(1))
                            .until(() -> burst.over || burst.answers.get() >= enough);
                      })
                  .whileDown(() -> burst.over = true));
      for (Future<?> caller : callers) {
        caller.get();
      }
      return next;
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } finally {
      burst.over = true;
    }
  }

  private void call(Call call) {
    try {
      while (!over) {
        call.make(number.getAndIncrement());
        answers.incrementAndGet();
      }
    } finally {
      over = true;
    }
  }
}
