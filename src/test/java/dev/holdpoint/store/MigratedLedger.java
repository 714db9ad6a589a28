package dev.holdpoint.store;

import dev.holdpoint.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * SQLite ledgers that have their tables and nothing else. The migrations take most of a daemon's
 * first start, so they are run once, and what they made is copied. Tests of the migrations, of the
 * schema and of whole programs let the program make its own.
 */
public final class MigratedLedger {
  private static final ReentrantLock MAKING = new ReentrantLock();
  private static @Nullable Path made;

  private MigratedLedger() {}

  /** Opens the ledger in this file, after making one there when the file is missing. */
  public static SqliteStore open(Path file) {
    make(file);
    return SqliteStore.open(file);
  }

  /** Gives one to a data folder without any, and makes the folder when it is missing. */
  public static void in(Path folder) {
    make(folder.resolve(Stores.LEDGER));
  }

  private static void make(Path file) {
    if (Files.exists(file)) {
      return;
    }
    try {
      Path folder = Objects.requireNonNull(file.getParent());
      if (!Files.exists(folder)) {
        Files.createDirectories(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      Files.copy(template(), file, StandardCopyOption.COPY_ATTRIBUTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path template() throws IOException {
    MAKING.lock();
    try {
      if (made == null) {
        Path file = Files.createTempDirectory("ledger-template-").resolve(Stores.LEDGER);
        SqliteStore.open(file).close();
        forgetId(file);
        made = file;
      }
      return made;
    } finally {
      MAKING.unlock();
    }
  }

  /** Each ledger gives itself an id when it is opened and has none. */
  private static void forgetId(Path file) throws IOException {
    try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement sql = database.createStatement()) {
      if (sql.executeUpdate("DELETE FROM meta WHERE name = 'ledger_id'") != 1) {
        throw new IllegalStateException("the ledger's id lies elsewhere");
      }
      sql.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }
}
