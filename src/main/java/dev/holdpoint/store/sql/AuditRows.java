package dev.holdpoint.store.sql;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was done outside, and how far the record of it had come: both only grow. */
final class AuditRows {
  private static final Row<ExternalAction> ACTION = row -> Documents.action(row.getString(1));
  private static final Row<Checkpoint> CHECKPOINT = row -> Documents.checkpoint(row.getString(1));

  private final Statements sql;

  AuditRows(Statements sql) {
    this.sql = sql;
  }

  @Nullable ExternalAction last(long runKey) {
    return sql.first(
        "SELECT doc FROM actions WHERE run_key = ? ORDER BY sequence DESC LIMIT 1",
        Bind.number(runKey),
        ACTION);
  }

  List<ExternalAction> of(long runKey, int afterSequence, int limit) {
    return sql.list(
        "SELECT doc FROM actions WHERE run_key = ? AND sequence > ? ORDER BY sequence LIMIT ?",
        row -> {
          row.setLong(1, runKey);
          row.setInt(2, afterSequence);
          row.setInt(3, limit);
        },
        ACTION);
  }

  List<ExternalAction> beyond(long runKey, int afterSequence, int limit) {
    return sql.list(
        """
        SELECT doc FROM actions WHERE (run_key, sequence) > (?, ?)
        ORDER BY run_key, sequence LIMIT ?""",
        row -> {
          row.setLong(1, runKey);
          row.setInt(2, afterSequence);
          row.setInt(3, limit);
        },
        ACTION);
  }

  @Nullable Checkpoint lastCheckpoint() {
    return sql.first(
        "SELECT doc FROM checkpoints ORDER BY sequence DESC LIMIT 1", Bind.NOTHING, CHECKPOINT);
  }

  List<Checkpoint> checkpoints(long afterSequence, int limit) {
    return sql.list(
        "SELECT doc FROM checkpoints WHERE sequence > ? ORDER BY sequence LIMIT ?",
        Bind.numbers(afterSequence, limit),
        CHECKPOINT);
  }

  List<Checkpoint> ofKeys() {
    return sql.list(
        "SELECT doc FROM checkpoints WHERE names_key = 1 ORDER BY sequence",
        Bind.NOTHING,
        CHECKPOINT);
  }

  /** The primary keys refuse a second record in the same place: a chain cannot fork. */
  void insert(List<ExternalAction> actions, List<Checkpoint> checkpoints) {
    sql.insert(
        "INSERT INTO actions (run_key, sequence, doc) VALUES (?, ?, ?)",
        actions,
        (row, action) -> {
          row.setLong(1, action.deed().runKey());
          row.setInt(2, action.sequence());
          row.setString(3, Documents.text(action));
        });
    sql.insert(
        "INSERT INTO checkpoints (sequence, names_key, doc) VALUES (?, ?, ?)",
        checkpoints,
        (row, checkpoint) -> {
          row.setLong(1, checkpoint.sequence());
          row.setInt(2, checkpoint.key() == null ? 0 : 1);
          row.setString(3, Documents.text(checkpoint));
        });
  }
}
