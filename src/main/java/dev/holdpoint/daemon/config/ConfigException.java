package dev.holdpoint.daemon.config;

/** The configuration cannot be used. The message is one line that says what to change. */
public final class ConfigException extends Exception {
  ConfigException(String message) {
    super(message);
  }
}
