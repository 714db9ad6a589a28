package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("How much is recorded of a run's model requests.")
public enum DebugLevel {
  OFF,
  REDACTED,
  FULL
}
