package dev.holdpoint.core.schedule;

import java.util.Locale;

/** What happens to times that passed while the daemon was down or late. */
public enum Misfire {
  /** One run now, for however many there were. */
  COALESCE,
  /** None; the next one is in the future. */
  SKIP;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
