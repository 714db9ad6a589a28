package dev.holdpoint.engine.journal;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.engine.port.store.Queries;
import java.util.List;

/** The journal rows that a scope takes in, the newest first, whichever runs they are of. */
public interface BackwardRows {
  /** A row may hold megabytes, and so may a run. */
  int AT_ONCE = 16;

  /** The keys of the next rows, at most a few; perhaps none for now, though it is not over. */
  List<Long> next(Queries queries);

  /** One of these rows, as it was read. */
  default void met(JournalRow row) {}

  boolean isOver();

  /** Whether there may be newer rows than those it gave, in runs that it did not get to. */
  default boolean isPartial() {
    return false;
  }
}
