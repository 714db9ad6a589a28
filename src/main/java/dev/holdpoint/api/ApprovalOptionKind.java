package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("Whether an option allows or rejects, and for how long.")
public enum ApprovalOptionKind {
  ALLOW_ONCE,
  ALLOW_ALWAYS,
  REJECT_ONCE,
  REJECT_ALWAYS
}
