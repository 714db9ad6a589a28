package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.process.Leftover;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a call that was started and left no result.
 *
 * @param leftovers what an earlier daemon was in the middle of
 * @param asks whether a person is asked; else the run is interrupted
 * @param expiresAfterMs how long the question waits; empty: as long as it takes
 * @param node the name of this node; null where there are no others
 */
public record EffectTerms(
    List<Leftover> leftovers, boolean asks, Optional<Long> expiresAfterMs, @Nullable String node) {
  /** Asks, on a daemon that nothing was left for. */
  public static final EffectTerms ASK = new EffectTerms(List.of(), true, Optional.empty(), null);

  boolean wasRunning(String runId, String callId) {
    return leftovers.stream()
        .anyMatch(
            left ->
                left.wasRunning() && left.runId().equals(runId) && left.callId().equals(callId));
  }

  @Nullable Long expiry() {
    return expiresAfterMs.orElse(null);
  }
}
