package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Who accepted a learning: a person, a policy, or nobody yet.")
public enum PolicyDecision {
  MANUAL,
  AUTOMATIC,
  ESCALATED
}
