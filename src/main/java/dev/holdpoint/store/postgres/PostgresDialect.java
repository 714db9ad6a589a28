package dev.holdpoint.store.postgres;

import dev.holdpoint.engine.port.StoreBroken;
import dev.holdpoint.engine.port.StoreFailure;
import dev.holdpoint.engine.port.StoreFull;
import dev.holdpoint.store.sql.Dialect;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;

final class PostgresDialect implements Dialect {
  private static final String DISK_FULL = "53100";
  private static final String IO_ERROR = "58030";
  private static final String DATA_CORRUPTED = "XX001";
  private static final String INDEX_CORRUPTED = "XX002";
  static final String LOCK_NOT_AVAILABLE = "55P03";

  /** The server went away, or told us to. */
  static boolean isLostConnection(StoreFailure failure) {
    return failure.getCause() instanceof SQLException cause
        && cause.getSQLState() != null
        && (cause.getSQLState().startsWith("08") || cause.getSQLState().startsWith("57P"));
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
  public StoreFailure failure(SQLException cause) {
    String state = String.valueOf(cause.getSQLState());
    return switch (state) {
      case DISK_FULL -> new StoreFull(cause);
      case IO_ERROR, DATA_CORRUPTED, INDEX_CORRUPTED ->
          new StoreBroken("the database cannot be trusted: " + cause.getMessage(), cause);
      default ->
          new StoreFailure(
              "the database failed (%s): %s".formatted(state, cause.getMessage()), cause);
    };
  }
}
