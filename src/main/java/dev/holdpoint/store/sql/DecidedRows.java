package dev.holdpoint.store.sql;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.stats.Decided;
import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.engine.port.store.DecidedQueries;
import dev.holdpoint.engine.port.store.Tallied;
import dev.holdpoint.store.doc.Shorthand;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Row;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How gates ended, a narrow row each; written behind the journal. */
final class DecidedRows implements DecidedQueries {
  /**
   * The names of the events and changes that are counted, as documents have them. A document in
   * which somebody wrote one of them is read for nothing. The database cannot look for them: most
   * documents are in shorthand.
   */
  private static final List<String> TELLING =
      Stream.of(
              "approval_settled", "question_settled", "rule_applied", "LATE_ANSWER", "STAGE_OPENED")
          .map(name -> '"' + name + '"')
          .toList();

  private static final String SCAN =
      """
      SELECT j.last_id, j.at_ms, j.session_key, j.doc, NULL, h.doc
      FROM journal j LEFT JOIN run_heads h ON h.run_key = j.run_key
      WHERE j.last_id > ? ORDER BY j.last_id LIMIT ?\
      """;

  private static final String COLUMNS =
      "event_id, gate_key, tenant_id, session_key, tool, kind, outcome, decided_by, person,"
          + " policy_id, grp, raised_at_ms, seen_at_ms, decided_at_ms, escalated, rubber_stamp,"
          + " late_answers";

  private static final Row<Decided> DECIDED =
      row ->
          new Decided(
              row.getLong(1),
              row.getLong(2),
              Tenants.orRoot(row.getString(3)),
              row.getLong(4),
              row.getString(5),
              Codes.kind(row.getInt(6)),
              Codes.outcome(row.getInt(7)),
              Codes.decidedBy(row.getInt(8)),
              row.getString(9),
              row.getString(10),
              row.getString(11),
              time(row, 12),
              time(row, 13),
              row.getLong(14),
              row.getInt(15) == 1,
              row.getInt(16) == 1,
              row.getInt(17));

  /** More events than one row of the journal has. */
  private static final long EVENTS_OF_A_ROW = 10_000;

  private final Statements sql;
  private final MetaRows meta;

  DecidedRows(Statements sql, MetaRows meta) {
    this.sql = sql;
    this.meta = meta;
  }

  @Override
  public long tallied() {
    return meta.tallied();
  }

  @Override
  public <T> List<Scanned<T>> scan(long afterId, int limit, Function<JournalRow, T> facts) {
    return sql.list(
        SCAN,
        Bind.numbers(afterId, limit),
        row -> new Scanned<>(row.getLong(1), row.getLong(2), facts(row, facts)));
  }

  /** A row that cannot be read is told as damaged, and passed over: the numbers go on. */
  private <T> @Nullable T facts(ResultSet row, Function<JournalRow, T> facts) throws SQLException {
    String stored = row.getString(4);
    if (stored == null) {
      return null;
    }
    try {
      String document = Shorthand.read("row of the journal", stored);
      if (TELLING.stream().noneMatch(document::contains)) {
        return null;
      }
      return facts.apply(JournalRows.of(row, null));
    } catch (Damaged e) {
      sql.dialect().damages().add(e);
      return null;
    }
  }

  @Override
  public List<Decided> below(long fromMs, Place below, int limit) {
    return sql.list(
        "SELECT "
            + COLUMNS
            + " FROM decided WHERE decided_at_ms >= ? AND (decided_at_ms, event_id) < (?, ?)"
            + " ORDER BY decided_at_ms DESC, event_id DESC LIMIT ?",
        Bind.numbers(fromMs, below.decidedAtMs(), below.eventId(), limit),
        DECIDED);
  }

  @Override
  public boolean anyBefore(long ms) {
    return sql.first(
            "SELECT 1 FROM decided WHERE decided_at_ms < ? LIMIT 1",
            Bind.number(ms),
            row -> row.getInt(1))
        != null;
  }

  void write(Tallied tallied) {
    if (tallied.isEmpty()) {
      return;
    }
    sql.insert(
        "INSERT INTO decided ("
            + COLUMNS
            + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        tallied.rows(),
        DecidedRows::bind);
    sql.insert(
        """
        UPDATE decided SET late_answers = late_answers + 1
        WHERE event_id > ? AND event_id <= ? AND gate_key = ?\
        """,
        tallied.late(),
        (row, late) -> {
          row.setLong(1, late.settledIn() - EVENTS_OF_A_ROW);
          row.setLong(2, late.settledIn());
          row.setLong(3, late.gateKey());
        });
    if (tallied.upTo() > 0) {
      meta.keepTallied(tallied.upTo());
    }
    if (tallied.dropBefore() > 0) {
      sql.update(
          """
          DELETE FROM decided WHERE event_id IN (
            SELECT event_id FROM decided WHERE decided_at_ms < ?
            ORDER BY decided_at_ms, event_id LIMIT ?)\
          """,
          Bind.numbers(tallied.dropBefore(), Tallied.DROPPED));
    }
  }

  private static void bind(PreparedStatement row, Decided it) throws SQLException {
    row.setLong(1, it.eventId());
    row.setLong(2, it.gateKey());
    row.setString(3, Tenants.nullIfRoot(it.tenantId()));
    row.setLong(4, it.sessionKey());
    row.setString(5, it.tool());
    row.setInt(6, Codes.of(it.kind()));
    row.setInt(7, Codes.of(it.outcome()));
    row.setInt(8, Codes.of(it.by()));
    row.setString(9, it.person());
    row.setString(10, it.policyId());
    row.setString(11, it.group());
    bind(row, 12, it.raisedAtMs());
    bind(row, 13, it.seenAtMs());
    row.setLong(14, it.decidedAtMs());
    row.setInt(15, it.escalated() ? 1 : 0);
    row.setInt(16, it.rubberStamp() ? 1 : 0);
    row.setInt(17, it.lateAnswers());
  }

  private static void bind(PreparedStatement row, int at, @Nullable Long value)
      throws SQLException {
    if (value == null) {
      row.setNull(at, Types.BIGINT);
    } else {
      row.setLong(at, value);
    }
  }

  private static @Nullable Long time(ResultSet row, int at) throws SQLException {
    long value = row.getLong(at);
    return row.wasNull() ? null : value;
  }
}
