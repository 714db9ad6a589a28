package dev.holdpoint.store.sqlite;

import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.failure.StoreFull;
import dev.holdpoint.store.sql.SqlDialect;
import dev.holdpoint.store.sql.Statements.Bind;
import java.nio.file.Path;

/**
 * A copy of the ledger as it is at one moment. {@code VACUUM INTO} reads it in one transaction of
 * its own, which no writer waits for; meanwhile the WAL grows, because nothing of it may be reused.
 * SQLite's other way, its backup interface, copies as fast, free pages included, and begins anew
 * whenever somebody writes between two of its steps.
 */
public final class SqliteCopy {
  private SqliteCopy() {}

  /**
   * @param target must not be there yet
   */
  public static void make(Path database, Path target) {
    SqlDialect dialect = new SqliteDialect();
    // With the mode of the ledger, before there is anything in it; an empty file is none to SQLite.
    SqliteFile.create(target);
    try (SqliteConnection source = new SqliteFile(database.toString(), dialect).checkpointer()) {
      if (source.pragma("auto_vacuum").equals("0")) {
        // An older ledger: it stays as it is, and its copy gives space back.
        source.execute(SqliteFile.GIVES_BACK);
      }
      source.sql.update("VACUUM INTO ?", Bind.text(target.toString()));
    } catch (StoreFailure e) {
      throw e instanceof StoreFull
          ? e
          : new StoreFailure("the ledger could not be copied: " + e.getMessage(), e);
    }
  }
}
