package dev.holdpoint.store.postgres;

import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.failure.StoreFull;
import dev.holdpoint.store.sql.Damages;
import dev.holdpoint.store.sql.SqlDialect;
import java.sql.BatchUpdateException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

final class PostgresDialect implements SqlDialect {
  private final Damages damages = new Damages();

  @Override
  public Damages damages() {
    return damages;
  }

  private static final String DISK_FULL = "53100";
  private static final String IO_ERROR = "58030";
  private static final String DATA_CORRUPTED = "XX001";
  private static final String INDEX_CORRUPTED = "XX002";
  static final String LOCK_NOT_AVAILABLE = "55P03";

  /** Connections, sign in, transactions, conflicts, resources, locks, and what an operator does. */
  private static final List<String> PASSING = List.of("08", "25", "28", "40", "53", "55", "57");

  /** The version of the schema since which daemons share a database. */
  private static final int SHARED = 6;

  /** The server went away, or told us to. */
  static boolean isLostConnection(StoreFailure failure) {
    return failure.getCause() instanceof SQLException cause
        && cause.getSQLState() != null
        && (cause.getSQLState().startsWith("08")
            || cause.getSQLState().startsWith("57P")
            || cause.getSQLState().equals("25P03"));
  }

  @Override
  public Map<Integer, Set<String>> ownTables() {
    return Map.of(SHARED, Set.of("nodes", "head", "blobs"));
  }

  @Override
  public String amongKeys() {
    return "= ANY (?)";
  }

  @Override
  public void bindKeys(PreparedStatement statement, int index, Collection<Long> keys)
      throws SQLException {
    statement.setArray(
        index, statement.getConnection().createArrayOf("bigint", keys.toArray(new Long[0])));
  }

  @Override
  public void bindTexts(PreparedStatement statement, int index, Collection<String> texts)
      throws SQLException {
    statement.setArray(
        index, statement.getConnection().createArrayOf("text", texts.toArray(new String[0])));
  }

  @Override
  public String wantedKeys() {
    return "unnest(?) AS wanted (key)";
  }

  @Override
  public StoreFailure failure(SQLException cause) {
    SQLException safe = withoutValues(cause);
    String state = String.valueOf(safe.getSQLState());
    return switch (state) {
      case DISK_FULL -> new StoreFull(safe);
      case IO_ERROR, DATA_CORRUPTED, INDEX_CORRUPTED ->
          new StoreBroken("the database can no longer be trusted: " + safe.getMessage(), safe);
      default ->
          new StoreFailure(
              "the database failed (%s): %s".formatted(state, safe.getMessage()), safe);
    };
  }

  @Override
  public boolean isDamage(StoreFailure failure) {
    return failure.getCause() instanceof SQLException cause
        && cause.getSQLState() != null
        && PASSING.stream().noneMatch(cause.getSQLState()::startsWith);
  }

  /**
   * The driver quotes a statement that failed with all its values, and the server names those that
   * it does not like. Failures are logged, and what people and agents said is not for the log.
   */
  private static SQLException withoutValues(SQLException failure) {
    SQLException first = failure;
    while (first instanceof BatchUpdateException && first.getNextException() != null) {
      first = first.getNextException();
    }
    ServerErrorMessage said =
        first instanceof PSQLException told ? told.getServerErrorMessage() : null;
    String message =
        said != null
            ? said.getMessage()
            : first instanceof BatchUpdateException ? "a batch failed" : first.getMessage();
    SQLException safe = new SQLException(message, failure.getSQLState(), failure.getErrorCode());
    safe.setStackTrace(failure.getStackTrace());
    return safe;
  }
}
