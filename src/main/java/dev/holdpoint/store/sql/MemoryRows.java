package dev.holdpoint.store.sql;

import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.engine.port.store.RunMemoryQueries.MemoryRow;
import dev.holdpoint.engine.port.store.RunMemoryQueries.MemoryWindow;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.doc.Shorthand;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** What ended runs have left, under their keys. A session finds its own by its runs. */
final class MemoryRows {
  private final Statements sql;
  private final Row<MemoryRow> row;

  MemoryRows(Statements sql) {
    this.sql = sql;
    this.row = each -> new MemoryRow(each.getLong(1), memory(each.getString(2)));
  }

  /** Memory is no record of truth: what cannot be read is told as such, and nothing fails. */
  private @Nullable RunMemory memory(String doc) {
    try {
      return Documents.memory(doc);
    } catch (Damaged e) {
      sql.dialect().damages().add(e);
      return null;
    } catch (JacksonException _) {
      return null;
    }
  }

  MemoryWindow ofSession(long sessionKey, int runs) {
    List<MemoryRow> rows =
        sql.list(
            """
            SELECT m.key, m.doc FROM run_memories m WHERE m.key IN (
              SELECT key FROM runs WHERE session_key = ? ORDER BY key DESC LIMIT ?)
            ORDER BY m.key DESC""",
            Bind.numbers(sessionKey, runs),
            row);
    long seen =
        sql.number(
            """
            SELECT count(*) FROM (
              SELECT key FROM runs WHERE session_key = ? ORDER BY key DESC LIMIT ?) AS newest""",
            Bind.numbers(sessionKey, runs + 1L));
    return new MemoryWindow(rows, seen > runs);
  }

  List<MemoryRow> below(long key, int limit) {
    return sql.list(
        "SELECT key, doc FROM run_memories WHERE key < ? ORDER BY key DESC LIMIT ?",
        Bind.numbers(key, limit),
        row);
  }

  List<MemoryRow> between(long above, long below, int limit) {
    return sql.list(
        "SELECT key, doc FROM run_memories WHERE key > ? AND key < ? ORDER BY key LIMIT ?",
        Bind.numbers(above, below, limit),
        row);
  }

  void insert(List<RunMemory> memories) {
    sql.insert(
        "INSERT INTO run_memories (key, doc) VALUES (?, ?)",
        memories,
        (row, memory) -> {
          row.setLong(1, memory.key());
          row.setString(2, Shorthand.of(Documents.text(memory)));
        });
  }

  void remove(List<Long> keys) {
    sql.insert("DELETE FROM run_memories WHERE key = ?", keys, (row, key) -> row.setLong(1, key));
  }
}
