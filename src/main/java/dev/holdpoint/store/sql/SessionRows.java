package dev.holdpoint.store.sql;

import dev.holdpoint.core.session.Session;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Row;
import java.sql.Types;
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

  List<String> childrenOf(long key, int limit) {
    return sql.list(
        "SELECT id FROM sessions WHERE parent_key = ? ORDER BY key LIMIT ?",
        Bind.numbers(key, limit),
        row -> row.getString(1));
  }

  void update(List<Session> sessions) {
    sql.change(
        "UPDATE sessions SET doc = ? WHERE key = ?",
        sessions,
        (row, session) -> {
          row.setString(1, Documents.text(session));
          row.setLong(2, session.key());
        });
  }

  long count() {
    return sql.number("SELECT count(*) FROM sessions", Bind.NOTHING);
  }

  void insert(List<Session> sessions) {
    sql.insert(
        "INSERT INTO sessions (key, id, doc, parent_key) VALUES (?, ?, ?, ?)",
        sessions,
        (row, session) -> {
          row.setLong(1, session.key());
          row.setString(2, session.id());
          row.setString(3, Documents.text(session));
          Session.Parent parent = session.parent();
          if (parent == null) {
            row.setNull(4, Types.BIGINT);
          } else {
            row.setLong(4, parent.key());
          }
        });
  }
}
