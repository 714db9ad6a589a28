package dev.holdpoint.daemon.log;

/** The least level that is logged. */
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  DEBUG,
  TRACE
}
