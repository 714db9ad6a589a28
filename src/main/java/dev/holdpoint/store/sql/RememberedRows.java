package dev.holdpoint.store.sql;

import dev.holdpoint.engine.port.store.IdempotencyRecord;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Statements.Row;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class RememberedRows {
  private static final String COLUMNS =
      "SELECT key, scope, fingerprint, shown_key FROM idempotency ";
  private static final Row<IdempotencyRecord> REMEMBERED =
      row ->
          new IdempotencyRecord(row.getLong(1), row.getString(2), row.getString(3), row.getLong(4));

  private final Statements sql;

  RememberedRows(Statements sql) {
    this.sql = sql;
  }

  @Nullable IdempotencyRecord byScope(String scope) {
    return sql.first(COLUMNS + "WHERE scope = ?", Bind.text(scope), REMEMBERED);
  }

  List<IdempotencyRecord> byScopes(Collection<String> scopes) {
    return sql.list(
        COLUMNS + "WHERE scope " + sql.dialect().amongKeys(),
        row -> sql.dialect().bindTexts(row, 1, scopes),
        REMEMBERED);
  }

  void insert(List<IdempotencyRecord> records) {
    sql.insert(
        "INSERT INTO idempotency (key, scope, fingerprint, shown_key) VALUES (?, ?, ?, ?)",
        records,
        (row, record) -> {
          row.setLong(1, record.key());
          row.setString(2, record.scope());
          row.setString(3, record.fingerprint());
          row.setLong(4, record.shownKey());
        });
  }

  /**
   * A key that an agent gave its own request is kept for as long as the request may wait.
   *
   * <p>The oldest below the key, not more than {@code limit}; gives how many.
   */
  int forgetBelow(long key, int limit) {
    return sql.update(
        """
        DELETE FROM idempotency WHERE key IN (
          SELECT key FROM idempotency
          WHERE key < ? AND scope NOT LIKE 'request:%' ORDER BY key LIMIT ?)""",
        Bind.numbers(key, limit));
  }
}
