package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The effect of a permission rule on a call.")
public enum PermissionBehavior {
  ALLOW,
  ASK,
  DENY
}
