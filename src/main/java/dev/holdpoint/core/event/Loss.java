package dev.holdpoint.core.event;

/**
 * Commits that a ledger has lost and that a person has let go.
 *
 * @param commits how many
 * @param sinceMs when the last commit was made that is still there; 0 when none is
 * @param untilMs when the last one was made that is gone
 * @param acceptedAtMs when the person said so
 */
public record Loss(long commits, long sinceMs, long untilMs, long acceptedAtMs) {
  /** Both together, the other one being the later. */
  public Loss and(Loss later) {
    return new Loss(
        commits + later.commits,
        Math.min(sinceMs, later.sinceMs),
        later.untilMs,
        later.acceptedAtMs);
  }
}
