package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The decision of an approver.")
public enum ApprovalBehavior {
  ALLOW,
  DENY
}
