package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A reply to a permission: allow this call, allow it and similar calls, or reject it.")
public enum PermissionReply {
  ONCE,
  ALWAYS,
  REJECT
}
