package dev.holdpoint.client.proof;

/** Something is not of the form it must have; the message says what. */
public final class Malformed extends Exception {
  Malformed(String message) {
    super(message);
  }
}
