package dev.holdpoint.engine.json;

/** The text is no JSON value; the message says where it stops being one. */
public final class NotJson extends Exception {
  NotJson(String message) {
    super(message);
  }
}
