package dev.holdpoint.client.approver;

/** What should be an approver's key is none. The message never quotes it. */
public final class KeyUnusable extends Exception {
  KeyUnusable(String message) {
    super(message);
  }
}
