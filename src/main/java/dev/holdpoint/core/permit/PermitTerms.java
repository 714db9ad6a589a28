package dev.holdpoint.core.permit;

import org.jspecify.annotations.Nullable;

/**
 * What the asker wants of the permit that a yes gives.
 *
 * @param audience who may redeem it; null for the token that asked
 * @param ttlMs how long after the yes; null: as the configuration says
 * @param resultWithinMs how long a result may take; null: as the configuration says, or without end
 *     where the asker has no way to report one
 */
public record PermitTerms(
    @Nullable String audience, @Nullable Long ttlMs, @Nullable Long resultWithinMs) {
  public static final long SHORTEST_MS = 1_000;
  public static final long LONGEST_TTL_MS = 86_400_000;
  public static final long LONGEST_RESULT_MS = 604_800_000;

  public static final PermitTerms NONE = new PermitTerms(null, null, null);
}
