package dev.holdpoint.engine.external;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;

/**
 * A request is new, and what it depends on has to be fetched before it is raised. No commit waits
 * for a server, and what was asked before is found without one.
 */
public final class NotFetched extends Refused {
  private static final long serialVersionUID = 1L;

  NotFetched() {
    super(
        Problem.PRECONDITION_UNMET.because(
            "A precondition was not fetched in time. Nothing was raised. Send the request again."));
  }
}
