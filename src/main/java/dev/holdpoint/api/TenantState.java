package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Whether anything may be written for a tenant.")
public enum TenantState {
  ACTIVE,
  SUSPENDED
}
