package dev.holdpoint.agent.provider;

import org.jspecify.annotations.Nullable;

/** How long to wait before the next attempt. */
final class Backoff {
  private static final long FIRST_MS = 500;
  private static final long LONGEST_MS = 20_000;

  /** A provider that asks for more is not waited for: the run's worker would be idle all along. */
  static final long LONGEST_ASKED_MS = 60_000;

  private Backoff() {}

  /**
   * Doubles, and is spread over the upper half, so that those who failed together do not come back
   * together. What the provider asks for is kept, and a little more for the same reason.
   *
   * @param failed how many attempts have failed, from 1
   * @param chance from 0 to 1, by chance
   */
  static long beforeNext(int failed, @Nullable Long askedMs, double chance) {
    long usual = Math.min(LONGEST_MS, FIRST_MS << Math.min(failed - 1, 10));
    if (askedMs == null) {
      return usual / 2 + (long) (chance * (usual / 2.0));
    }
    long asked = Math.min(askedMs, LONGEST_ASKED_MS);
    return asked + (long) (chance * Math.min(asked / 10.0, FIRST_MS));
  }
}
