package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("What is said to a permission: yes to this call, yes to its like from now on, or no.")
public enum PermissionReply {
  ONCE,
  ALWAYS,
  REJECT
}
