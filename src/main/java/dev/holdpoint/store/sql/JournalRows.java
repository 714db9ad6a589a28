package dev.holdpoint.store.sql;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.engine.port.store.ForeignRow;
import dev.holdpoint.engine.port.store.Queries.JournalMark;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.doc.JournalDoc;
import dev.holdpoint.store.doc.Shorthand;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Row;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

final class JournalRows {
  private static final String COLUMNS =
      "SELECT last_id, at_ms, session_key, journal.doc, steps, h.doc"
          + " FROM journal LEFT JOIN run_heads h ON h.run_key = journal.run_key ";
  private static final Row<JournalRow> JOURNAL_ROW = row -> of(row, row.getString(5));

  /**
   * @param row the columns {@code last_id, at_ms, session_key, doc}, and the head as the sixth
   * @param steps null for none
   */
  static JournalRow of(ResultSet row, @Nullable String steps) throws SQLException {
    JournalDoc doc = Documents.journal(row.getString(4), row.getString(6));
    Run run = doc.run();
    String sessionId = run == null ? doc.sessionId() : run.head().sessionId();
    if (sessionId == null) {
      throw new IllegalStateException("journal row " + row.getLong(1) + " names no session");
    }
    Columns.check(
        "journal",
        row.getLong(1),
        "session_key",
        run == null || run.head().sessionKey() == row.getLong(3));
    return new JournalRow(
        row.getLong(1), row.getLong(2), row.getLong(3), sessionId, run, doc.events(), steps(steps));
  }

  private final Statements sql;

  JournalRows(Statements sql) {
    this.sql = sql;
  }

  /** A row whose events lie on both sides of the cursor ends after it, and so is among these. */
  List<JournalRow> after(long cursor, int limit) {
    return sql.list(
        COLUMNS + "WHERE last_id > ? ORDER BY last_id LIMIT ?",
        Bind.numbers(cursor, limit),
        JOURNAL_ROW);
  }

  List<JournalRow> byKeys(Collection<Long> keys) {
    return sql.list(
        COLUMNS + "WHERE last_id " + sql.dialect().amongKeys() + " ORDER BY last_id",
        row -> sql.dialect().bindKeys(row, 1, keys),
        JOURNAL_ROW);
  }

  Map<Long, List<Step>> steps(Collection<Long> keys) {
    Map<Long, List<Step>> steps = new HashMap<>();
    sql.list(
        "SELECT last_id, steps FROM journal WHERE last_id "
            + sql.dialect().amongKeys()
            + " AND steps IS NOT NULL",
        row -> sql.dialect().bindKeys(row, 1, keys),
        row -> steps.put(row.getLong(1), steps(row.getString(2))));
    return steps;
  }

  private static List<Step> steps(@Nullable String text) {
    return text == null ? List.of() : Documents.steps(text);
  }

  void insert(List<JournalRow> rows, Function<Run, String> text) {
    sql.insert(
        """
        INSERT INTO journal (last_id, at_ms, session_key, run_key, doc, steps)
        VALUES (?, ?, ?, ?, ?, ?)\
        """,
        rows,
        (row, it) -> {
          Run run = it.run();
          row.setLong(1, it.lastId());
          row.setLong(2, it.atMs());
          row.setLong(3, it.sessionKey());
          row.setLong(4, it.runKey());
          row.setString(
              5,
              Shorthand.of(
                  Documents.text(
                      new JournalDoc.Written(
                          run == null ? it.sessionId() : null,
                          run == null ? null : Documents.inJournal(text.apply(run)),
                          it.events()))));
          row.setString(6, it.steps().isEmpty() ? null : Shorthand.of(Documents.text(it.steps())));
        });
  }

  void remove(List<Long> keys) {
    sql.insert("DELETE FROM journal WHERE last_id = ?", keys, (row, key) -> row.setLong(1, key));
  }

  List<ForeignRow> foreign(long afterId, long upTo, int limit) {
    return sql.list(
        """
        SELECT j.last_id, j.session_key, j.run_key, r.owner, r.runnable
        FROM journal j LEFT JOIN runs r ON r.key = j.run_key
        WHERE j.last_id > ? AND j.last_id <= ? ORDER BY j.last_id LIMIT ?""",
        row -> {
          row.setLong(1, afterId);
          row.setLong(2, upTo);
          row.setInt(3, limit);
        },
        row ->
            new ForeignRow(
                row.getLong(1),
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                row.getInt(5) == 1));
  }

  List<JournalMark> marks(long afterId, int limit) {
    return sql.list(
        "SELECT last_id, at_ms, run_key FROM journal WHERE last_id > ? ORDER BY last_id LIMIT ?",
        Bind.numbers(afterId, limit),
        row -> new JournalMark(row.getLong(1), row.getLong(2), row.getLong(3)));
  }
}
