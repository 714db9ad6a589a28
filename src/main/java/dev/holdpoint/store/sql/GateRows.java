package dev.holdpoint.store.sql;

import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries.GateFilter;
import dev.holdpoint.engine.port.store.Queries.TenantGates;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Row;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class GateRows {
  private static final String COLUMNS =
      """
      SELECT key, kind, status, run_key, session_key, settled_in, expires_at_ms, tenant_id
      FROM gates\s""";

  /** What is due goes by its run: a kind that cannot be read keeps no other from expiring. */
  private static final String COLUMNS_OF_DUE =
      """
      SELECT key, CASE WHEN kind = 0 THEN 0 ELSE 1 END, status, run_key, session_key, settled_in,
        expires_at_ms, tenant_id
      FROM gates\s""";

  private static final Row<GateRow> GATE =
      row -> {
        long expiresAtMs = row.getLong(7);
        Long deadline = row.wasNull() ? null : expiresAtMs;
        return new GateRow(
            row.getLong(1),
            Codes.kind(row.getInt(2)),
            Codes.status(row.getInt(3)),
            row.getLong(4),
            row.getLong(5),
            deadline,
            row.getLong(6),
            row.getString(8));
      };

  /** Keys stay in order when the clock is set back, and may then be ahead of it. */
  private static final long CLOCK_SLACK_MS = 24L * 60 * 60 * 1_000;

  private final Statements sql;

  GateRows(Statements sql) {
    this.sql = sql;
  }

  @Nullable GateRow byKey(long key) {
    return sql.first(COLUMNS + "WHERE key = ?", Bind.number(key), GATE);
  }

  List<GateRow> list(GateFilter filter, long beyond, int limit) {
    if (filter.status() != null || filter.sessionKey() != null) {
      return oneList(filter, beyond, limit);
    }
    // There is an index for each status and none for all of a kind, which every write would pay.
    return Arrays.stream(GateState.Status.values())
        .flatMap(status -> oneList(filter.with(status), beyond, limit).stream())
        .sorted(filter.order())
        .limit(limit)
        .toList();
  }

  private List<GateRow> oneList(GateFilter filter, long beyond, int limit) {
    boolean up = filter.oldestFirst();
    Long sessionKey = filter.sessionKey();
    return sql.list(
        COLUMNS + where(filter) + " ORDER BY key " + (up ? "ASC" : "DESC") + " LIMIT ?",
        row -> {
          int next = 1;
          if (sessionKey != null) {
            row.setLong(next++, sessionKey);
          }
          row.setLong(next++, up ? Math.max(beyond, filter.above()) : filter.above());
          row.setLong(next++, up ? filter.below() : Math.min(beyond, filter.below()));
          row.setInt(next, limit);
        },
        GATE);
  }

  long count(GateFilter filter) {
    if (filter.status() == null && filter.sessionKey() == null) {
      return Arrays.stream(GateState.Status.values())
          .mapToLong(status -> count(filter.with(status)))
          .sum();
    }
    Long sessionKey = filter.sessionKey();
    return sql.number(
        "SELECT count(*) FROM gates " + where(filter),
        sessionKey == null
            ? Bind.numbers(filter.above(), filter.below())
            : Bind.numbers(sessionKey, filter.above(), filter.below()));
  }

  private static String where(GateFilter filter) {
    StringBuilder where = new StringBuilder("WHERE ");
    if (filter.sessionKey() != null) {
      // The plus sign: within a session, go by the session's index and by no other.
      where.append("session_key = ? AND +");
    }
    where.append("kind = ").append(Codes.of(filter.kind()));
    GateState.Status status = filter.status();
    if (status != null) {
      where.append(
          switch (status) {
            case PENDING -> " AND status = 0";
            case RESOLVED -> " AND status = 1";
            case EXPIRED -> " AND status > 1 AND status = 2";
            case WITHDRAWN -> " AND status > 1 AND status = 3";
          });
    }
    return where.append(" AND key > ? AND key < ?").toString();
  }

  List<GateRow> of(TenantGates wanted) {
    List<GateRow> all = new ArrayList<>();
    for (String tenantId : wanted.tenantIds()) {
      wanted.statuses().forEach(status -> all.addAll(ofTenant(wanted, tenantId, status)));
    }
    return wanted.merged(all);
  }

  /** The approvals of one tenant with one status, from one end or the other. */
  private List<GateRow> ofTenant(TenantGates wanted, String tenantId, GateState.Status status) {
    Long sessionKey = wanted.sessionKey();
    return sql.list(
        COLUMNS
            + "WHERE tenant_id = ? AND tenant_id IS NOT NULL AND kind = 0 AND status = ?"
            + (sessionKey == null ? "" : " AND session_key = ?")
            + " AND key > ? AND key < ? ORDER BY key "
            + (wanted.newestFirst() ? "DESC" : "ASC")
            + " LIMIT ?",
        row -> {
          int next = 1;
          row.setString(next++, tenantId);
          row.setInt(next++, Codes.of(status));
          if (sessionKey != null) {
            row.setLong(next++, sessionKey);
          }
          row.setLong(next++, wanted.above());
          row.setLong(next++, wanted.below());
          row.setInt(next, wanted.limit());
        },
        GATE);
  }

  List<GateRow> due(long nowMs, int limit) {
    return sql.list(
        COLUMNS_OF_DUE
            + """
            WHERE status = 0 AND expires_at_ms IS NOT NULL AND expires_at_ms <= ?
            ORDER BY expires_at_ms, key LIMIT ?""",
        Bind.numbers(nowMs, limit),
        GATE);
  }

  long countDue(long nowMs) {
    return sql.number(
        """
        SELECT count(*) FROM gates
        WHERE status = 0 AND expires_at_ms IS NOT NULL AND expires_at_ms <= ?""",
        Bind.number(nowMs));
  }

  @Nullable Long nextDeadline() {
    return sql.first(
        """
        SELECT expires_at_ms FROM gates WHERE status = 0 AND expires_at_ms IS NOT NULL
        ORDER BY expires_at_ms LIMIT 1""",
        Bind.NOTHING,
        row -> row.getLong(1));
  }

  void insert(List<GateRow> gates) {
    sql.insert(
        """
        INSERT INTO gates
          (status, expires_at_ms, settled_in, key, kind, run_key, session_key, tenant_id)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
        gates,
        (row, gate) -> {
          bindChanging(row, gate);
          row.setInt(5, Codes.of(gate.kind()));
          row.setLong(6, gate.runKey());
          row.setLong(7, gate.sessionKey());
          row.setString(8, gate.tenantId());
        });
  }

  void update(List<GateRow> gates) {
    sql.change(
        "UPDATE gates SET status = ?, expires_at_ms = ?, settled_in = ? WHERE key = ?",
        gates,
        GateRows::bindChanging);
  }

  private static void bindChanging(PreparedStatement row, GateRow gate) throws SQLException {
    row.setInt(1, Codes.of(gate.status()));
    Long expiresAtMs = gate.expiresAtMs();
    if (expiresAtMs == null) {
      row.setNull(2, Types.BIGINT);
    } else {
      row.setLong(2, expiresAtMs);
    }
    row.setLong(3, gate.settledIn());
    row.setLong(4, gate.key());
  }

  /** A run's gates were made while it lived, so only that part of its session's is looked at. */
  void remove(List<Run> runs) {
    sql.insert(
        "DELETE FROM gates WHERE session_key = ? AND key > ? AND key < ? AND run_key = ?",
        runs,
        (row, run) -> {
          Long end = run.finishedAtMs();
          row.setLong(1, run.head().sessionKey());
          row.setLong(2, run.key());
          row.setLong(3, end == null ? Long.MAX_VALUE : Ulid.key(end + CLOCK_SLACK_MS, 0));
          row.setLong(4, run.key());
        });
  }
}
