package dev.holdpoint.core.stats;

import java.util.Locale;

/** What ended a gate. */
public enum DecidedBy {
  PERSON,
  RULE,
  DEADLINE,
  /** The asker or its run: nobody decided. */
  RUN;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
