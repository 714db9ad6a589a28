package dev.holdpoint.core.description;

import java.util.Locale;

/** Where to look twice. A hint and no wall: nothing is allowed because it is low. */
public enum RiskLevel {
  LOW,
  NORMAL,
  HIGH;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public RiskLevel atLeast(RiskLevel other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
