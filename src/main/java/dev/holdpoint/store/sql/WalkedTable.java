package dev.holdpoint.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table as {@link DeepWalk} reads it.
 *
 * @param from what its rows are read from
 * @param more a second column with a document, or null
 * @param columns what stands beside the document
 * @param judge compares that with the document
 */
record WalkedTable(
    String table,
    String from,
    List<String> keys,
    @Nullable String more,
    String columns,
    Columns.@Nullable Judge judge) {
  WalkedTable(String table, List<String> keys, @Nullable String more) {
    this(table, table, keys, more, "", null);
  }

  WalkedTable(String table, String columns, Columns.Judge judge) {
    this(table, table, List.of("key"), null, columns, judge);
  }

  /** One statement for a gate and its run: what is read together is of one moment. */
  private static final String GATES =
      """
      (SELECT g.key, g.kind, g.status, g.session_key, g.tenant_id, g.expires_at_ms, r.doc, h.doc AS head
      FROM gates g JOIN runs r ON r.key = g.run_key LEFT JOIN run_heads h ON h.run_key = r.key) AS gates\
      """;

  private static final String RUNS =
      """
      (SELECT r.*, h.doc AS head FROM runs r LEFT JOIN run_heads h ON h.run_key = r.key) AS runs\
      """;

  private static final String JOURNAL =
      """
      (SELECT j.*, h.doc AS head FROM journal j LEFT JOIN run_heads h ON h.run_key = j.run_key)
      AS journal\
      """;

  static List<WalkedTable> all() {
    return List.of(
        new WalkedTable("sessions", "id, parent_key, persona_id, tenant_id", Columns::ofSession),
        new WalkedTable("run_heads", List.of("run_key"), null),
        new WalkedTable(
            "runs",
            RUNS,
            List.of("key"),
            null,
            "session_key, status, runnable, holds_slot, pending_approvals, pending_questions, head",
            Columns::ofRun),
        new WalkedTable(
            "gates",
            GATES,
            List.of("key"),
            null,
            "kind, status, session_key, tenant_id, expires_at_ms, head",
            Columns.ofGates()),
        new WalkedTable(
            "journal",
            JOURNAL,
            List.of("last_id"),
            "steps",
            "session_key, run_key, head",
            Columns::ofJournal),
        new WalkedTable("mails", "session_key", Columns::ofMail),
        new WalkedTable("tokens", "sha256", Columns::ofToken),
        new WalkedTable(
            "records",
            "records",
            List.of("kind", "key"),
            null,
            "name, grp, due_at_ms, tenant_id",
            Columns::ofRecord),
        new WalkedTable("run_memories", List.of("key"), null),
        new WalkedTable(
            "deliveries",
            "deliveries",
            List.of("key"),
            "content",
            "session_key, run_key, plugin, lane, status, sending, unresolved, due_at_ms, from_key",
            Columns::ofDelivery),
        new WalkedTable(
            "actions",
            "actions",
            List.of("run_key", "sequence"),
            null,
            "kind, place, target, principal",
            Columns::ofAction),
        new WalkedTable("checkpoints", List.of("sequence"), null));
  }

  /** Whether the document is the row's own; that of a gate is its run's, and told of there. */
  boolean hasOwnDocument() {
    return !from.equals(GATES);
  }

  /** The document that tells which run the row is of, where that is another one. */
  @Nullable String head(ResultSet row) throws SQLException {
    return from.equals(RUNS) || from.equals(JOURNAL) ? row.getString("head") : null;
  }

  String select(String what, int most) {
    String names = String.join(", ", keys);
    String marks = keys.stream().map(_ -> "?").collect(Collectors.joining(", "));
    return "SELECT %s, %s FROM %s WHERE (%s) > (%s) ORDER BY %s LIMIT %d"
        .formatted(names, what, from, names, marks, names, most);
  }

  long[] keysOf(ResultSet row) throws SQLException {
    long[] found = new long[keys.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = row.getLong(i + 1);
    }
    return found;
  }
}
