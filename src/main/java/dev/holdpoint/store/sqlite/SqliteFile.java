package dev.holdpoint.store.sqlite;

import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.store.sql.SqlDialect;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TempStore;
import org.sqlite.SQLiteDataSource;

/** The database file and how it is opened. */
final class SqliteFile {
  static final int BUSY_TIMEOUT_MS = 10_000;

  /** SQLite counts a cache in pages, and a negative one in KiB. */
  private static final int WRITER_CACHE = -64 * 1024;

  private static final int READER_CACHE = -8 * 1024;

  /** A WAL that had to grow beyond this is cut back when it begins again. */
  private static final int WAL_BYTES = 64 << 20;

  /** The file keeps note of which page belongs where, so that single ones can be given back. */
  static final String GIVES_BACK = "PRAGMA auto_vacuum = INCREMENTAL";

  private final String url;
  private final SqlDialect dialect;

  /** The SQLite name of the file: a path, or a {@code file:} URI. */
  SqliteFile(String name, SqlDialect dialect) {
    this.url = "jdbc:sqlite:" + name;
    this.dialect = dialect;
  }

  /** Makes the file, readable by its owner alone; SQLite gives its companions the same mode. */
  static void create(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      // An older ledger: this is the usual case.
    } catch (IOException e) {
      throw new StoreFailure("cannot create the database file " + file + ": " + e, e);
    }
  }

  SqliteConnection writer() {
    SQLiteConfig config = config();
    config.setCacheSize(WRITER_CACHE);
    config.setJournalSizeLimit(WAL_BYTES);
    SqliteConnection connection = open(config);
    try {
      if (connection.pragma("page_count").equals("0")) {
        // Only a file without a page takes it, and the log writes the first one.
        connection.execute(GIVES_BACK);
      }
      connection.pragma("journal_mode = WAL");
      connection.pragma("wal_autocheckpoint = 0");
      // What is deleted is overwritten: the file keeps nothing of a value that was destroyed.
      connection.pragma("secure_delete = ON");
      verify(connection);
      return connection;
    } catch (StoreFailure e) {
      connection.close();
      throw e;
    }
  }

  SqliteConnection reader() {
    SQLiteConfig config = config();
    config.setCacheSize(READER_CACHE);
    SqliteConnection connection = open(config);
    connection.execute("PRAGMA query_only = ON");
    return connection;
  }

  /** For one who only looks, also at what a daemon has open. */
  SqliteConnection visitor() {
    SQLiteConfig config = config();
    config.setReadOnly(true);
    return open(config);
  }

  SqliteConnection checkpointer() {
    return open(config());
  }

  DataSource forMigration() {
    return new SQLiteDataSource(config()) {
      {
        setUrl(url);
      }
    };
  }

  /** A commit that is reported must survive a power cut, and these two settings decide that. */
  static void verify(SqliteConnection connection) {
    String journal = connection.pragma("journal_mode");
    if (!journal.equalsIgnoreCase("wal")) {
      throw new StoreFailure(
          "SQLite's journal_mode is %s and not wal: keep the data folder on a local disk that allows shared memory files"
              .formatted(journal));
    }
    String synchronous = connection.pragma("synchronous");
    if (!synchronous.equals("2")) {
      throw new StoreFailure(
          "SQLite's synchronous is %s and not 2 (FULL): commits would not survive a power failure"
              .formatted(synchronous));
    }
  }

  private static SQLiteConfig config() {
    SQLiteConfig config = new SQLiteConfig();
    config.setSynchronous(SynchronousMode.FULL);
    config.setBusyTimeout(BUSY_TIMEOUT_MS);
    config.setTempStore(TempStore.MEMORY);
    return config;
  }

  private SqliteConnection open(SQLiteConfig config) {
    SqliteLibrary.use(null);
    try {
      return new SqliteConnection(config.createConnection(url), dialect);
    } catch (SQLException e) {
      throw dialect.failure(e);
    }
  }
}
