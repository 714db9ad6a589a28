package dev.holdpoint.core.description;

/** How much work the reading of one shell text may take, whatever stands in it. */
final class ShellWork {
  /** Some steps for each character of the longest text, read a few times. */
  static final int MOST = 1 << 21;

  private int steps;
  private boolean isPartial;

  /** Counts steps; false once there were too many, and the reading ends. */
  boolean goesOn(int more) {
    steps += more;
    isPartial |= steps > MOST;
    return steps <= MOST;
  }

  /** Notes that a part is left unread. */
  void leave() {
    isPartial = true;
  }

  /** Whether something was left unread. */
  boolean isPartial() {
    return isPartial;
  }

  int steps() {
    return steps;
  }
}
