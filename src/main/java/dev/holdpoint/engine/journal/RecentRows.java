package dev.holdpoint.engine.journal;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.engine.journal.Feed.Filter;
import dev.holdpoint.engine.journal.Feed.Slice;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The newest rows of the journal, in memory: all of them from the oldest that it holds. */
final class RecentRows {
  private static final int SIZE = 1_024;

  private final Entry[] entries = new Entry[SIZE];
  private long written;
  private long oldest = Long.MAX_VALUE;
  private boolean stale;
  private volatile long head;

  /**
   * A row in the ring.
   *
   * @param kept null for one of another node that nobody here wanted when it came. Rows may be
   *     large: the collector takes them when the heap is short, and readers go to the store
   */
  record Entry(
      long firstId,
      long lastId,
      long sessionKey,
      long runKey,
      @Nullable SoftReference<JournalRow> kept) {
    static Entry of(JournalRow row) {
      return new Entry(
          row.idOf(0),
          row.lastId(),
          row.sessionKey(),
          row.runKey(),
          new SoftReference<>(slim(row)));
    }

    /** Of another node, that nobody here wanted when it came. */
    static Entry unread(long lastId, long sessionKey, long runKey) {
      return new Entry(lastId, lastId, sessionKey, runKey, null);
    }

    @Nullable JournalRow row() {
      return kept == null ? null : kept.get();
    }

    /** The transcript is of no use to a stream and may be large. */
    private static JournalRow slim(JournalRow row) {
      return row.steps().isEmpty()
          ? row
          : new JournalRow(
              row.lastId(),
              row.atMs(),
              row.sessionKey(),
              row.sessionId(),
              row.run(),
              row.events(),
              List.of());
    }
  }

  RecentRows(long head) {
    this.head = head;
  }

  /** The id of the newest event. */
  long head() {
    return head;
  }

  /** The store may know of events that nobody has told of here. */
  synchronized void raise(long lastId) {
    head = Math.max(head, lastId);
  }

  synchronized void keep(List<Entry> rows) {
    for (Entry row : rows) {
      entries[(int) (written++ % SIZE)] = row;
    }
    oldest = entries[written <= SIZE ? 0 : (int) (written % SIZE)].firstId();
    head = Math.max(head, rows.getLast().lastId());
    stale = false;
  }

  /** It begins anew; until the next row, readers ask the store. */
  synchronized void empty() {
    Arrays.fill(entries, null);
    written = 0;
    oldest = Long.MAX_VALUE;
    stale = true;
  }

  /**
   * Rows after the cursor that the filter wants; null when the ring does not reach back so far, has
   * not kept what the filter wants, or has not been told yet of what comes next.
   */
  synchronized @Nullable Slice after(long cursor, Filter filter, int maxRows) {
    if (cursor >= head && !stale) {
      return new Slice(List.of(), cursor, false);
    }
    if (stale || cursor + 1 < oldest) {
      return null;
    }
    List<JournalRow> rows = new ArrayList<>();
    // Newest first until the cursor, so that a reader who is up to date looks at few.
    long at = written;
    long end = Math.max(0, written - SIZE);
    while (at > end && entries[(int) ((at - 1) % SIZE)].lastId > cursor) {
      at--;
    }
    for (; at < written; at++) {
      Entry entry = entries[(int) (at % SIZE)];
      JournalRow row = entry.row();
      if (row == null && filter.mayWant(entry.sessionKey, entry.runKey)) {
        return null;
      }
      if (row != null && filter.wants(row)) {
        if (rows.size() == maxRows) {
          return new Slice(rows, rows.getLast().lastId(), true);
        }
        rows.add(row);
      }
    }
    long newest = entries[(int) ((written - 1) % SIZE)].lastId;
    if (newest >= head) {
      return new Slice(rows, head, false);
    }
    // The store knows of more, which must not be passed over before it comes here.
    return cursor < newest ? new Slice(rows, newest, true) : null;
  }
}
