package dev.holdpoint.core.gate;

import java.util.Locale;

/** The effect of a deadline on the run that waits. */
public enum Applied {
  /** The run failed. */
  FAIL,
  /** The run was cancelled. */
  CANCEL,
  /** The run was interrupted: nobody said whether its effect happened. */
  INTERRUPT,
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
