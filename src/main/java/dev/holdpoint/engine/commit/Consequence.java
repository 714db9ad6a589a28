package dev.holdpoint.engine.commit;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What follows from a run's two versions, in the transaction that writes the second one. */
@FunctionalInterface
public interface Consequence {
  /**
   * May read through the change and add records, deliveries, audit actions, secrets and memories.
   * May not change a run: the runs of this change are being folded.
   *
   * @param before null for a run that is new
   * @param steps what the transcript gained between the two
   */
  void follow(Change change, @Nullable Run before, Run after, List<Step> steps);
}
