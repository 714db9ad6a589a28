package dev.holdpoint.simulation;

/** Something happened that must never happen. */
final class Violation extends Error {
  private static final long serialVersionUID = 1;

  Violation(String what) {
    super(what);
  }
}
