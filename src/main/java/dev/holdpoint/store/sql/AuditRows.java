package dev.holdpoint.store.sql;

import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.engine.port.store.AuditQueries.Evidence;
import dev.holdpoint.engine.port.store.AuditQueries.Placed;
import dev.holdpoint.engine.port.store.AuditQueries.RecordFilter;
import dev.holdpoint.engine.port.store.AuditQueries.Recorded;
import dev.holdpoint.engine.port.store.AuditQueries.Settling;
import dev.holdpoint.engine.port.store.Outgoing;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.doc.Shorthand;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Row;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
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

  List<ExternalAction> last(Collection<Long> runKeys) {
    return sql.list(
        """
        SELECT a.doc FROM actions a
        JOIN (SELECT run_key, max(sequence) AS sequence FROM actions WHERE run_key %s GROUP BY run_key) l
          ON l.run_key = a.run_key AND l.sequence = a.sequence\
        """
            .formatted(sql.dialect().amongKeys()),
        row -> sql.dialect().bindKeys(row, 1, runKeys),
        ACTION);
  }

  @Nullable Settling settling(long gateKey) {
    return sql.first(
        """
        SELECT a.doc, a.evidence FROM decisions d
        JOIN actions a ON a.run_key = d.run_key AND a.sequence = d.sequence WHERE d.gate_key = ?\
        """,
        Bind.number(gateKey),
        row -> new Settling(Documents.action(row.getString(1)), evidence(row, 2)));
  }

  /** It has a digest of its own: what cannot be read is told as it is, and verifiers judge it. */
  private static String evidence(ResultSet row, int column) throws SQLException {
    String text = row.getString(column);
    try {
      return Shorthand.read("evidence of the chain", text);
    } catch (Damaged _) {
      return text;
    }
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
        ORDER BY run_key, sequence LIMIT ?\
        """,
        row -> {
          row.setLong(1, runKey);
          row.setInt(2, afterSequence);
          row.setInt(3, limit);
        },
        PLACED_ACTION);
  }

  List<Placed<Evidence>> evidenceBeyond(long runKey, int afterSequence, int limit) {
    return sql.list(
        """
        SELECT run_key, sequence, doc, evidence FROM actions
        WHERE (run_key, sequence) > (?, ?) AND evidence IS NOT NULL
        ORDER BY run_key, sequence LIMIT ?\
        """,
        row -> {
          row.setLong(1, runKey);
          row.setInt(2, afterSequence);
          row.setInt(3, limit);
        },
        row ->
            new Placed<>(
                row.getLong(1),
                row.getLong(2),
                new Evidence(Documents.action(row.getString(3)).id(), evidence(row, 4))));
  }

  List<Recorded> records(RecordFilter filter, int limit) {
    return sql.list(
        "SELECT place, doc, evidence FROM actions WHERE "
            + where(filter)
            + " ORDER BY place DESC LIMIT ?",
        row -> bind(row, filter, limit),
        row ->
            new Recorded(
                row.getLong(1),
                Documents.action(row.getString(2)),
                row.getString(3) == null ? null : evidence(row, 3)));
  }

  int count(RecordFilter filter, int most) {
    return Objects.requireNonNull(
        sql.first(
            "SELECT count(*) FROM (SELECT 1 FROM actions WHERE %s LIMIT ?) AS found"
                .formatted(where(filter)),
            row -> bind(row, filter, most),
            row -> row.getInt(1)));
  }

  long countAll() {
    return Objects.requireNonNull(
        sql.first("SELECT count(*) FROM actions", Bind.NOTHING, row -> row.getLong(1)));
  }

  /** One of the indexes, each time. */
  private static String where(RecordFilter filter) {
    String which =
        filter.target() == null && filter.principal() == null
            ? "kind = ?"
            : "run_key = 0"
                + (filter.principal() == null ? "" : " AND principal = ?")
                + (filter.target() == null ? "" : " AND target = ?");
    return which + " AND place >= ? AND place < ?";
  }

  private static void bind(PreparedStatement row, RecordFilter filter, int limit)
      throws SQLException {
    int at = 1;
    if (filter.target() == null && filter.principal() == null) {
      row.setInt(at++, Codes.of(filter.kind()));
    }
    if (filter.principal() != null) {
      row.setString(at++, filter.principal());
    }
    if (filter.target() != null) {
      row.setString(at++, filter.target());
    }
    row.setLong(at++, filter.fromPlace());
    row.setLong(at++, filter.belowPlace());
    row.setInt(at, limit);
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

  static @Nullable Long place(ExternalAction action) {
    OptionalLong key = Ulid.keyOf("act_", action.id());
    return key.isPresent() ? key.getAsLong() : null;
  }

  /** The primary keys refuse a second record in the same place: a chain cannot fork. */
  void insert(Outgoing outgoing) {
    sql.insert(
        """
        INSERT INTO actions (run_key, sequence, doc, evidence, kind, place, target, principal)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)\
        """,
        outgoing.actions(),
        (row, action) -> {
          row.setLong(1, action.deed().runKey());
          row.setInt(2, action.sequence());
          row.setString(3, Shorthand.of(Documents.text(action)));
          String evidence = outgoing.evidence().get(action.id());
          row.setString(4, evidence == null ? null : Shorthand.of(evidence));
          ExternalAction.Deed deed = action.deed();
          boolean listed = deed.kind().isCovered();
          boolean administered = deed.kind() == ActionKind.ADMIN;
          row.setObject(5, listed ? Codes.of(deed.kind()) : null, Types.INTEGER);
          row.setObject(6, listed ? place(action) : null, Types.BIGINT);
          row.setString(7, administered ? deed.target() : null);
          row.setString(8, administered ? deed.principalId() : null);
        });
    sql.insert(
        "INSERT INTO checkpoints (sequence, names_key, doc) VALUES (?, ?, ?)",
        outgoing.checkpoints(),
        (row, checkpoint) -> {
          row.setLong(1, checkpoint.sequence());
          row.setInt(2, checkpoint.key() == null ? 0 : 1);
          row.setString(3, Documents.text(checkpoint));
        });
    // An approval is settled once; were it not so, the first word would be the one that counts.
    sql.insert(
        """
        INSERT INTO decisions (gate_key, run_key, sequence) VALUES (?, ?, ?)
        ON CONFLICT (gate_key) DO NOTHING\
        """,
        outgoing.actions().stream()
            .filter(action -> action.deed().settledGate().isPresent())
            .toList(),
        (row, action) -> {
          row.setLong(1, action.deed().settledGate().getAsLong());
          row.setLong(2, action.deed().runKey());
          row.setInt(3, action.sequence());
        });
  }
}
