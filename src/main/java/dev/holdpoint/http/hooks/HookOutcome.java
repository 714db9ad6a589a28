package dev.holdpoint.http.hooks;

/**
 * What came of a tool use; {@link HookVerdict.Open} when there is no decision in time.
 *
 * @param by who or which rule has decided
 * @param why there is no decision; empty when there is one
 */
record HookOutcome(HookVerdict verdict, String by, String why) {
  static final String NOBODY = "nobody";

  static HookOutcome no(String why) {
    return new HookOutcome(new HookVerdict.Deny(why), NOBODY, "");
  }

  boolean isOpen() {
    return verdict instanceof HookVerdict.Open;
  }

  boolean isAllow() {
    return verdict instanceof HookVerdict.Allow;
  }

  HookOutcome because(String reason) {
    return new HookOutcome(verdict, by, reason);
  }
}
