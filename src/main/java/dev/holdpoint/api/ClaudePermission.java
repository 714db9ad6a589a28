package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About(
    "allow and deny are somebody's decision, or a rule's. ask leaves it to Claude Code's own dialog."
        + " defer ends a process that runs without one (-p); it is asked again when the session is"
        + " taken up.")
public enum ClaudePermission {
  ALLOW,
  DENY,
  ASK,
  DEFER
}
