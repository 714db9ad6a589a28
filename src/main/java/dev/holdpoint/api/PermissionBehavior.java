package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("What a permission rule says about a call.")
public enum PermissionBehavior {
  ALLOW,
  ASK,
  DENY
}
