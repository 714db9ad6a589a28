package dev.holdpoint.engine.run;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Consequence;

/**
 * What a run's next version does to other runs, in the same change. It comes before the {@linkplain
 * Consequence consequences}, which may not change a run.
 */
@FunctionalInterface
public interface FollowUp {
  void after(Change change, Run before, Run after, Slots slots);
}
