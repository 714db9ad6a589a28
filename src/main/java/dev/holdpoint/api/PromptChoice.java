package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About(
    "once allows this call; session and always also store a permission rule for its pattern_key;"
        + " deny refuses it.")
public enum PromptChoice {
  ONCE,
  SESSION,
  ALWAYS,
  DENY
}
