package dev.holdpoint.engine.commit;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.engine.port.store.ForeignRow;
import dev.holdpoint.engine.port.store.RecordChange;
import dev.holdpoint.engine.port.store.Removed;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Hears what was committed, on the writer's thread, in order. Must be quick and must not fail. */
@FunctionalInterface
public interface CommitListener {
  void rows(List<JournalRow> rows);

  /**
   * These records are about to be committed, and nobody can read them yet. Whether they were is not
   * told to all: after the next {@link #committed} it can be read.
   */
  default void changing(Collection<RecordChange<?>> records) {}

  /** With the rows that are told next: other nodes are to go on with these runs. */
  default void givenAway(Set<Long> runKeys) {}

  /** A record was kept that is due at this time. */
  default void due(long atMs) {}

  /** A delivery is due at this time. */
  default void delivery(long atMs) {}

  /** This daemon has committed something; said last, whatever else was. */
  default void committed() {}

  /** Rows are gone that may have been heard of before. */
  default void removed(Removed what) {}

  /**
   * Whether it wants to know what is in a row that another daemon has written. Asked for each of
   * them, so it answers at once; it may be asked twice, and say something else the second time.
   */
  default boolean wants(ForeignRow row) {
    return false;
  }

  /**
   * Others have committed, before anything that is told of later.
   *
   * @param all every row that they have written
   * @param wanted those of them whose content it wants to know, unless they are gone already
   */
  default void elsewhere(List<ForeignRow> all, List<JournalRow> wanted) {
    if (!wanted.isEmpty()) {
      rows(wanted);
    }
  }

  /** Another daemon has taken rows away that may have been heard of before. */
  default void removedElsewhere() {}

  /**
   * Another daemon has changed what daemons keep in memory: tokens, tenants, rules and the like.
   */
  default void settings() {}

  /** Something may have been committed that nobody can name: look into the store. */
  default void unknown() {}
}
