package dev.holdpoint.engine.permit;

import dev.holdpoint.core.permit.PermitTerms;

/**
 * How long permits and their results may take where the asker says nothing.
 *
 * @param ttlMs from the yes to the redemption
 * @param resultWithinMs from the redemption to the result
 */
public record PermitTimes(long ttlMs, long resultWithinMs) {
  public static final PermitTimes USUAL = new PermitTimes(3_600_000, 3_600_000);

  long ttlMs(PermitTerms terms) {
    return terms.ttlMs() == null ? ttlMs : terms.ttlMs();
  }
}
