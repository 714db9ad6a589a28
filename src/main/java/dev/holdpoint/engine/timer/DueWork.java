package dev.holdpoint.engine.timer;

/** Something that is done when its time has come. The times themselves are in the store. */
@FunctionalInterface
public interface DueWork {
  /**
   * Does some of what is due, the earliest first; gives how much that was, 0 when nothing is left.
   * Safe to call at any time, any number of times.
   */
  int ring();

  /** Whether it should be done before anybody is let in. */
  default boolean isUrgent() {
    return true;
  }
}
