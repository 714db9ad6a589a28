package dev.holdpoint.engine;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Run;

/**
 * Whether whoever waits for a decision can be told of it. A click that nobody would hear must not
 * be told that it worked.
 */
public interface Reach {
  /** The loop is always there. */
  Reach OWN =
      new Reach() {
        @Override
        public boolean isThere(Run run) {
          return true;
        }

        @Override
        public void bring(long runKey) {}
      };

  /** Whether the run goes on when it is decided. Asked by the writer, so it answers at once. */
  boolean isThere(Run run);

  /**
   * Gets the run's agent back, and may take its time for that.
   *
   * @throws Refused when it cannot be done
   */
  void bring(long runKey);

  /** Tells a decision that it would not be heard. */
  default void check(Run run) {
    if (!isThere(run)) {
      throw new Unreached(run);
    }
  }

  /** That nobody is there; {@link Reaching} sees to it before anybody hears of it. */
  final class Unreached extends Refused {
    private static final long serialVersionUID = 1L;
    private final long runKey;

    Unreached(Run run) {
      super(unavailable(run.id(), "its process is not there"));
      this.runKey = run.key();
    }

    long runKey() {
      return runKey;
    }
  }

  static Refusal unavailable(String runId, String why) {
    return Problem.GATEWAY_RUN_UNAVAILABLE.because(
        "The agent of run "
            + runId
            + " cannot be told: "
            + why
            + ". Nothing was decided and it still waits; answer again when the agent can be started,"
            + " or cancel the run.");
  }
}
