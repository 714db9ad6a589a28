package dev.holdpoint.api;

/** What an approver says. */
public enum ApprovalBehavior {
  ALLOW,
  DENY
}
