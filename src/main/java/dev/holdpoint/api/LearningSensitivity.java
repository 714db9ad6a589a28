package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("What is sensitive is neither told to a model nor found by a search.")
public enum LearningSensitivity {
  SCOPED,
  SENSITIVE
}
