package dev.holdpoint.agent.provider;

import org.jspecify.annotations.Nullable;

/** One attempt at a turn gave none. */
final class AttemptFailed extends Exception {
  private static final long serialVersionUID = 1L;

  private final AttemptOutcome outcome;
  private final @Nullable Long retryAfterMs;

  AttemptFailed(AttemptOutcome outcome, String message) {
    this(outcome, message, null);
  }

  /**
   * @param retryAfterMs how long the provider wants to be left alone, or null
   */
  AttemptFailed(AttemptOutcome outcome, String message, @Nullable Long retryAfterMs) {
    super(message, null, false, false);
    this.outcome = outcome;
    this.retryAfterMs = retryAfterMs;
  }

  AttemptOutcome outcome() {
    return outcome;
  }

  @Nullable Long retryAfterMs() {
    return retryAfterMs;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
