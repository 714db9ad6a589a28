package dev.holdpoint.store.sql;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.doc.Shorthand;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Row;
import java.sql.Types;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

final class SessionRows {
  private static final Row<Session> SESSION =
      row -> {
        Session session = Documents.session(row.getString(1));
        long key = row.getLong(2);
        Columns.check("sessions", key, "key", key == session.key());
        Columns.check("sessions", key, "id", session.id().equals(row.getString(3)));
        Columns.check(
            "sessions",
            key,
            "tenant_id",
            Objects.equals(Tenants.nullIfRoot(session.tenantId()), row.getString(4)));
        return session;
      };

  private final Statements sql;

  SessionRows(Statements sql) {
    this.sql = sql;
  }

  @Nullable Session byId(String id) {
    return sql.first(
        "SELECT doc, key, id, tenant_id FROM sessions WHERE id = ?", Bind.text(id), SESSION);
  }

  @Nullable Session byKey(long key) {
    return sql.first(
        "SELECT doc, key, id, tenant_id FROM sessions WHERE key = ?", Bind.number(key), SESSION);
  }

  List<Session> byIds(Collection<String> ids) {
    return sql.list(
        "SELECT doc, key, id, tenant_id FROM sessions WHERE id " + sql.dialect().amongKeys(),
        row -> sql.dialect().bindTexts(row, 1, ids),
        SESSION);
  }

  List<Session> below(@Nullable String personaId, long key, int limit) {
    if (personaId != null) {
      return sql.list(
          "SELECT doc, key, id, tenant_id FROM sessions WHERE persona_id = ? AND key < ? ORDER BY key DESC LIMIT ?",
          row -> {
            row.setString(1, personaId);
            row.setLong(2, key);
            row.setInt(3, limit);
          },
          SESSION);
    }
    return sql.list(
        "SELECT doc, key, id, tenant_id FROM sessions WHERE key < ? ORDER BY key DESC LIMIT ?",
        Bind.numbers(key, limit),
        SESSION);
  }

  List<Session> ofTenant(String tenantId, long key, int limit) {
    return sql.list(
        "SELECT doc, key, id, tenant_id FROM sessions WHERE tenant_id = ? AND key < ? ORDER BY key DESC LIMIT ?",
        row -> {
          row.setString(1, tenantId);
          row.setLong(2, key);
          row.setInt(3, limit);
        },
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
        "UPDATE sessions SET doc = ?, persona_id = ? WHERE key = ?",
        sessions,
        (row, session) -> {
          row.setString(1, Shorthand.of(Documents.text(session)));
          row.setString(2, personaOf(session));
          row.setLong(3, session.key());
        });
  }

  long count(@Nullable String personaId) {
    if (personaId != null) {
      return sql.number("SELECT count(*) FROM sessions WHERE persona_id = ?", Bind.text(personaId));
    }
    return sql.number("SELECT count(*) FROM sessions", Bind.NOTHING);
  }

  long countOfTenant(String tenantId) {
    return sql.number("SELECT count(*) FROM sessions WHERE tenant_id = ?", Bind.text(tenantId));
  }

  void insert(List<Session> sessions) {
    sql.insert(
        """
        INSERT INTO sessions (key, id, doc, parent_key, persona_id, tenant_id)
        VALUES (?, ?, ?, ?, ?, ?)""",
        sessions,
        (row, session) -> {
          row.setLong(1, session.key());
          row.setString(2, session.id());
          row.setString(3, Shorthand.of(Documents.text(session)));
          Session.Parent parent = session.parent();
          if (parent == null) {
            row.setNull(4, Types.BIGINT);
          } else {
            row.setLong(4, parent.key());
          }
          row.setString(5, personaOf(session));
          row.setString(6, Tenants.nullIfRoot(session.tenantId()));
        });
  }

  private static @Nullable String personaOf(Session session) {
    return session.persona() == null ? null : session.persona().id();
  }

  void remove(List<Session> sessions) {
    sql.change(
        "DELETE FROM sessions WHERE key = ?",
        sessions,
        (row, session) -> row.setLong(1, session.key()));
  }
}
