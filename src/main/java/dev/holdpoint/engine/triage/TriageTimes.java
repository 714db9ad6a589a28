package dev.holdpoint.engine.triage;

/**
 * How long claims last where nobody says it.
 *
 * @param claimMs of one's own
 * @param assignMs in another's name
 */
public record TriageTimes(long claimMs, long assignMs) {
  public static final TriageTimes USUAL = new TriageTimes(900_000, 86_400_000);
}
