package dev.holdpoint.simulation;

/** The process is gone. An error, so that nothing of it takes this for a failure to handle. */
final class Crash extends Error {
  private static final long serialVersionUID = 1;

  Crash() {
    super("killed", null, false, false);
  }
}
