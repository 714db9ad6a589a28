package dev.holdpoint.core.delivery;

import java.util.Locale;

/** What somebody can be told of. Stored by name: append only. */
public enum NoticeEvent {
  APPROVAL_REQUESTED,
  QUESTION_REQUESTED,
  /** A gate that nobody has settled is about to expire. */
  EXPIRING_SOON,
  RUN_FAILED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
