package dev.holdpoint.agent.provider;

/** What came of one attempt; the word is a label of a metric. */
public enum AttemptOutcome {
  OK(false),
  /** Nobody answered, or not in time. */
  UNREACHABLE(true),
  RATE_LIMITED(true),
  UNAVAILABLE(true),
  /** The answer stopped before its end. */
  CUT(true),
  /** What came is no answer. */
  MALFORMED(true),
  /** The provider does not want this request, and would not the next time. */
  REFUSED(false),
  INTERRUPTED(false);

  private final boolean passing;

  AttemptOutcome(boolean passing) {
    this.passing = passing;
  }

  /** Whether the same request may well be answered a little later. */
  public boolean isPassing() {
    return passing;
  }
}
