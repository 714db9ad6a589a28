package dev.holdpoint.daemon;

/** The daemon cannot start. The message is one line that says what to do. */
public final class StartRefused extends Exception {
  public StartRefused(String message) {
    super(message);
  }
}
