package dev.holdpoint.store.sql;

import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.core.delivery.DeliveryStatus;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.port.store.DeliveryQueries.DeliveryFilter;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Row;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is on its way out. */
final class DeliveryRows {
  /** A list tells of deliveries; what they carry may be very large. */
  private static final Row<Delivery> TOLD = row -> Documents.delivery(row.getString(1));

  private static final Row<Delivery> READ =
      row -> {
        String content = row.getString(2);
        return TOLD.of(row).carrying(content == null ? null : Documents.content(content));
      };

  private final Statements sql;

  DeliveryRows(Statements sql) {
    this.sql = sql;
  }

  @Nullable Delivery byKey(long key) {
    return sql.first("SELECT doc, content FROM deliveries WHERE key = ?", Bind.number(key), READ);
  }

  List<Delivery> below(DeliveryFilter filter, long key, int limit) {
    return sql.list(
        "SELECT doc FROM deliveries WHERE " + where(filter) + "key < ? ORDER BY key DESC LIMIT ?",
        row -> {
          int at = bind(row, filter);
          row.setLong(at, key);
          row.setInt(at + 1, limit);
        },
        TOLD);
  }

  /** So many of each run. */
  List<Delivery> ofRuns(Collection<Long> runKeys, int limit) {
    return sql.list(
        """
        SELECT doc FROM (
          SELECT doc, run_key, key,
            row_number() OVER (PARTITION BY run_key ORDER BY key) AS place
          FROM deliveries WHERE run_key %s) AS each_run
        WHERE place <= ? ORDER BY run_key, key"""
            .formatted(sql.dialect().amongKeys()),
        row -> {
          sql.dialect().bindKeys(row, 1, runKeys);
          row.setInt(2, limit);
        },
        TOLD);
  }

  /** Which of these runs have something on its way. */
  Set<Long> runsWithOpen(Collection<Long> runKeys) {
    return Set.copyOf(
        sql.list(
            "SELECT DISTINCT run_key FROM deliveries WHERE +status < 2 AND run_key "
                + sql.dialect().amongKeys(),
            row -> sql.dialect().bindKeys(row, 1, runKeys),
            row -> row.getLong(1)));
  }

  long count(DeliveryFilter filter) {
    return sql.number(
        "SELECT count(*) FROM deliveries WHERE " + where(filter) + "key > 0",
        row -> bind(row, filter));
  }

  /**
   * The plus signs keep the database from walking all of a plugin or status where the session or
   * run has few.
   */
  private static String where(DeliveryFilter filter) {
    List<String> parts = new ArrayList<>();
    boolean narrow = filter.runKey() != null || filter.sessionKey() != null;
    if (filter.runKey() != null) {
      parts.add("run_key = ?");
    }
    if (filter.sessionKey() != null) {
      parts.add(filter.runKey() != null ? "+session_key = ?" : "session_key = ?");
    }
    if (filter.plugin() != null) {
      parts.add(narrow ? "plugin || '' = ?" : "plugin = ?");
    }
    if (filter.status() != null) {
      parts.add(narrow || filter.plugin() != null ? "+status = ?" : "status = ?");
    }
    return parts.isEmpty() ? "" : String.join(" AND ", parts) + " AND ";
  }

  /** Where the parameters after these begin. */
  private static int bind(PreparedStatement row, DeliveryFilter filter) throws SQLException {
    int at = 1;
    if (filter.runKey() != null) {
      row.setLong(at++, filter.runKey());
    }
    if (filter.sessionKey() != null) {
      row.setLong(at++, filter.sessionKey());
    }
    if (filter.plugin() != null) {
      row.setString(at++, filter.plugin());
    }
    if (filter.status() != null) {
      row.setInt(at++, Codes.of(filter.status()));
    }
    return at;
  }

  Map<DeliveryStatus, Long> countByStatus() {
    Map<DeliveryStatus, Long> counts = new EnumMap<>(DeliveryStatus.class);
    for (DeliveryStatus status : DeliveryStatus.values()) {
      counts.put(status, count(new DeliveryFilter(null, null, null, status)));
    }
    return counts;
  }

  long countUnresolved() {
    return sql.number("SELECT count(*) FROM deliveries WHERE unresolved = 1", Bind.NOTHING);
  }

  List<Delivery> open(String lane, long aboveKey, int limit) {
    return sql.list(
        """
        SELECT doc FROM deliveries WHERE lane = ? AND status < 2 AND key > ?
        ORDER BY key LIMIT ?""",
        row -> {
          row.setString(1, lane);
          row.setLong(2, aboveKey);
          row.setInt(3, limit);
        },
        TOLD);
  }

  int countOpen(String lane, int most) {
    return (int)
        sql.number(
            """
            SELECT count(*) FROM (
              SELECT 1 FROM deliveries WHERE lane = ? AND status < 2 LIMIT ?) AS waiting""",
            row -> {
              row.setString(1, lane);
              row.setInt(2, most);
            });
  }

  /** What was never tried tells nothing of the target; little of it lies in a row. */
  @Nullable Delivery lastTried(String lane) {
    return sql
        .list(
            "SELECT doc FROM deliveries WHERE lane = ? ORDER BY key DESC LIMIT 16",
            Bind.text(lane),
            TOLD)
        .stream()
        .filter(delivery -> delivery.state().attempts() > 0)
        .findFirst()
        .orElse(null);
  }

  List<Delivery> due(long nowMs, int limit) {
    return sql.list(
        """
        SELECT doc FROM deliveries WHERE due_at_ms IS NOT NULL AND due_at_ms <= ?
        ORDER BY due_at_ms, key LIMIT ?""",
        row -> {
          row.setLong(1, nowMs);
          row.setInt(2, limit);
        },
        TOLD);
  }

  @Nullable Long nextDue() {
    return sql.first(
        "SELECT due_at_ms FROM deliveries WHERE due_at_ms IS NOT NULL ORDER BY due_at_ms LIMIT 1",
        Bind.NOTHING,
        row -> row.getLong(1));
  }

  List<Delivery> sending(long aboveKey, int limit) {
    return sql.list(
        "SELECT doc FROM deliveries WHERE sending = 1 AND key > ? ORDER BY key LIMIT ?",
        Bind.numbers(aboveKey, limit),
        TOLD);
  }

  @Nullable Delivery lastReplay(long key) {
    return sql.first(
        "SELECT doc FROM deliveries WHERE from_key = ? ORDER BY key DESC LIMIT 1",
        Bind.number(key),
        TOLD);
  }

  /** What a delivery carries never changes; it is gone when it has arrived. */
  void write(List<Delivery> deliveries) {
    // One output goes to several targets: one text for all of them.
    IdentityHashMap<Delivery.Content, String> texts = new IdentityHashMap<>();
    sql.insert(
        """
        INSERT INTO deliveries
          (key, session_key, run_key, plugin, lane, status, sending, unresolved, due_at_ms,
           from_key, doc, content)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET status = excluded.status, sending = excluded.sending,
          unresolved = excluded.unresolved, due_at_ms = excluded.due_at_ms, doc = excluded.doc,
          content = CASE WHEN excluded.status = 2 THEN NULL ELSE deliveries.content END""",
        deliveries,
        (row, delivery) -> {
          row.setLong(1, delivery.key());
          row.setLong(2, delivery.sessionKey());
          row.setLong(3, delivery.runKey());
          row.setString(4, delivery.target().plugin());
          row.setString(5, delivery.lane());
          row.setInt(6, Codes.of(delivery.status()));
          row.setInt(7, delivery.state() instanceof DeliveryState.Sending ? 1 : 0);
          row.setInt(8, delivery.isUnresolved() ? 1 : 0);
          set(row, 9, delivery.dueAtMs());
          set(row, 10, delivery.originKey() == 0 ? null : delivery.originKey());
          row.setString(11, Documents.text(delivery.carrying(null)));
          Delivery.Content content = delivery.content();
          row.setString(
              12, content == null ? null : texts.computeIfAbsent(content, Documents::text));
        });
  }

  private static void set(PreparedStatement row, int index, @Nullable Long value)
      throws SQLException {
    if (value == null) {
      row.setNull(index, Types.BIGINT);
    } else {
      row.setLong(index, value);
    }
  }

  void remove(List<Delivery> deliveries) {
    sql.insert(
        "DELETE FROM deliveries WHERE key = ?",
        deliveries,
        (row, delivery) -> row.setLong(1, delivery.key()));
  }

  /** Of runs that are gone; what is still on its way stays. */
  void removeSettled(List<Run> runs) {
    sql.insert(
        "DELETE FROM deliveries WHERE run_key = ? AND +status >= 2",
        runs,
        (row, run) -> row.setLong(1, run.key()));
  }
}
