package dev.holdpoint.api;

/** What made an output. */
public enum OutputSource {
  ASSISTANT_TEXT,
  EMIT_OUTPUT,
  DAEMON_EMIT_OUTPUT
}
