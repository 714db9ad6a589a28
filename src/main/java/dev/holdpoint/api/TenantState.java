package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Whether data of a tenant may be changed.")
public enum TenantState {
  ACTIVE,
  SUSPENDED
}
