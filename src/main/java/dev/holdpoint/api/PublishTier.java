package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A provisional learning is not told to a model yet.")
public enum PublishTier {
  PROVISIONAL,
  ACTIVE
}
