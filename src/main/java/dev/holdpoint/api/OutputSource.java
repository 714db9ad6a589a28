package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("The origin of an output.")
public enum OutputSource {
  ASSISTANT_TEXT,
  EMIT_OUTPUT,
  DAEMON_EMIT_OUTPUT
}
