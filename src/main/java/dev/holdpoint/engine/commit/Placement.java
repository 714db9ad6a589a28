package dev.holdpoint.engine.commit;

import dev.holdpoint.core.run.Run;

/** Chooses the node that continues a resumed run. */
@FunctionalInterface
public interface Placement {
  /**
   * @return the node's epoch; 0 for none
   */
  long nodeFor(Change change, Run run, boolean runnable);
}
