package dev.holdpoint.core.policy;

/** What a person's word would be worth on a gate. */
public enum Right {
  /** The yes is counted, or the no ends the gate. */
  GRANTED,
  /** The no is recorded and ends nothing by itself. */
  OBJECTION,
  /** Refused: the person submitted the run. */
  REQUESTER,
  /** Refused: nobody asks this person. */
  NOT_NAMED;

  public boolean isRefused() {
    return this == REQUESTER || this == NOT_NAMED;
  }
}
