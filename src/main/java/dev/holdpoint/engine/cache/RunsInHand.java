package dev.holdpoint.engine.cache;

import dev.holdpoint.core.run.Run;
import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The runs that the writer has read or written lately. Those of the open transaction stay; of the
 * others, which may be large, the collector takes some when the heap is short, and they are read
 * again.
 */
final class RunsInHand {
  private final Map<Long, Run> touched = new HashMap<>();
  private final Map<Long, SoftReference<Run>> kept = ByUse.map();

  @Nullable Run get(long key) {
    Run run = touched.get(key);
    if (run == null) {
      SoftReference<Run> before = kept.get(key);
      run = before == null ? null : before.get();
      if (run != null) {
        touched.put(key, run);
      }
    }
    return run;
  }

  void put(Run run) {
    touched.put(run.key(), run);
  }

  void remove(long key) {
    touched.remove(key);
    kept.remove(key);
  }

  void clear() {
    touched.clear();
    kept.clear();
  }

  /** The transaction is over: what it has written is in the database, or all is forgotten. */
  void rest(int most) {
    touched.forEach((key, run) -> kept.put(key, new SoftReference<>(run)));
    touched.clear();
    ByUse.trim(kept, most);
  }
}
