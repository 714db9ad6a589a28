package dev.holdpoint.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Writing;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A transaction that commits late is never skipped by a reader. Whoever reads asks for what comes
 * after the last id that it has seen, so nothing may appear below an id that can be seen. Ids are
 * given under a lock that is held until the commit can be seen; where a sequence gives them, this
 * goes wrong, and the same reader shows it.
 */
class LateCommitTest {
  private final EmbeddedPostgres server = EmbeddedPostgres.shared();
  private final String url = server.newDatabase();

  /** Reads what comes after the last that it has seen, as streams and nodes do. */
  private static final class Cursor {
    private final LongFunction<List<Long>> after;
    private final List<Long> seen = new ArrayList<>();

    private Cursor(LongFunction<List<Long>> after) {
      this.after = after;
    }

    private List<Long> look() {
      seen.addAll(after.apply(seen.isEmpty() ? 0 : seen.getLast()));
      return List.copyOf(seen);
    }
  }

  private static Cursor cursor(Store store) {
    return new Cursor(
        last ->
            store.read(
                queries ->
                    queries.journalAfter(last, 1_000).stream().map(JournalRow::lastId).toList()));
  }

  @Test
  void who_comes_later_cannot_commit_before_one_that_has_its_ids_and_is_slow() throws Exception {
    try (PostgresStore slow = PostgresStore.open(url);
        PostgresStore quick = PostgresStore.open(url);
        ExecutorService other = Executors.newSingleThreadExecutor()) {
      Cursor here = cursor(slow);
      Cursor there = cursor(quick);
      Future<Long> committed;
      try (Store.Transaction late = slow.begin()) {
        write(late, 3);
        committed = other.submit(() -> commit(quick, 2));
        await().until(this::somebodyWaitsForTheLock);
        assertThat(here.look()).isEmpty();
        assertThat(there.look()).isEmpty();
        assertThat(committed).isNotDone();
        late.commit();
      }
      assertThat(there.look()).startsWith(1L, 2L, 3L);
      assertThat(committed.get()).as("it goes on where the late one has ended").isEqualTo(5);
      assertThat(here.look()).containsExactly(1L, 2L, 3L, 4L, 5L);
      assertThat(there.look()).containsExactly(1L, 2L, 3L, 4L, 5L);
    }
  }

  @Test
  void what_is_taken_back_leaves_its_ids_to_the_next() {
    try (PostgresStore first = PostgresStore.open(url);
        PostgresStore second = PostgresStore.open(url)) {
      try (Store.Transaction given = first.begin()) {
        write(given, 2);
      }
      assertThat(commit(second, 1)).isEqualTo(1);
      assertThat(cursor(first).look()).containsExactly(1L);
    }
  }

  @Test
  void cursors_that_look_all_the_time_while_three_write_see_every_row() throws Exception {
    int commits = 150;
    try (PostgresStore one = PostgresStore.open(url);
        PostgresStore two = PostgresStore.open(url);
        PostgresStore three = PostgresStore.open(url);
        ExecutorService threads = Executors.newFixedThreadPool(5)) {
      List<Future<?>> writers = new ArrayList<>();
      for (PostgresStore store : List.of(one, two, three)) {
        writers.add(
            threads.submit(
                () -> LongStream.range(0, commits).forEach(i -> commit(store, 1 + i % 3))));
      }
      List<Future<Cursor>> readers = new ArrayList<>();
      for (PostgresStore store : List.of(one, three)) {
        readers.add(
            threads.submit(
                () -> {
                  Cursor cursor = cursor(store);
                  while (!writers.stream().allMatch(Future::isDone)) {
                    cursor.look();
                  }
                  cursor.look();
                  return cursor;
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      long last = Objects.requireNonNull(one.cluster().head()).lastEventId();
      assertThat(last).isEqualTo(3L * commits * 2);
      for (Future<Cursor> reader : readers) {
        assertThat(reader.get().seen).isEqualTo(LongStream.rangeClosed(1, last).boxed().toList());
      }
    }
  }

  @Test
  void ids_from_a_sequence_without_the_lock_are_skipped_and_this_reader_shows_it()
      throws SQLException {
    server.execute(database(), "CREATE TABLE planted (id BIGSERIAL PRIMARY KEY)");
    try (Connection late = connect();
        Connection quick = connect();
        Connection reader = connect()) {
      late.setAutoCommit(false);
      Cursor cursor = new Cursor(last -> ids(reader, last));
      run(late, "INSERT INTO planted DEFAULT VALUES");
      run(quick, "INSERT INTO planted DEFAULT VALUES");
      assertThat(cursor.look()).containsExactly(2L);
      late.commit();
      assertThat(cursor.look()).as("1 came late, behind the cursor").containsExactly(2L);
      assertThat(ids(reader, 0)).containsExactly(1L, 2L);
    }
  }

  /** Writes so many rows of one event each, after those there are; gives the last id. */
  private static long write(Store.Transaction transaction, long rows) {
    long before = Objects.requireNonNull(transaction.head()).lastEventId();
    Run run = Samples.parked(2, 1, 3, null);
    Writing writing = new Writing();
    if (before == 0) {
      writing.add(run);
    }
    for (long id = before + 1; id <= before + rows; id++) {
      writing.add(Samples.journal(id, run));
    }
    transaction.write(writing.mark(before + rows, 0).writes());
    return before + rows;
  }

  private static long commit(Store store, long rows) {
    try (Store.Transaction transaction = store.begin()) {
      long last = write(transaction, rows);
      transaction.commit();
      return last;
    }
  }

  private boolean somebodyWaitsForTheLock() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database"
                    + " WHERE d.datname = current_database() AND locktype = 'advisory'"
                    + " AND NOT granted")) {
      row.next();
      return row.getInt(1) == 1;
    }
  }

  private static List<Long> ids(Connection connection, long after) {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT id FROM planted WHERE id > " + after + " ORDER BY id")) {
      List<Long> ids = new ArrayList<>();
      while (rows.next()) {
        ids.add(rows.getLong(1));
      }
      return ids;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(
        PostgresUrl.parse(url).dataSource().getURL(), "holdpoint", "");
  }

  private String database() {
    return url.substring(url.lastIndexOf('/') + 1);
  }
}
