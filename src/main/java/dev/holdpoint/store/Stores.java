package dev.holdpoint.store;

import dev.holdpoint.engine.port.Blobs;
import dev.holdpoint.engine.port.Store;
import dev.holdpoint.engine.port.StoreFailure;
import dev.holdpoint.store.files.BlobFiles;
import dev.holdpoint.store.postgres.PostgresStore;
import dev.holdpoint.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.InstantSource;
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

  /** Stored files are in the data folder, whatever the ledger is in. */
  public static Blobs blobs(Path dataFolder, InstantSource clock, long mostBytes) {
    return new BlobFiles(dataFolder.resolve("assets"), clock, mostBytes);
  }
}
