package dev.holdpoint.engine.run;

import dev.holdpoint.core.run.Run;
import org.jspecify.annotations.Nullable;

/**
 * The run that a call is answered with.
 *
 * @param replayed an earlier call with the same idempotency key did it
 * @param position in the session's queue, where the call has just put the run there
 */
public record RunOutcome(Run run, boolean replayed, @Nullable Integer position) {
  public RunOutcome(Run run, boolean replayed) {
    this(run, replayed, null);
  }
}
