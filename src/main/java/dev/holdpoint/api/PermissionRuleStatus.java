package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Whether a rule still applies.")
public enum PermissionRuleStatus {
  ACTIVE,
  EXPIRED,
  USED_UP
}
