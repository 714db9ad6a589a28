package dev.holdpoint.core.gate;

/** Why a gate ended that nobody decided, other than by its deadline. */
public enum Withdrawal {
  /** The asker is gone, or its run ended. */
  GONE(Outcome.WITHDRAWN),
  /** A person ended the run or the session. */
  CANCELLED(Outcome.CANCELLED),
  /** The asker put a revision in its place. */
  SUPERSEDED(Outcome.SUPERSEDED);

  private final Outcome outcome;

  Withdrawal(Outcome outcome) {
    this.outcome = outcome;
  }

  public Outcome outcome() {
    return outcome;
  }
}
