package dev.holdpoint.core.run;

import java.util.ArrayList;
import java.util.List;

/**
 * Where in the journal a run's rows are, oldest first. A run finds its rows by these ids, so the
 * journal needs no index by run, which would cost every commit a page. The list is kept short: when
 * it is full, a new one begins that names the last row of the old, and that row holds the run with
 * the old list in it.
 *
 * @param earlier the journal row that holds the trail before this one, or 0
 */
public record Trail(long earlier, List<Long> rows) {
  public static final Trail EMPTY = new Trail(0, List.of());
  public static final int FULL = 64;

  /** The newest row, or 0. */
  public long last() {
    return rows.isEmpty() ? 0 : rows.getLast();
  }

  public Trail plus(long row) {
    if (rows.size() == FULL) {
      return new Trail(rows.getLast(), List.of(row));
    }
    List<Long> more = new ArrayList<>(rows.size() + 1);
    more.addAll(rows);
    more.add(row);
    return new Trail(earlier, List.copyOf(more));
  }
}
