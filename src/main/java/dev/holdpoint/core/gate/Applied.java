package dev.holdpoint.core.gate;

import java.util.Locale;

/** What a deadline did to whoever waited. */
public enum Applied {
  /** The run failed. */
  FAIL,
  /** The run was cancelled. */
  CANCEL,
  /** The agent was told no, and goes on. */
  DENY,
  /** The agent was told that nobody answers, and goes on. */
  DECLINE,
  /** Each question got the answer that it declares for this. */
  DEFAULT,
  /** The call ran. */
  ALLOW;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
