package dev.holdpoint.store.sql;

import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.engine.port.store.AuditQueries.Placed;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Row;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What was done outside, and how far the record of it had come: both only grow. */
final class AuditRows {
  private static final Row<ExternalAction> ACTION = row -> Documents.action(row.getString(1));
  private static final Row<Checkpoint> CHECKPOINT = row -> Documents.checkpoint(row.getString(1));

  private static final Row<Placed<ExternalAction>> PLACED_ACTION =
      row -> new Placed<>(row.getLong(1), row.getLong(2), Documents.action(row.getString(3)));
  private static final Row<Placed<Checkpoint>> PLACED_CHECKPOINT =
      row -> new Placed<>(0, row.getLong(1), Documents.checkpoint(row.getString(2)));

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

  List<Placed<ExternalAction>> beyond(long runKey, int afterSequence, int limit) {
    return sql.list(
        """
        SELECT run_key, sequence, doc FROM actions WHERE (run_key, sequence) > (?, ?)
        ORDER BY run_key, sequence LIMIT ?""",
        row -> {
          row.setLong(1, runKey);
          row.setInt(2, afterSequence);
          row.setInt(3, limit);
        },
        PLACED_ACTION);
  }

  @Nullable Checkpoint lastCheckpoint() {
    return sql.first(
        "SELECT doc FROM checkpoints ORDER BY sequence DESC LIMIT 1", Bind.NOTHING, CHECKPOINT);
  }

  long lastCheckpointSequence() {
    return Objects.requireNonNull(
        sql.first(
            "SELECT coalesce(max(sequence), 0) FROM checkpoints",
            Bind.NOTHING,
            row -> row.getLong(1)));
  }

  List<Checkpoint> checkpoints(long afterSequence, int limit) {
    return checkpointsBeyond(afterSequence, limit).stream().map(Placed::told).toList();
  }

  List<Placed<Checkpoint>> checkpointsBeyond(long afterSequence, int limit) {
    return sql.list(
        "SELECT sequence, doc FROM checkpoints WHERE sequence > ? ORDER BY sequence LIMIT ?",
        Bind.numbers(afterSequence, limit),
        PLACED_CHECKPOINT);
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
