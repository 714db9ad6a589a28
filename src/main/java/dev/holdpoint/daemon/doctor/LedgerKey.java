package dev.holdpoint.daemon.doctor;

import dev.holdpoint.engine.audit.AuditKeys;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.store.Stores;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The key that signed the ledger last, without which no daemon starts on it.
 *
 * @param isKnown false when the ledger could not be asked
 * @param id null in a ledger that has none yet
 */
public record LedgerKey(boolean isKnown, @Nullable String id) {
  public static final LedgerKey UNKNOWN = new LedgerKey(false, null);

  private static final LedgerKey NONE = new LedgerKey(true, null);

  public static LedgerKey of(String id) {
    return new LedgerKey(true, id);
  }

  /** Asks a PostgreSQL database, or a SQLite file that no daemon has open. */
  public static LedgerKey read(@Nullable String databaseUrl, Path data) {
    if (databaseUrl == null && !Files.exists(data.resolve(Stores.LEDGER))) {
      return NONE;
    }
    try {
      return Stores.visit(
              databaseUrl, data, queries -> new LedgerKey(true, AuditKeys.newest(queries)))
          .orElse(UNKNOWN);
    } catch (StoreFailure _) {
      // Told where the ledger itself is looked at.
      return UNKNOWN;
    }
  }
}
