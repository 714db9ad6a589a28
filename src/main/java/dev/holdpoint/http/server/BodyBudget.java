package dev.holdpoint.http.server;

import dev.holdpoint.core.problem.Problem;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the bytes of all bodies that are in memory together, so that many large requests at once
 * get a 503 and not the daemon an OutOfMemoryError.
 */
final class BodyBudget {
  private final AtomicLong left;

  BodyBudget(long bytes) {
    this.left = new AtomicLong(bytes);
  }

  void take(int bytes) {
    if (left.addAndGet(-bytes) < 0) {
      left.addAndGet(bytes);
      throw Problem.UNAVAILABLE
          .because("Too many large requests at once; retry in a moment.")
          .asException();
    }
  }

  void giveBack(int bytes) {
    left.addAndGet(bytes);
  }
}
