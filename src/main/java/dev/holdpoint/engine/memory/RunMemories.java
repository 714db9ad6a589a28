package dev.holdpoint.engine.memory;

import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Consequence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a run leaves is kept by the commit that ends it, so no end is forgotten. */
public final class RunMemories implements Consequence {
  @Override
  public void follow(Change change, @Nullable Run before, Run after, List<Step> steps) {
    if (before == null || !before.status().isSettled()) {
      RunMemory memory = RunMemory.of(after);
      if (memory != null) {
        change.add(memory);
      }
    }
  }
}
