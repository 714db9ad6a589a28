package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About(
    "The outcome of a call: a person decided, nobody decided in time, it is "
        + "pending, a rule decided, or no decision was necessary.")
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
