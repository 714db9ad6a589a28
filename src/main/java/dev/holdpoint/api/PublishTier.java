package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A provisional learning is not sent to a model yet.")
public enum PublishTier {
  PROVISIONAL,
  ACTIVE
}
