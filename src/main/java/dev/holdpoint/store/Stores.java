package dev.holdpoint.store;

import dev.holdpoint.engine.port.Store;
import dev.holdpoint.engine.port.StoreFailure;
import dev.holdpoint.store.postgres.PostgresStore;
import dev.holdpoint.store.sqlite.SqliteStore;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the ledger is kept. */
public final class Stores {
  private Stores() {}

  /**
   * Opens the ledger, or makes it.
   *
   * @param databaseUrl {@code postgres://…}, or null for a file in the data folder
   * @throws StoreFailure saying why the database cannot be used
   */
  public static Store open(@Nullable String databaseUrl, Path dataFolder) {
    if (databaseUrl == null) {
      return SqliteStore.open(dataFolder.resolve("holdpoint.db"));
    }
    return PostgresStore.open(databaseUrl);
  }
}
