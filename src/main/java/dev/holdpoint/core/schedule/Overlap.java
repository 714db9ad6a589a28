package dev.holdpoint.core.schedule;

import java.util.Locale;

/** What happens when a schedule is due while a run of it has not ended. */
public enum Overlap {
  /** Nothing. */
  SKIP,
  /** One more run waits behind the one that is at work, and never more than one. */
  QUEUE_ONE;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
