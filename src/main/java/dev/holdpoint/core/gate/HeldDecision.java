package dev.holdpoint.core.gate;

import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.record.Json;
import org.jspecify.annotations.Nullable;

/**
 * A decision that takes effect a moment after it was sent, and can be taken back until then.
 *
 * @param tokenId the id of the token that sent it; it must be good when the decision takes effect
 * @param role of that token
 * @param behavior the word that was sent
 * @param revision of the request that it is for
 * @param sent the resolution exactly as it was sent
 */
public record HeldDecision(
    String by,
    @Nullable String tokenId,
    @Nullable Role role,
    String behavior,
    long atMs,
    long untilMs,
    int revision,
    Json sent) {
  public static final long LONGEST_MS = 60_000;

  /** Until when it is held: before the deadline, which would end the request first. */
  public static long until(long nowMs, long forMs, @Nullable Long expiresAtMs) {
    long untilMs = nowMs + forMs;
    return expiresAtMs == null ? untilMs : Math.min(untilMs, expiresAtMs - 1);
  }

  /** Whether this person sent it. Nothing signed is held, so it is by the person's own name. */
  public boolean isOf(String principal) {
    return PrincipalName.isSame(by, principal);
  }

  public boolean isDueAt(long nowMs) {
    return nowMs >= untilMs;
  }
}
