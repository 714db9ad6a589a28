package dev.holdpoint.core.permit;

import org.jspecify.annotations.Nullable;

/** What may happen to a permit. */
public sealed interface PermitCommand {
  /**
   * A runner wants to begin.
   *
   * @param attempt for which the permit was given out that it shows
   * @param withinMs how long its result may take; null for without end
   */
  record Redeem(int attempt, String by, String keySha256, long nowMs, @Nullable Long withinMs)
      implements PermitCommand {}

  /** The runner says what became of it. */
  record Report(
      String by,
      String keySha256,
      Outcome outcome,
      @Nullable String outputDigest,
      @Nullable String error,
      long nowMs)
      implements PermitCommand {}

  /**
   * A person takes it back.
   *
   * @param words why, in their own words; null where they give none
   */
  record Revoke(VoidReason reason, String by, long nowMs, @Nullable String words)
      implements PermitCommand {}

  /** A moment has come: the end of the permit, or the time by which a result is due. */
  record Lapse(long nowMs) implements PermitCommand {}

  record EndSession(String by, long atMs) implements PermitCommand {}

  /** What the yes depends on was found changed when somebody wanted to begin. */
  record FindMoved(String by, long nowMs) implements PermitCommand {}

  /**
   * A person says what became of an attempt whose end nobody reported.
   *
   * @param ttlMs how long the next attempt may wait to be begun; null where the yes was good for
   *     one attempt alone
   */
  record Settle(Answer answer, String by, long nowMs, @Nullable Long ttlMs)
      implements PermitCommand {}

  /** The runner of an earlier attempt reports an effect after all. */
  record ComeLate(Outcome outcome, String by, long nowMs) implements PermitCommand {}

  /** What a runner says. */
  enum Outcome {
    /** It is still at it. */
    STARTED,
    SUCCEEDED,
    FAILED,
    UNCERTAIN
  }

  /** What a person says. */
  enum Answer {
    HAPPENED,
    NOT_HAPPENED,
    UNKNOWN
  }
}
