package dev.holdpoint.agent.mcp;

import java.util.concurrent.TimeUnit;

/** How long a list is good, which a server may say and nobody has to believe. */
final class Freshness {
  /** What is over sooner would be read again with every look. */
  private static final long LEAST_MS = 1_000;

  private static final long MOST_MS = TimeUnit.DAYS.toMillis(365);

  private long untilNanos;
  private boolean limited;
  private long tries;

  void listed(long ttlMs) {
    tries++;
    limited = ttlMs != Long.MAX_VALUE;
    untilNanos =
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.clamp(ttlMs, LEAST_MS, MOST_MS));
  }

  /** It could not be read again; the one before is good until the next try. */
  void tried() {
    tries++;
  }

  /** How often it was read, or could not be. */
  long tries() {
    return tries;
  }

  boolean isOver() {
    return limited && System.nanoTime() - untilNanos > 0;
  }
}
