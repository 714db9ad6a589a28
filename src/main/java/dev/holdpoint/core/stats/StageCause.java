package dev.holdpoint.core.stats;

import java.util.Locale;

/** Why a stage of a policy opened. */
public enum StageCause {
  /** The stage before had its whole time. */
  TIME,
  /** Nobody who may act had looked. */
  UNSEEN;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
