package dev.holdpoint.engine.port.store;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.stats.Decided;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows of decided gates, and how far the journal has been counted into them. */
public interface DecidedQueries {
  /** The last row of the journal that has been counted; 0 before the first. */
  long tallied();

  /**
   * A row of the journal.
   *
   * @param facts null for one that decides nothing, or that is damaged
   */
  record Scanned<T>(long lastId, long atMs, @Nullable T facts) {}

  /**
   * Rows of the journal beyond {@code afterId}, in order. What is in them is read, without the
   * transcript, only where it can tell of a decision, one after the other.
   */
  <T> List<Scanned<T>> scan(long afterId, int limit, Function<JournalRow, T> facts);

  /** A place in the rows, which are in order of the decision's time, then of the event. */
  record Place(long decidedAtMs, long eventId) {}

  /** Rows decided at {@code fromMs} or later and before {@code below}, the newest first. */
  List<Decided> below(long fromMs, Place below, int limit);

  /** Whether there is a row that was decided before this time. */
  boolean anyBefore(long ms);
}
