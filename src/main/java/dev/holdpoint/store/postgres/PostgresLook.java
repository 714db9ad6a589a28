package dev.holdpoint.store.postgres;

import dev.holdpoint.engine.port.Queries;
import dev.holdpoint.engine.port.StoreFailure;
import dev.holdpoint.store.sql.Dialect;
import dev.holdpoint.store.sql.Schema;
import dev.holdpoint.store.sql.SqlQueries;
import dev.holdpoint.store.sql.Statements;
import dev.holdpoint.store.sql.Statements.Bind;
import dev.holdpoint.store.sql.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a database says of itself.
 *
 * @param shown where it is, without the password
 * @param nowMs what its clock says
 */
public record PostgresLook(String shown, int schemaVersion, long nowMs) {
  /**
   * @throws StoreFailure when it cannot be reached, or is not Holdpoint's
   */
  public static PostgresLook at(String databaseUrl) {
    PostgresUrl url = PostgresUrl.parse(databaseUrl);
    Dialect dialect = new PostgresDialect();
    try (Connection connection = url.dataSource().getConnection();
        Statements sql = new Statements(connection, dialect)) {
      connection.setReadOnly(true);
      long nowMs =
          sql.list(
                  "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
                  Bind.NOTHING,
                  row -> row.getLong(1))
              .getFirst();
      return new PostgresLook(
          url.toString(), Schema.version(sql, PostgresStore.LIST_TABLES), nowMs);
    } catch (SQLException e) {
      throw dialect.failure(e);
    }
  }

  /** Empty when its tables are of another version than ours. */
  public static <T> Optional<T> visit(String databaseUrl, Function<Queries, T> query) {
    Dialect dialect = new PostgresDialect();
    try (Connection connection = PostgresUrl.parse(databaseUrl).dataSource().getConnection();
        Statements sql = new Statements(connection, dialect)) {
      connection.setReadOnly(true);
      return Schema.version(sql, PostgresStore.LIST_TABLES) == Schema.VERSION
          ? Optional.of(query.apply(new SqlQueries(new Tables(sql))))
          : Optional.empty();
    } catch (SQLException e) {
      throw dialect.failure(e);
    }
  }
}
