package dev.holdpoint.core.triage;

/** What somebody wants to do about a gate that waits. */
public sealed interface TriageMove {
  /**
   * @param mayAct whether the person may act on the gate now
   * @param openedAtMs when the gate's stage opened; a look from before does not count for it
   */
  record Look(boolean mayAct, long openedAtMs) implements TriageMove {
    /** Where that is looked up with the commit. */
    public Look() {
      this(true, 0);
    }
  }

  /**
   * @param forMs how long it holds from now
   * @param takeOver whether another's claim gives way to it
   */
  record Claim(long forMs, boolean takeOver) implements TriageMove {}

  /**
   * @param anybodys whether the caller may end the claims of others
   */
  record Release(boolean anybodys) implements TriageMove {}

  /** A claim in another's name; it takes the place of any other. */
  record Assign(String to, long forMs) implements TriageMove {}

  record Snooze(long untilMs) implements TriageMove {}

  record Wake() implements TriageMove {}

  record Comment(String text) implements TriageMove {}

  record Watch() implements TriageMove {}

  record Unwatch() implements TriageMove {}
}
