package dev.holdpoint.cli.inbox;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The reads of the list that are under way. The daemon may have answered one before something was
 * settled, and the answer may come after that is known here: such a row no longer waits.
 */
final class ListReads {
  private final Set<String> settled = new HashSet<>();
  private int underWay;

  void began() {
    if (underWay == 0) {
      settled.clear();
    }
    underWay++;
  }

  void ended() {
    underWay--;
  }

  boolean areUnderWay() {
    return underWay > 0;
  }

  void settled(Collection<String> ids) {
    if (areUnderWay()) {
      settled.addAll(ids);
    }
  }

  void waitAgain(Collection<String> ids) {
    settled.removeAll(ids);
  }

  /** Whether the answer may have rows that were settled since it was asked for. */
  boolean isOld(InboxEvent.Listed told) {
    return told.rows().stream().anyMatch(row -> settled.contains(row.id()));
  }

  /** The answer without those. */
  InboxEvent.Listed current(InboxEvent.Listed told) {
    return new InboxEvent.Listed(
        told.wish(),
        told.rows().stream().filter(row -> !settled.contains(row.id())).toList(),
        told.total(),
        told.more(),
        told.anew());
  }
}
