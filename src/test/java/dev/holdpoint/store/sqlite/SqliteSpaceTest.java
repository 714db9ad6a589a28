package dev.holdpoint.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.Folders;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Writing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ledger that has forgotten much becomes smaller, a little at a time. */
class SqliteSpaceTest {
  private static final int RUNS = 6_000;
  private static final int KEPT = 100;

  @TempDir(factory = Folders.OnDisk.class)
  private Path folder = Path.of("");

  private Path file() {
    return folder.resolve("holdpoint.db");
  }

  private static Run run(long key) {
    return Samples.parked(key, 1, key, null);
  }

  private static void commit(Store store, Writing writing) {
    try (Store.Transaction transaction = store.begin()) {
      transaction.write(writing.writes());
      transaction.commit();
    }
  }

  private static void fill(Store store) {
    for (long from = 1; from <= RUNS; from += KEPT) {
      Writing writing = new Writing();
      for (long key = from; key < from + KEPT; key++) {
        writing.add(run(key));
      }
      commit(store, writing);
    }
  }

  /** All but the newest, which are at the end of the file. */
  private static void prune(Store store) {
    for (long from = 1; from <= RUNS - KEPT; from += KEPT) {
      Writing writing = new Writing();
      for (long key = from; key < from + KEPT; key++) {
        writing.remove(run(key));
      }
      commit(store, writing);
    }
  }

  private static void isWhole(Store store) {
    for (long key = RUNS - KEPT + 1; key <= RUNS; key++) {
      long each = key;
      assertThat(store.<Boolean>read(queries -> run(each).equals(queries.run(each)))).isTrue();
    }
    assertThat(store.<Boolean>read(queries -> queries.run(1) == null)).isTrue();
  }

  private String pragma(Path database, String name) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement sql = connection.createStatement();
        ResultSet row = sql.executeQuery("PRAGMA " + name)) {
      row.next();
      return row.getString(1);
    }
  }

  @Test
  void what_was_forgotten_is_given_back_and_what_is_left_is_whole() throws Exception {
    long full;
    try (SqliteStore store = SqliteStore.open(file())) {
      fill(store);
      full = store.pages();
      assertThat(store.giveBack()).as("nothing is free").isZero();
      prune(store);
      assertThat(store.pages()).as("free pages stay in the file").isGreaterThanOrEqualTo(full);

      long bytes = store.giveBack();

      assertThat(bytes).isEqualTo((full - store.pages()) * 4_096);
      assertThat(store.pages()).isLessThan(full / 2);
      assertThat(store.giveBack()).as("some are kept for what comes").isZero();
      isWhole(store);
    }
    assertThat(Files.size(file())).isLessThan(full * 4_096 / 2);
    assertThat(SqliteProbe.at(file()).faults()).isEmpty();
    // The head is checked by the start.
    try (SqliteStore store = SqliteStore.open(file())) {
      isWhole(store);
      commit(store, new Writing().add(run(RUNS + 1)));
    }
  }

  @Test
  void a_crash_between_two_steps_loses_nothing() throws Exception {
    Path copy = Files.createDirectory(folder.resolve("copy"));
    try (SqliteStore store = SqliteStore.open(file())) {
      fill(store);
      prune(store);
      store.giveBack();
      for (String name : new String[] {"holdpoint.db", "holdpoint.db-wal", "holdpoint.head"}) {
        Files.copy(folder.resolve(name), copy.resolve(name));
      }
    }
    try (SqliteStore store = SqliteStore.open(copy.resolve("holdpoint.db"))) {
      isWhole(store);
    }
    assertThat(SqliteProbe.at(copy.resolve("holdpoint.db")).faults()).isEmpty();
  }

  @Test
  void an_older_ledger_stays_as_it_is_and_its_copy_gives_back() throws Exception {
    Files.createDirectories(folder);
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement sql = connection.createStatement()) {
      // As the driver made it before: the log, and then the tables.
      sql.execute("PRAGMA journal_mode = WAL");
    }
    try (SqliteStore store = SqliteStore.open(file())) {
      fill(store);
      prune(store);
      long pages = store.pages();
      assertThat(store.giveBack()).isZero();
      assertThat(store.pages()).isEqualTo(pages);
      SqliteCopy.make(file(), folder.resolve("copy.db"));
    }
    assertThat(pragma(file(), "auto_vacuum")).isEqualTo("0");
    assertThat(pragma(folder.resolve("copy.db"), "auto_vacuum")).isEqualTo("2");
    assertThat(SqliteProbe.at(folder.resolve("copy.db")).faults()).isEmpty();
  }

  /** A record of a decision with its evidence has some 1 460 bytes; a page has 4 096. */
  @Test
  void decisions_share_pages() throws SQLException {
    SqliteStore.open(file()).close();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          WITH RECURSIVE some(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM some WHERE n < 100)
          INSERT INTO actions (run_key, sequence, doc, evidence)
          SELECT n, 1, printf('%830s', 'x'), printf('%620s', 'x') FROM some\
          """);
      try (ResultSet pages =
          statement.executeQuery("SELECT count(*) FROM dbstat WHERE name = 'actions'")) {
        assertThat(pages.next()).isTrue();
        assertThat(pages.getInt(1)).isBetween(20, 60);
      }
    }
  }
}
