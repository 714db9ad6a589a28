package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About(
    "What became of a call: a person or nobody decided in time, it waits, a rule decided, or nobody"
        + " had to be asked.")
public enum PermissionDecision {
  ALLOWED,
  DENIED,
  EXPIRED,
  WITHDRAWN,
  PENDING,
  NOT_ASKED,
  ALLOWED_BY_RULE,
  DENIED_BY_RULE
}
