package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("How much is kept of how a run asks its model.")
public enum DebugLevel {
  OFF,
  REDACTED,
  FULL
}
