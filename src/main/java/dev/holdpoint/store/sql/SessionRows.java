package dev.holdpoint.store.sql;

import dev.holdpoint.core.session.Session;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class SessionRows {
  private static final Row<Session> SESSION = row -> Documents.session(row.getString(1));
  private final Statements sql;

  SessionRows(Statements sql) {
    this.sql = sql;
  }

  @Nullable Session byId(String id) {
    return sql.first("SELECT doc FROM sessions WHERE id = ?", Bind.text(id), SESSION);
  }

  @Nullable Session byKey(long key) {
    return sql.first("SELECT doc FROM sessions WHERE key = ?", Bind.number(key), SESSION);
  }

  List<Session> below(long key, int limit) {
    return sql.list(
        "SELECT doc FROM sessions WHERE key < ? ORDER BY key DESC LIMIT ?",
        Bind.numbers(key, limit),
        SESSION);
  }

  long count() {
    return sql.number("SELECT count(*) FROM sessions", Bind.NOTHING);
  }

  void insert(List<Session> sessions) {
    sql.insert(
        "INSERT INTO sessions (key, id, doc) VALUES (?, ?, ?)",
        sessions,
        (row, session) -> {
          row.setLong(1, session.key());
          row.setString(2, session.id());
          row.setString(3, Documents.text(session));
        });
  }
}
