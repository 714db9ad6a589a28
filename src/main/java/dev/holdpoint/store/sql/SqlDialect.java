package dev.holdpoint.store.sql;

import dev.holdpoint.engine.port.failure.StoreFailure;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** Where the two databases do not agree. */
public interface SqlDialect {
  /** The end of {@code WHERE key …} for a row among several; its one parameter is bound below. */
  String amongKeys();

  void bindKeys(PreparedStatement statement, int index, Collection<Long> keys) throws SQLException;

  void bindTexts(PreparedStatement statement, int index, Collection<String> texts)
      throws SQLException;

  /** The keys bound to its one parameter as a table {@code wanted} with the column {@code key}. */
  String wantedKeys();

  /** The tables that only this database has, by the version of the schema that has added them. */
  default Map<Integer, Set<String>> ownTables() {
    return Map.of();
  }

  /** Of the one database that this was made for. */
  Damages damages();

  /** What a failure means: no room, not to be trusted any more, or merely failed. */
  StoreFailure failure(SQLException cause);

  /** Whether what was to be read cannot be; not where the database is away, busy or full. */
  boolean isDamage(StoreFailure failure);
}
