package dev.holdpoint.core.gate;

/** What a person said in place of a plain no. The call does not run after any of them. */
public enum Denial {
  CHANGES_REQUESTED(Outcome.CHANGES_REQUESTED),
  ASKED_BACK(Outcome.ASKED_BACK),
  RESPONDED(Outcome.RESPONDED);

  private final Outcome outcome;

  Denial(Outcome outcome) {
    this.outcome = outcome;
  }

  public Outcome outcome() {
    return outcome;
  }

  /** Whether the agent is expected to ask again. */
  public boolean isRevisable() {
    return this != RESPONDED;
  }
}
