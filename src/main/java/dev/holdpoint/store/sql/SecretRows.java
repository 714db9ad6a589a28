package dev.holdpoint.store.sql;

import dev.holdpoint.core.secret.Sealed;
import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.engine.port.store.SecretQueries;
import dev.holdpoint.engine.port.store.SecretWrites;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Row;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class SecretRows implements SecretQueries {
  private static final String COLUMNS =
      "key, owner, alias, tenant_id, held_for, created_at_ms, updated_at_ms, ciphertext,"
          + " wrapped_key, wrapped_by";
  private static final Row<Secret> SECRET =
      row ->
          new Secret(
              row.getLong(1),
              row.getString(2),
              row.getString(3),
              row.getString(4),
              row.getLong(6),
              row.getLong(7),
              new Sealed(row.getBytes(8), row.getBytes(9), row.getString(10)),
              row.getString(5));

  private final Statements sql;

  SecretRows(Statements sql) {
    this.sql = sql;
  }

  @Override
  public List<Secret> of(String owner) {
    return sql.list(
        "SELECT " + COLUMNS + " FROM secrets WHERE owner = ? ORDER BY alias, key",
        Bind.text(owner),
        SECRET);
  }

  /** In the order of their keys. */
  List<Secret> after(long key, int limit) {
    return sql.list(
        "SELECT " + COLUMNS + " FROM secrets WHERE key > ? ORDER BY key LIMIT ?",
        Bind.numbers(key, limit),
        SECRET);
  }

  /** Both halves walk the index. */
  @Override
  public List<Secret> wrappedByOthers(String keyId, int limit) {
    return sql.list(
        """
        SELECT %1$s FROM (SELECT %1$s FROM secrets WHERE wrapped_by < ? LIMIT ?) AS below
        UNION ALL
        SELECT %1$s FROM (SELECT %1$s FROM secrets WHERE wrapped_by > ? LIMIT ?) AS above LIMIT ?"""
            .formatted(COLUMNS),
        row -> {
          row.setString(1, keyId);
          row.setInt(2, limit);
          row.setString(3, keyId);
          row.setInt(4, limit);
          row.setInt(5, limit);
        },
        SECRET);
  }

  @Override
  public List<Secret> wrappedBy(String keyId, int limit) {
    return sql.list(
        "SELECT " + COLUMNS + " FROM secrets WHERE wrapped_by = ? LIMIT ?",
        row -> {
          row.setString(1, keyId);
          row.setInt(2, limit);
        },
        SECRET);
  }

  @Override
  public Map<String, Long> countByKey() {
    Map<String, Long> counts = new LinkedHashMap<>();
    sql.list(
            "SELECT wrapped_by, count(*) FROM secrets GROUP BY wrapped_by ORDER BY wrapped_by",
            Bind.NOTHING,
            row -> Map.entry(row.getString(1), row.getLong(2)))
        .forEach(entry -> counts.put(entry.getKey(), entry.getValue()));
    return counts;
  }

  void write(SecretWrites writes) {
    sql.insert(
        "DELETE FROM secrets WHERE key = ?", writes.shredded(), (row, key) -> row.setLong(1, key));
    sql.insert(
        """
        INSERT INTO secrets (%s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET held_for = excluded.held_for,
          created_at_ms = excluded.created_at_ms, updated_at_ms = excluded.updated_at_ms,
          ciphertext = excluded.ciphertext, wrapped_key = excluded.wrapped_key,
          wrapped_by = excluded.wrapped_by"""
            .formatted(COLUMNS),
        writes.put(),
        (row, secret) -> {
          row.setLong(1, secret.key());
          row.setString(2, secret.owner());
          row.setString(3, secret.alias());
          row.setString(4, secret.tenantId());
          row.setString(5, secret.heldFor());
          row.setLong(6, secret.createdAtMs());
          row.setLong(7, secret.updatedAtMs());
          row.setBytes(8, secret.sealed().ciphertext());
          row.setBytes(9, secret.sealed().wrappedKey());
          row.setString(10, secret.sealed().wrappedBy());
        });
  }
}
