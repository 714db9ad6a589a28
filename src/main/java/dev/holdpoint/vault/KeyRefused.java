package dev.holdpoint.vault;

/** A key file cannot be used; the message says what to do. */
public final class KeyRefused extends Exception {
  KeyRefused(String message) {
    super(message);
  }
}
