package dev.holdpoint.engine.stats;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.engine.commit.CommitListener;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What this daemon has committed since the last count. Reading it back from the journal would cost
 * a fifth of all the processor time while people decide quickly.
 */
final class HeardRows implements CommitListener {
  /**
   * Events that follow one another without a gap.
   *
   * @param row null where they decide nothing
   */
  record Heard(long firstId, long lastId, @Nullable JournalRow row) {}

  private final Deque<Heard> heard = new ArrayDeque<>();
  private final int most;
  private int telling;

  /**
   * @param most rows that decide something; with more than these waiting it forgets all of them,
   *     and the journal is read instead
   */
  HeardRows(int most) {
    this.most = most;
  }

  @Override
  public synchronized void rows(List<JournalRow> rows) {
    for (JournalRow row : rows) {
      if (row.events().stream().anyMatch(HeardRows::tells)) {
        heard.add(new Heard(row.idOf(0), row.lastId(), withoutSteps(row)));
        telling++;
      } else {
        silent(row);
      }
    }
    if (telling > most) {
      heard.clear();
      telling = 0;
    }
  }

  /** Rows that decide nothing are one stretch of the journal, however many they are. */
  private void silent(JournalRow row) {
    Heard last = heard.peekLast();
    if (last != null && last.row == null && last.lastId + 1 == row.idOf(0)) {
      heard.removeLast();
      heard.add(new Heard(last.firstId, row.lastId(), null));
    } else {
      heard.add(new Heard(row.idOf(0), row.lastId(), null));
    }
  }

  /** Forgets what is counted, and returns what has been heard since, in order. */
  synchronized List<Heard> after(long counted) {
    while (!heard.isEmpty() && heard.getFirst().lastId <= counted) {
      if (heard.removeFirst().row != null) {
        telling--;
      }
    }
    return List.copyOf(heard);
  }

  static boolean tells(LedgerEvent event) {
    return event instanceof LedgerEvent.ApprovalSettled
        || event instanceof LedgerEvent.QuestionSettled
        || event instanceof LedgerEvent.RuleApplied
        || event instanceof LedgerEvent.GateUpdated;
  }

  private static JournalRow withoutSteps(JournalRow row) {
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
