package dev.holdpoint.agent.acp;

import dev.holdpoint.engine.port.StoreFailure;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Does what has to be done, however long the database is away. */
final class Patiently {
  private static final Duration BETWEEN = Duration.ofSeconds(1);

  private Patiently() {}

  static void until(Runnable done, BooleanSupplier givenUp) {
    while (!givenUp.getAsBoolean()) {
      try {
        done.run();
        return;
      } catch (StoreFailure e) {
        try {
          Thread.sleep(BETWEEN);
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }
}
