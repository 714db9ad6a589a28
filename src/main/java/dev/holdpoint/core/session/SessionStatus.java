package dev.holdpoint.core.session;

import java.util.Locale;

/** What a session is doing, as its runs tell. */
public enum SessionStatus {
  IDLE,
  RUNNING,
  WAITING_FOR_APPROVAL,
  WAITING_FOR_USER_QUESTION,
  FAILED,
  ENDED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
