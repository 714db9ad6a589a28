package dev.holdpoint.blackbox;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Several callers at once. */
public final class Together {
  private Together() {}

  /** Starts all of them at the same moment, and gives what each brought home. */
  public static <T> List<T> call(int callers, IntFunction<T> call) {
    CyclicBarrier ready = new CyclicBarrier(callers);
    List<Future<T>> under = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
      for (int i = 0; i < callers; i++) {
        int caller = i;
        under.add(
            threads.submit(
                () -> {
                  ready.await();
                  return call.apply(caller);
                }));
      }
    }
    return under.stream().map(Future::resultNow).toList();
  }
}
