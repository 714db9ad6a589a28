package dev.holdpoint.core.delivery;

import org.jspecify.annotations.Nullable;

/** What came of one attempt. */
public sealed interface AttemptResult {
  /** Hex SHA-256 of what was answered, or null if nothing was. */
  @Nullable String responseDigest();

  record Taken(@Nullable String responseDigest) implements AttemptResult {}

  /**
   * @param isFinal whether trying again would change nothing
   * @param retryAfterMs how long the other side wants to be left alone, or null
   */
  record Refused(
      DeliveryFault fault,
      boolean isFinal,
      @Nullable Long retryAfterMs,
      @Nullable String responseDigest)
      implements AttemptResult {}
}
