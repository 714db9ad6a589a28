package dev.holdpoint.simulation;

import static dev.holdpoint.simulation.Checker.hold;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.engine.journal.Feed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Somebody who follows all events over every restart, with nothing but a cursor. */
final class FollowedFeed {
  private final RandomGenerator random;
  private final List<Long> seen = new ArrayList<>();
  private long cursor;
  private boolean reading;

  FollowedFeed(RandomGenerator random) {
    this.random = random;
  }

  void reconnect() {
    reading = false;
  }

  /** Reads a little further; only one request of a reader is under way. */
  boolean read(Feed feed) {
    if (reading) {
      return true;
    }
    reading = true;
    Feed.Slice slice = feed.after(cursor, new Feed.Filter.All(), 1 + random.nextInt(5));
    for (JournalRow row : slice.rows()) {
      for (int i = 0; i < row.events().size(); i++) {
        if (row.idOf(i) > cursor) {
          seen.add(row.idOf(i));
        }
      }
    }
    // A reader may stop inside a row, as one does whose connection breaks there.
    cursor = slice.cursor();
    reading = false;
    return slice.more();
  }

  void check(MemoryTables tables) {
    List<Long> all = new ArrayList<>();
    for (JournalRow row : tables.journal.values()) {
      for (int i = 0; i < row.events().size(); i++) {
        all.add(row.idOf(i));
      }
    }
    hold(seen.equals(all), "a reader saw the events %s of %s", seen, all);
  }
}
