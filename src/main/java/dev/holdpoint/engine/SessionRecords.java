package dev.holdpoint.engine;

import dev.holdpoint.core.memory.Learning;
import dev.holdpoint.core.memory.LearningScope;
import dev.holdpoint.core.session.Removal;
import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;

/** The small records that belong to a session and go with it. */
final class SessionRecords {
  private static final int AT_ONCE = 1_000;

  private SessionRecords() {}

  static void discardAll(Change change, Removal removal) {
    String learned = LearningScope.session(removal.sessionId()).text();
    discardAll(change, Learning.SHELF, learned);
  }

  private static <T extends Kept> void discardAll(Change change, Shelf<T> shelf, String group) {
    change
        .queries()
        .keptBelow(shelf, group, Long.MAX_VALUE, AT_ONCE)
        .forEach(record -> change.discard(shelf, record));
  }
}
