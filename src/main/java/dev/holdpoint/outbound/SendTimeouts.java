package dev.holdpoint.outbound;

/**
 * How long a receiver is waited for.
 *
 * @param attemptMs from the lookup of its name to the last byte of its answer
 */
public record SendTimeouts(long connectMs, long attemptMs) {
  public static final SendTimeouts USUAL = new SendTimeouts(5_000, 10_000);
}
