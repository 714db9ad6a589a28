package dev.holdpoint.engine;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.engine.port.Removed;
import java.util.List;

/** Hears what was committed, on the writer's thread, in order. Must be quick and must not fail. */
@FunctionalInterface
public interface Committed {
  void rows(List<JournalRow> rows);

  /** A record was kept that is due at this time. */
  default void due(long atMs) {}

  /** A delivery is due at this time. */
  default void delivery(long atMs) {}

  /** Rows are gone that may have been heard of before. */
  default void removed(Removed what) {}

  /**
   * Another daemon has changed what daemons keep in memory: tokens, tenants, rules and the like.
   */
  default void settings() {}

  /** Something may have been committed that nobody can name: look into the store. */
  default void unknown() {}
}
