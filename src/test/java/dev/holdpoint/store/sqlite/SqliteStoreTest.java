package dev.holdpoint.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.Folders;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.failure.StoreFull;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Writing;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class SqliteStoreTest {
  @TempDir(factory = Folders.OnDisk.class)
  Path folder = Path.of("");

  private Path file() {
    return folder.resolve("holdpoint.db");
  }

  @Test
  void only_the_owner_can_read_the_files() throws IOException {
    try (Store store = SqliteStore.open(file())) {
      commit(store, new Writing().add(Samples.session(1)));
      for (String name :
          List.of("holdpoint.db", "holdpoint.db-wal", "holdpoint.db-shm", "holdpoint.head")) {
        assertThat(
                PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
            .as(name)
            .isEqualTo("rw-------");
      }
    }
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("holdpoint.db", "holdpoint.head");
  }

  @Test
  void a_place_where_there_can_be_no_wal_is_refused() {
    // This way of locking has no shared memory, as a network folder has none.
    assertThatThrownBy(() -> SqliteStore.open("file:" + file() + "?vfs=unix-dotfile"))
        .isInstanceOf(StoreFailure.class)
        .hasMessageContaining("journal_mode is delete and not wal");
  }

  @Test
  void a_file_switched_to_another_journal_is_switched_back() throws SQLException {
    SqliteStore.open(file()).close();
    execute("PRAGMA journal_mode = DELETE");
    try (Store store = SqliteStore.open(file())) {
      commit(store, new Writing().add(Samples.session(1)));
      assertThat(folder.resolve("holdpoint.db-wal")).exists();
    }
  }

  @Test
  void a_connection_that_does_not_wait_for_the_disk_is_refused() throws SQLException {
    SqliteStore.open(file()).close();
    SqliteDialect dialect = new SqliteDialect();
    try (SqliteConnection connection = new SqliteConnection(connect(), dialect)) {
      connection.pragma("journal_mode = WAL");
      connection.execute("PRAGMA synchronous = NORMAL");
      assertThatThrownBy(() -> SqliteFile.verify(connection))
          .hasMessageContaining("synchronous is 1 and not 2 (FULL)");
      connection.execute("PRAGMA synchronous = FULL");
      SqliteFile.verify(connection);
    }
  }

  @Test
  void a_full_disk_takes_the_transaction_back_and_later_ones_work_when_there_is_room() {
    try (SqliteStore store = SqliteStore.open(file())) {
      commit(store, new Writing().add(Samples.session(1)));
      store.limitPages(store.pages() + 20);
      Writing much = new Writing();
      for (long key = 100; key < 1000; key++) {
        much.add(Samples.run(key, 1, new RunState.Queued()));
      }
      assertThatThrownBy(() -> commit(store, much)).isInstanceOf(StoreFull.class);
      assertThat(ask(store, q -> q.countRunsByStatus().size())).isZero();
      commit(store, new Writing().add(Samples.session(2)));
      store.limitPages(1_000_000);
      commit(store, much);
      assertThat(ask(store, q -> q.countSessions(null))).isEqualTo(2);
    }
  }

  @Test
  void what_errors_mean() {
    assertThat(meaning(SQLiteErrorCode.SQLITE_FULL)).isExactlyInstanceOf(StoreFull.class);
    StoreFailure fullOrFailing = meaning(SQLiteErrorCode.SQLITE_IOERR_SHMSIZE);
    assertThat(fullOrFailing)
        .isExactlyInstanceOf(StoreFailure.class)
        .hasMessageContaining("the disk is full or fails");
    assertThat(new SqliteDialect().isDamage(fullOrFailing)).isFalse();
    assertThat(meaning(SQLiteErrorCode.SQLITE_IOERR_FSYNC)).isExactlyInstanceOf(StoreBroken.class);
    assertThat(meaning(SQLiteErrorCode.SQLITE_IOERR_WRITE)).isExactlyInstanceOf(StoreBroken.class);
    assertThat(meaning(SQLiteErrorCode.SQLITE_CORRUPT)).isExactlyInstanceOf(StoreBroken.class);
    assertThat(meaning(SQLiteErrorCode.SQLITE_CORRUPT_INDEX))
        .isExactlyInstanceOf(StoreBroken.class);
    assertThat(meaning(SQLiteErrorCode.SQLITE_NOTADB)).isExactlyInstanceOf(StoreBroken.class);
    assertThat(meaning(SQLiteErrorCode.SQLITE_BUSY)).isExactlyInstanceOf(StoreFailure.class);
    assertThat(meaning(SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE))
        .isExactlyInstanceOf(StoreFailure.class);
  }

  private static StoreFailure meaning(SQLiteErrorCode code) {
    return new SqliteDialect().failure(new SQLiteException("it failed", code));
  }

  @Test
  void a_file_that_is_no_database_is_refused() throws IOException {
    Files.writeString(file(), "This is a letter to my grandmother. ".repeat(100));
    assertThatThrownBy(() -> SqliteStore.open(file())).isInstanceOf(StoreBroken.class);
  }

  @Test
  void a_store_that_was_found_corrupt_writes_no_more() throws IOException {
    try (Store store = SqliteStore.open(file())) {
      for (long key = 1; key < 300; key++) {
        commit(store, new Writing().add(Samples.session(key)));
      }
    }
    try (RandomAccessFile raw = new RandomAccessFile(file().toFile(), "rw")) {
      for (long at = 4096L * 3; at < raw.length(); at += 4096) {
        raw.seek(at);
        raw.write(new byte[64]);
      }
    }
    assertThatThrownBy(
            () -> {
              try (Store store = SqliteStore.open(file())) {
                commit(store, new Writing().add(Samples.session(1000)));
              }
            })
        .isInstanceOf(StoreBroken.class);
  }

  @Test
  void the_log_does_not_grow_for_ever_under_steady_writing() {
    try (SqliteStore store = SqliteStore.open(file())) {
      long key = 0;
      for (int round = 0; round < 400; round++) {
        Writing writing = new Writing();
        for (int i = 0; i < 100; i++) {
          key++;
          writing.add(Samples.parked(key, 1, key, null));
        }
        commit(store, writing);
      }
      // Forty thousand runs are 60 MB and more; the log begins again at about 32.
      assertThat(folder.resolve("holdpoint.db-wal").toFile().length()).isLessThan(60L << 20);
    }
  }

  private static void commit(Store store, Writing writing) {
    try (Store.Transaction transaction = store.begin()) {
      transaction.write(writing.writes());
      transaction.commit();
    }
  }

  private static long ask(Store store, ToLongFunction<Queries> query) {
    return store.read(query::applyAsLong);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file());
  }
}
