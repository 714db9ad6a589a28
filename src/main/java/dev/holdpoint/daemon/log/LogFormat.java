package dev.holdpoint.daemon.log;

/** How a log line looks. */
public enum LogFormat {
  /** Text on a terminal, else JSON lines. */
  AUTO,
  TEXT,
  JSON
}
