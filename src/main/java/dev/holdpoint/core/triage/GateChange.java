package dev.holdpoint.core.triage;

import java.util.Locale;

/** What happened to a gate that did not settle it. */
public enum GateChange {
  VOTED,
  OBJECTED,
  HELD,
  UNDONE,
  STAGE_OPENED,
  DEADLINE_MOVED,
  POLICY_CHANGED,
  SEEN,
  CLAIMED,
  RELEASED,
  CLAIM_ENDED,
  ASSIGNED,
  SNOOZED,
  WOKEN,
  COMMENTED,
  WATCHED,
  UNWATCHED,
  LATE_ANSWER;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the standing may be another afterwards. */
  public boolean isOfStanding() {
    return (isOfRun() && this != HELD && this != UNDONE) || this == POLICY_CHANGED;
  }

  /** Whether it changes the run, whose own journal row tells of it then. */
  public boolean isOfRun() {
    return switch (this) {
      case VOTED, OBJECTED, HELD, UNDONE, STAGE_OPENED, DEADLINE_MOVED -> true;
      case POLICY_CHANGED,
          SEEN,
          CLAIMED,
          RELEASED,
          CLAIM_ENDED,
          ASSIGNED,
          SNOOZED,
          WOKEN,
          COMMENTED,
          WATCHED,
          UNWATCHED,
          LATE_ANSWER ->
          false;
    };
  }
}
