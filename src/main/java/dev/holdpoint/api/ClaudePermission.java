package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About(
    "allow and deny are the decision of a person or a rule. ask leaves it to "
        + "Claude Code's own dialog. defer ends a process without a dialog (-p); "
        + "it asks again when the session is resumed.")
public enum ClaudePermission {
  ALLOW,
  DENY,
  ASK,
  DEFER
}
