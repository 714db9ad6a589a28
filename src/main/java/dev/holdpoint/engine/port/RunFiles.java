package dev.holdpoint.engine.port;

import dev.holdpoint.core.run.Run;

/** What a run that has ended has on disk beside its rows. */
@FunctionalInterface
public interface RunFiles {
  /**
   * Takes all of it away, before the rows of the run go: a crash in between leaves rows, which go
   * the next time. Removing what is gone does nothing.
   */
  void remove(Run run);
}
