package dev.holdpoint.engine.cluster;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.port.store.Queries;
import org.jspecify.annotations.Nullable;

/**
 * Whether whoever waits for a decision can be told of it. A click that nobody would hear must not
 * be told that it worked.
 */
public interface Reachability {
  /** The loop is always there. */
  Reachability OWN =
      new Reachability() {
        @Override
        public Place whereIs(Run run, Queries queries) {
          return Place.HERE;
        }

        @Override
        public void bring(long runKey) {}
      };

  /** Where whoever waits is. */
  enum Place {
    /** At this daemon, or nobody has to be anywhere. */
    HERE,
    /** At another node, which hears of the decision by the ledger. */
    ELSEWHERE,
    /** At another node, of which nobody knows whether it will hear of the decision. */
    DOUBTFUL,
    /** Nowhere; perhaps it can be brought back. */
    NOWHERE
  }

  /** Where the run goes on when it is decided. Asked by the writer, so it answers at once. */
  Place whereIs(Run run, Queries queries);

  /**
   * Gets the run's agent back to this daemon, unless another has it, and may take its time for
   * that.
   *
   * @throws Refused when it cannot be done
   */
  void bring(long runKey);

  /**
   * Why the agent cannot receive a decision, after an attempt to get it back; null when it can. A
   * no is made all the same, and ends the run.
   */
  default @Nullable Unavailable lost(Run run, Queries queries) {
    return switch (whereIs(run, queries)) {
      case HERE, ELSEWHERE -> null;
      case DOUBTFUL -> throw notRelayed(run.id()).asException();
      case NOWHERE -> {
        Unavailable tried =
            ReconnectingCommits.TRIED.isBound()
                ? ReconnectingCommits.TRIED.get().get(run.key())
                : null;
        if (tried == null) {
          throw new Unreached(run);
        }
        yield tried;
      }
    };
  }

  /** The agent is not there, and could not be brought back. */
  final class Unavailable extends Refused {
    private static final long serialVersionUID = 1L;
    private final String why;

    private Unavailable(String runId, String why) {
      super(unavailable(runId, why));
      this.why = why;
    }

    /** How the run ends when it does not wait for the agent. */
    public String ending() {
      return "the agent could not be brought back to receive the decision: " + why;
    }
  }

  /** The agent is not there; {@link ReconnectingCommits} reconnects it before a caller notices. */
  final class Unreached extends Refused {
    private static final long serialVersionUID = 1L;
    private final long runKey;

    Unreached(Run run) {
      super(unavailable(run.id(), "its process is not running"));
      this.runKey = run.key();
    }

    long runKey() {
      return runKey;
    }
  }

  private static Refusal notRelayed(String runId) {
    return Problem.RELAY_FAILED.because(
        "The agent of run "
            + runId
            + " is on another node, which does not respond or is starting it. Nothing "
            + "was decided and the request is still pending. Send the decision again "
            + "in a few seconds.");
  }

  static Unavailable unavailable(Run run, String why) {
    return new Unavailable(run.id(), why);
  }

  private static Refusal unavailable(String runId, String why) {
    return Problem.GATEWAY_RUN_UNAVAILABLE.because(
        "The agent of run "
            + runId
            + " cannot receive the decision: "
            + why
            + ". Nothing was decided and the request is still pending. Send the "
            + "decision again when the agent can be started, or deny the request or cancel "
            + "the run, which both end it.");
  }
}
