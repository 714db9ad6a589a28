package dev.holdpoint.engine.journal;

import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Queries.JournalMark;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * All rows there are, in windows of event ids from the head down. Where ids were passed over or
 * rows are gone the windows grow, so that no stretch without rows holds it up.
 */
public final class BackwardJournal implements BackwardRows {
  /** As many rows as a window of so many ids can hold. */
  private static final int MARKS = 256;

  private static final int FEW = MARKS / 8;
  private static final long WIDEST = 1L << 40;

  private final Deque<Long> keys = new ArrayDeque<>();
  private long upper;
  private long width = MARKS;
  private boolean narrowing;

  public BackwardJournal(Queries queries) {
    upper = queries.lastEventId();
  }

  @Override
  public List<Long> next(Queries queries) {
    if (keys.isEmpty()) {
      look(queries);
    }
    List<Long> next = new ArrayList<>(AT_ONCE);
    while (next.size() < AT_ONCE && !keys.isEmpty()) {
      next.add(keys.removeFirst());
    }
    return next;
  }

  private void look(Queries queries) {
    long lower = Math.max(0, upper - width);
    List<JournalMark> marks = queries.journalMarks(lower, MARKS);
    if (marks.size() == MARKS && width > MARKS && marks.getLast().lastId() < upper) {
      // More rows than it asked for: those next to the upper end are not among them.
      narrow();
      return;
    }
    int inside = 0;
    for (JournalMark mark : marks) {
      if (mark.lastId() > upper) {
        break;
      }
      inside++;
      if (mark.runKey() != 0) {
        keys.addFirst(mark.lastId());
      }
    }
    upper = lower;
    if (inside > FEW) {
      width = MARKS;
      narrowing = false;
    } else if (narrowing) {
      narrow();
    } else {
      width = Math.min(WIDEST, width * 2);
    }
  }

  /** Once a window was too wide, the rows lie less far ahead than that: half as far, and so on. */
  private void narrow() {
    width = Math.max(MARKS, width / 2);
    narrowing = width > MARKS;
  }

  @Override
  public boolean isOver() {
    return keys.isEmpty() && upper == 0;
  }
}
