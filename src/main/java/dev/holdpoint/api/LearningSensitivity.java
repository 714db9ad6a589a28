package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A sensitive learning is never sent to a model or found by a search.")
public enum LearningSensitivity {
  SCOPED,
  SENSITIVE
}
