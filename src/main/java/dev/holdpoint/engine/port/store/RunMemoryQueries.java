package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.memory.RunMemory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be asked of what ended runs have left. Every list is bounded and walks an index. */
public interface RunMemoryQueries {
  /** What the newest {@code runs} runs of a session left, newest first. */
  MemoryWindow memoriesOf(long sessionKey, int runs);

  /** What runs of all sessions left, newest first, below {@code belowKey}. */
  List<MemoryRow> memoriesBelow(long belowKey, int limit);

  /** Oldest first, between these keys, which do not belong to it. */
  List<MemoryRow> memoriesBetween(long aboveKey, long belowKey, int limit);

  /**
   * @param memory null when what is stored cannot be read
   */
  record MemoryRow(long key, @Nullable RunMemory memory) {}

  /**
   * @param more whether the session has older runs
   */
  record MemoryWindow(List<MemoryRow> rows, boolean more) {}
}
