package dev.holdpoint.api.status;

import dev.holdpoint.api.rule.About;

@About(
    "What a person says of a call that left no result: it happened, it did not happen, or that is unknown.")
public enum EffectResolution {
  HAPPENED,
  NOT_HAPPENED,
  UNKNOWN
}
