package dev.holdpoint.core.delivery;

import java.util.Locale;

/** What somebody can be told of. Stored by name: append only. */
public enum NoticeEvent {
  APPROVAL_REQUESTED,
  QUESTION_REQUESTED,
  /** A gate that nobody has settled is about to expire. */
  EXPIRING_SOON,
  RUN_FAILED,
  /** A gate that nobody has looked at waits on. */
  UNSEEN,
  /** Somebody has given a gate to somebody. */
  ASSIGNED,
  /** A further stage of a gate's policy has opened. */
  ESCALATED,
  APPROVAL_RESOLVED,
  QUESTION_RESOLVED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
