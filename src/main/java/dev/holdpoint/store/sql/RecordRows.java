package dev.holdpoint.store.sql;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.engine.port.store.RecordChange;
import dev.holdpoint.engine.port.store.TermHits;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.BindRow;
import dev.holdpoint.store.sql.Statements.Legible;
import dev.holdpoint.store.sql.Statements.Row;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The small records of all kinds, and the words that lead to them. */
final class RecordRows {
  /** How many of the newest records a word leads to. */
  private static final int LEADS = 2_000;

  private final Statements sql;

  RecordRows(Statements sql) {
    this.sql = sql;
  }

  private static <T extends StoredRecord> Row<T> read(RecordKind<T> shelf) {
    return row -> {
      T record = Documents.record(shelf.type(), row.getString(1));
      long key = row.getLong(2);
      Columns.check("records", key, "key", key == record.key());
      return record;
    };
  }

  <T extends StoredRecord> @Nullable T byKey(RecordKind<T> shelf, long key) {
    return sql.first(
        "SELECT doc, key FROM records WHERE kind = ? AND key = ?",
        Bind.numbers(shelf.code(), key),
        read(shelf));
  }

  <T extends StoredRecord> @Nullable T byName(RecordKind<T> shelf, String name) {
    return sql.first(
        "SELECT doc, key FROM records WHERE kind = ? AND name = ?",
        row -> {
          row.setInt(1, shelf.code());
          row.setString(2, name);
        },
        read(shelf));
  }

  <T extends StoredRecord> List<T> among(RecordKind<T> shelf, Collection<Long> keys) {
    String select =
        "SELECT doc, key FROM records WHERE kind = ? AND key " + sql.dialect().amongKeys();
    Bind bind =
        row -> {
          row.setInt(1, shelf.code());
          sql.dialect().bindKeys(row, 2, keys);
        };
    return shelf.complete()
        ? sql.list(select, bind, read(shelf))
        : sql.readable(select, bind, read(shelf)).rows();
  }

  /**
   * From where a list goes on.
   *
   * @param limit how many it lacks
   */
  private record Spot(long dueAtMs, long key, int limit) {}

  /**
   * As many records as are wanted, if there are as many: it reads on where some are damaged. One
   * that is shorter is the end, and the last one in it is where the next begins.
   *
   * @param select gives the document, the key and when it is due
   */
  private <T extends StoredRecord> List<T> intact(
      RecordKind<T> shelf, String select, Spot from, BindRow<Spot> bind) {
    List<T> found = new ArrayList<>();
    Row<T> read = read(shelf);
    Spot[] last = {from};
    Spot spot;
    int seen;
    do {
      spot = new Spot(last[0].dueAtMs, last[0].key, from.limit - found.size());
      Spot to = spot;
      Legible<T> some =
          sql.readable(
              select,
              row -> bind.to(row, to),
              row -> {
                last[0] = new Spot(row.getLong(3), row.getLong(2), 0);
                return read.of(row);
              });
      found.addAll(some.rows());
      seen = some.read();
    } while (seen == spot.limit && found.size() < from.limit);
    return found;
  }

  /** The newest below a key; whole or not at all where the kind says so. */
  private <T extends StoredRecord> List<T> newest(
      RecordKind<T> shelf, String select, Spot from, BindRow<Spot> bind) {
    return shelf.complete()
        ? sql.list(select, row -> bind.to(row, from), read(shelf))
        : intact(shelf, select, from, bind);
  }

  <T extends StoredRecord> List<T> below(
      RecordKind<T> shelf, @Nullable String group, long key, int limit) {
    if (group == null) {
      return newest(
          shelf,
          "SELECT doc, key, due_at_ms FROM records WHERE kind = ? AND key < ? ORDER BY key DESC LIMIT ?",
          new Spot(0, key, limit),
          (row, spot) -> {
            row.setInt(1, shelf.code());
            row.setLong(2, spot.key);
            row.setInt(3, spot.limit);
          });
    }
    return newest(
        shelf,
        "SELECT doc, key, due_at_ms FROM records WHERE kind = ? AND grp = ? AND key < ? ORDER BY key DESC LIMIT ?",
        new Spot(0, key, limit),
        (row, spot) -> {
          row.setInt(1, shelf.code());
          row.setString(2, group);
          row.setLong(3, spot.key);
          row.setInt(4, spot.limit);
        });
  }

  long count(RecordKind<?> shelf, @Nullable String group) {
    if (group == null) {
      return sql.number("SELECT count(*) FROM records WHERE kind = ?", Bind.number(shelf.code()));
    }
    return sql.number(
        "SELECT count(*) FROM records WHERE kind = ? AND grp = ?",
        row -> {
          row.setInt(1, shelf.code());
          row.setString(2, group);
        });
  }

  <T extends StoredRecord> List<T> ofTenant(
      RecordKind<T> shelf, String tenant, @Nullable String group, long key, int limit) {
    return newest(
        shelf,
        "SELECT doc, key, due_at_ms FROM records WHERE kind = ? AND tenant_id = ? AND key < ?"
            + ofGroup(group)
            + " ORDER BY key DESC LIMIT ?",
        new Spot(0, key, limit),
        (row, spot) -> {
          row.setInt(1, shelf.code());
          row.setString(2, tenant);
          row.setLong(3, spot.key);
          if (group != null) {
            row.setString(4, group);
          }
          row.setInt(group == null ? 4 : 5, spot.limit);
        });
  }

  long countOfTenant(RecordKind<?> shelf, String tenant, @Nullable String group) {
    return sql.number(
        "SELECT count(*) FROM records WHERE kind = ? AND tenant_id = ?" + ofGroup(group),
        row -> {
          row.setInt(1, shelf.code());
          row.setString(2, tenant);
          if (group != null) {
            row.setString(3, group);
          }
        });
  }

  /** No index: a tenant's own records are read, however many others have in the group. */
  private static String ofGroup(@Nullable String group) {
    return group == null ? "" : " AND grp || '' = ?";
  }

  /**
   * The plus sign: what is due is little, and a kind may have very many records. What is damaged is
   * passed over in every kind: nothing is done for it, and it must not keep the others waiting.
   */
  <T extends StoredRecord> List<T> due(RecordKind<T> shelf, long nowMs, int limit) {
    return intact(
        shelf,
        """
        SELECT doc, key, due_at_ms FROM records
        WHERE due_at_ms IS NOT NULL AND due_at_ms <= ? AND +kind = ?
          AND (due_at_ms, key) > (?, ?)
        ORDER BY due_at_ms, key LIMIT ?""",
        new Spot(Long.MIN_VALUE, Long.MIN_VALUE, limit),
        (row, spot) -> {
          row.setLong(1, nowMs);
          row.setInt(2, shelf.code());
          row.setLong(3, spot.dueAtMs);
          row.setLong(4, spot.key);
          row.setInt(5, spot.limit);
        });
  }

  @Nullable Long nextDue() {
    return sql.first(
        "SELECT due_at_ms FROM records WHERE due_at_ms IS NOT NULL ORDER BY due_at_ms LIMIT 1",
        Bind.NOTHING,
        row -> row.getLong(1));
  }

  /**
   * Looks each word up by itself, and no further than its newest leads: a word that everything has
   * says little, and must not cost a walk through everything.
   */
  List<TermHits> withTerms(
      RecordKind<?> shelf, Collection<String> groups, Collection<String> terms, int limit) {
    Map<Long, Integer> hits = new HashMap<>();
    for (String group : groups) {
      for (String term : terms) {
        newestLeads(shelf, group, term).forEach(key -> hits.merge(key, 1, Integer::sum));
      }
    }
    return hits.entrySet().stream()
        .map(found -> new TermHits(found.getKey(), found.getValue()))
        .sorted(Comparator.comparingInt(TermHits::hits).thenComparingLong(TermHits::key).reversed())
        .limit(limit)
        .toList();
  }

  List<String> groupsWith(RecordKind<?> shelf, String term, int limit) {
    return sql.list(
        "SELECT grp FROM record_terms WHERE kind = ? AND term = ? LIMIT ?",
        row -> {
          row.setInt(1, shelf.code());
          row.setString(2, term);
          row.setInt(3, limit);
        },
        row -> row.getString(1));
  }

  private List<Long> newestLeads(RecordKind<?> shelf, String group, String term) {
    return sql.list(
        """
        SELECT key FROM record_terms WHERE kind = ? AND grp = ? AND term = ?
        ORDER BY key DESC LIMIT ?""",
        row -> {
          row.setInt(1, shelf.code());
          row.setString(2, group);
          row.setString(3, term);
          row.setInt(4, LEADS);
        },
        row -> row.getLong(1));
  }

  void write(List<RecordChange<?>> records) {
    List<RecordChange<?>> gone = records.stream().filter(RecordChange::gone).toList();
    List<RecordChange<?>> kept = records.stream().filter(one -> !one.gone()).toList();
    remove("DELETE FROM record_terms WHERE kind = ? AND key = ?", records);
    remove("DELETE FROM records WHERE kind = ? AND key = ?", gone);
    sql.insert(
        """
        INSERT INTO records (kind, key, name, grp, due_at_ms, doc, tenant_id)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (kind, key) DO UPDATE SET name = excluded.name, grp = excluded.grp,
          due_at_ms = excluded.due_at_ms, doc = excluded.doc, tenant_id = excluded.tenant_id""",
        kept,
        (row, one) -> {
          StoredRecord record = one.record();
          row.setInt(1, one.shelf().code());
          row.setLong(2, record.key());
          row.setString(3, record.name());
          row.setString(4, record.group());
          Long due = record.dueAtMs();
          if (due == null) {
            row.setNull(5, Types.BIGINT);
          } else {
            row.setLong(5, due);
          }
          row.setString(6, Documents.text(record));
          row.setString(7, record.tenant());
        });
    insertTerms(kept);
  }

  private void remove(String statement, List<RecordChange<?>> records) {
    sql.insert(
        statement,
        records,
        (row, one) -> {
          row.setInt(1, one.shelf().code());
          row.setLong(2, one.record().key());
        });
  }

  private void insertTerms(List<RecordChange<?>> kept) {
    record Lead(int kind, String group, String term, long key) {}
    List<Lead> leads =
        kept.stream()
            .flatMap(
                one ->
                    one.record().terms().stream()
                        .map(
                            term ->
                                new Lead(
                                    one.shelf().code(),
                                    one.record().group(),
                                    term,
                                    one.record().key())))
            .toList();
    sql.insert(
        "INSERT INTO record_terms (kind, grp, term, key) VALUES (?, ?, ?, ?)",
        leads,
        (row, lead) -> {
          row.setInt(1, lead.kind);
          row.setString(2, lead.group);
          row.setString(3, lead.term);
          row.setLong(4, lead.key);
        });
  }
}
