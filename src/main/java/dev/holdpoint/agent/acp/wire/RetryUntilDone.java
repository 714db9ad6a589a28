package dev.holdpoint.agent.acp.wire;

import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.port.failure.StoreFailure;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Does what has to be done, however long the database is away or the disk is full. */
public final class RetryUntilDone {
  private static final Duration BETWEEN = Duration.ofSeconds(1);

  private RetryUntilDone() {}

  public static void until(Runnable done, BooleanSupplier givenUp) {
    until(done, givenUp, BETWEEN);
  }

  static void until(Runnable done, BooleanSupplier givenUp, Duration between) {
    while (!givenUp.getAsBoolean() && !isDone(done)) {
      try {
        Thread.sleep(between); // the store gives no sign when it is well again
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** What was read or written in vain may work later; everything else is told. */
  private static boolean isDone(Runnable done) {
    try {
      done.run();
      return true;
    } catch (StoreFailure e) {
      return false;
    } catch (Refused e) {
      if (!e.refusal().isPassing()) {
        throw e;
      }
      return false;
    }
  }
}
