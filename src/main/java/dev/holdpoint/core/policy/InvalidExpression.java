package dev.holdpoint.core.policy;

/** An expression that cannot be read. It is an answer to its author, so it has no stack trace. */
public final class InvalidExpression extends RuntimeException {
  private final int at;

  /**
   * @param at the place, from 1, counted in characters as people count them (code points)
   */
  InvalidExpression(int at, String what) {
    super(message(at, what), null, false, false);
    this.at = at;
  }

  static String message(int at, String what) {
    return "at character " + at + ": " + what;
  }

  public int at() {
    return at;
  }
}
