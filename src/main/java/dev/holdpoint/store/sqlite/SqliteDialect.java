package dev.holdpoint.store.sqlite;

import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.failure.StoreFull;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.sql.Damages;
import dev.holdpoint.store.sql.SqlDialect;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

final class SqliteDialect implements SqlDialect {
  static final String LIST_TABLES =
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

  /** Busy, locked, no memory, interrupted, full, cannot be opened, locks that do not work. */
  private static final Set<Integer> PASSING = Set.of(5, 6, 7, 9, 13, 14, 15);

  private final Damages damages = new Damages();

  @Override
  public Damages damages() {
    return damages;
  }

  @Override
  public String amongKeys() {
    return "IN (SELECT value FROM json_each(?))";
  }

  @Override
  public void bindKeys(PreparedStatement statement, int index, Collection<Long> keys)
      throws SQLException {
    statement.setString(index, keys.toString());
  }

  @Override
  public void bindTexts(PreparedStatement statement, int index, Collection<String> texts)
      throws SQLException {
    statement.setString(index, Documents.texts(texts));
  }

  @Override
  public String wantedKeys() {
    return "(SELECT value AS key FROM json_each(?)) AS wanted";
  }

  @Override
  public StoreFailure failure(SQLException cause) {
    SQLiteErrorCode code =
        cause instanceof SQLiteException it ? it.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
    if (code == SQLiteErrorCode.SQLITE_FULL) {
      return new StoreFull(cause);
    }
    // The index of the WAL holds nothing that is kept, and the error may mean that there is no
    // room: it can be tried again, unlike other errors of input and output.
    if (code == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE) {
      return new StoreFailure(
          "the file beside the database that ends in -shm cannot grow, because the disk is full or"
              + " fails: "
              + code,
          cause);
    }
    return switch (code.code & 0xff) {
      case 10, 11, 26 ->
          new StoreBroken("the database file cannot be read or written reliably: " + code, cause);
      case 5, 6 -> new StoreFailure("another program has locked the database file: " + code, cause);
      default -> new StoreFailure("the database failed: " + cause.getMessage(), cause);
    };
  }

  @Override
  public boolean isDamage(StoreFailure failure) {
    return failure.getCause() instanceof SQLiteException cause
        && cause.getResultCode() != SQLiteErrorCode.SQLITE_IOERR_SHMSIZE
        && !PASSING.contains(cause.getResultCode().code & 0xff);
  }
}
