package dev.holdpoint.engine;

import dev.holdpoint.core.run.Run;

/** Which node gets a run that goes on and that nobody has. */
final class Heirs {
  private Heirs() {}

  /** The one that commits: it is awake, and has the run in its hands. 0 for none. */
  static long of(Run run, boolean runnable, Change change) {
    return runnable && run.isLoopWork() ? change.ledger().heir() : 0;
  }
}
