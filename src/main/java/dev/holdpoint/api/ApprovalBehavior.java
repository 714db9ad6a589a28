package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("What an approver says.")
public enum ApprovalBehavior {
  ALLOW,
  DENY
}
