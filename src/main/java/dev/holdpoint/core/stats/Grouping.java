package dev.holdpoint.core.stats;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** By what decided gates are put together. */
public enum Grouping {
  TOOL,
  SESSION,
  GROUP,
  PERSON,
  POLICY,
  OUTCOME;

  /** Null where the gate has none. A session is told by its key. */
  public @Nullable Object of(Decided gate) {
    return switch (this) {
      case TOOL -> gate.tool();
      case SESSION -> gate.sessionKey();
      case GROUP -> gate.group();
      case PERSON -> gate.person();
      case POLICY -> gate.policyId();
      case OUTCOME -> gate.outcome().wire();
    };
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
