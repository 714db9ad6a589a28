package dev.holdpoint.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.engine.port.failure.CommitInDoubt;
import dev.holdpoint.engine.port.failure.StoreBroken;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.failure.StoreFull;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Writing;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PostgresStoreTest {
  private static final String END_ALL =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
          + " AND datname = current_database()";

  private static final long HELD_BY_OLDER_PROGRAMS = 0x486f6c64706e7401L;

  private final EmbeddedPostgres server = EmbeddedPostgres.shared();
  private final String url = server.newDatabase();
  private final String database = url.substring(url.lastIndexOf('/') + 1);

  @Test
  void a_program_that_has_to_be_alone_keeps_others_out_and_is_kept_out() throws SQLException {
    try (Connection older = PostgresUrl.parse(url).dataSource().getConnection();
        Statement statement = older.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(" + HELD_BY_OLDER_PROGRAMS + ")");
      assertThatThrownBy(() -> PostgresStore.open(url))
          .isExactlyInstanceOf(StoreFailure.class)
          .hasMessageContaining("a daemon of an older version")
          .hasMessageContaining("postgres://holdpoint:***@")
          .hasMessageNotContaining("secret");
      statement.execute("SELECT pg_advisory_unlock_all()");
      try (Store one = PostgresStore.open(url);
          Store other = PostgresStore.open(url)) {
        commit(one, 1);
        commit(other, 2);
        try (ResultSet row =
            statement.executeQuery("SELECT pg_try_advisory_lock(" + HELD_BY_OLDER_PROGRAMS + ")")) {
          row.next();
          assertThat(row.getBoolean(1)).isFalse();
        }
      }
    }
  }

  @Test
  void a_connection_lost_at_the_commit_leaves_it_in_doubt_and_the_next_one_works() {
    try (Store store = PostgresStore.open(url)) {
      try (Store.Transaction open = store.begin()) {
        open.write(new Writing().add(Samples.session(1)).writes());
        server.execute(database, END_ALL);
        assertThatThrownBy(open::commit).isExactlyInstanceOf(CommitInDoubt.class);
      }
      commit(store, 2);
      assertThat(store.<Long>read(q -> q.countSessions(null))).isEqualTo(1);
    }
  }

  @Test
  void a_connection_lost_between_transactions_is_not_noticed() {
    try (Store store = PostgresStore.open(url)) {
      commit(store, 1);
      server.execute(database, END_ALL);
      commit(store, 2);
      assertThat(store.<Long>read(q -> q.countSessions(null))).isEqualTo(2);
    }
  }

  @Test
  void commits_wait_for_the_disk_where_the_server_would_not() {
    server.execute("postgres", "ALTER DATABASE " + database + " SET synchronous_commit = off");
    try (PostgresStore store = PostgresStore.open(url)) {
      commit(store, 1);
      assertThat(store.setting("synchronous_commit")).isEqualTo("on");
    }
  }

  @Test
  void somebody_elses_database_is_refused() {
    String theirs = server.emptyDatabase();
    String name = theirs.substring(theirs.lastIndexOf('/') + 1);
    server.execute(name, "CREATE TABLE recipes (name TEXT)");
    assertThatThrownBy(() -> PostgresStore.open(theirs)).hasMessageContaining("(recipes)");
    server.execute(name, "DROP TABLE recipes");
    PostgresStore.open(theirs).close();
  }

  @Test
  void a_server_that_is_not_there_is_named_without_its_password() {
    assertThatThrownBy(() -> PostgresStore.open("postgres://ada:hunter2@127.0.0.1:1/ledger"))
        .isInstanceOf(StoreFailure.class)
        .hasMessageContaining("cannot connect to postgres://ada:***@127.0.0.1:1/ledger")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void what_errors_mean() {
    assertThat(meaning("53100")).isExactlyInstanceOf(StoreFull.class);
    assertThat(meaning("58030")).isExactlyInstanceOf(StoreBroken.class);
    assertThat(meaning("XX001")).isExactlyInstanceOf(StoreBroken.class);
    assertThat(meaning("23505")).isExactlyInstanceOf(StoreFailure.class);
    assertThat(meaning("08006")).isExactlyInstanceOf(StoreFailure.class);
    assertThat(new PostgresDialect().failure(new SQLException("no state")))
        .isExactlyInstanceOf(StoreFailure.class);
  }

  private static StoreFailure meaning(String state) {
    return new PostgresDialect().failure(new SQLException("it failed", state));
  }

  private static void commit(Store store, long key) {
    try (Store.Transaction transaction = store.begin()) {
      transaction.write(new Writing().add(Samples.session(key)).writes());
      transaction.commit();
    }
  }
}
