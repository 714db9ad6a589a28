package dev.holdpoint.core.permission;

/** What a permission rule says about a tool call. */
public enum Behavior {
  ALLOW,
  ASK,
  DENY
}
