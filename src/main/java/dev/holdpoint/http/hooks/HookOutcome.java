package dev.holdpoint.http.hooks;

/**
 * What came of a tool use; {@link HookVerdict.Open} when there is no decision in time.
 *
 * @param by who or which rule has decided
 * @param why there is no decision; empty when there is one
 * @param left whether the program has settled it itself, so that there is nothing to tell it
 */
record HookOutcome(HookVerdict verdict, String by, String why, boolean left) {
  static final String NOBODY = "nobody";

  HookOutcome(HookVerdict verdict, String by, String why) {
    this(verdict, by, why, false);
  }

  static HookOutcome no(String why) {
    return new HookOutcome(new HookVerdict.Deny(why), NOBODY, "");
  }

  /** Settled by the program's own user. It is told what it is told without a decision. */
  static HookOutcome left(String by, String why) {
    return new HookOutcome(new HookVerdict.Deny(why), by, why, true);
  }

  boolean isOpen() {
    return verdict instanceof HookVerdict.Open;
  }

  boolean isAllow() {
    return verdict instanceof HookVerdict.Allow;
  }

  HookOutcome because(String reason) {
    return left ? this : new HookOutcome(verdict, by, reason);
  }
}
