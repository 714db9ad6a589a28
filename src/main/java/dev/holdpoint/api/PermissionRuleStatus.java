package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Whether a rule still speaks.")
public enum PermissionRuleStatus {
  ACTIVE,
  EXPIRED,
  USED_UP
}
