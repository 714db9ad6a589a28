package dev.holdpoint.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Writing;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The server keeps the plan that it made for a prepared statement while the tables were small, so
 * not even the first few may read a whole table.
 */
final class PostgresPlansTest {
  /**
   * So often that the driver prepares a statement, and the server keeps one plan for all values.
   */
  private static final int OFTEN = 20;

  private final EmbeddedPostgres server = EmbeddedPostgres.shared();
  private final String url = server.newDatabase();

  @Test
  void what_writers_and_readers_ask_all_the_time_leads_through_an_index() {
    PostgresStore.open(url).close();
    // To make the tables, and to begin with them, is another thing.
    long before = ended(0);
    try (Store store = PostgresStore.open(url)) {
      try (Store.Transaction transaction = store.begin()) {
        transaction.write(new Writing().add(Samples.session(7)).writes());
        transaction.commit();
      }
      for (int i = 0; i < OFTEN; i++) {
        try (Store.Transaction transaction = store.begin()) {
          ask(transaction.queries());
          transaction.commit();
        }
        store.read(
            queries -> {
              ask(queries);
              return true;
            });
      }
    }
    assertThat(ended(2 * OFTEN) - before).isLessThan(OFTEN);
  }

  /** How often whole tables were read, once all connections have ended and told of it. */
  private long ended(int atLeast) {
    await()
        .until(
            () ->
                number("SELECT sum(idx_scan) FROM pg_stat_user_tables") >= atLeast
                    && number(
                            """
                            SELECT count(*) FROM pg_stat_activity
                            WHERE application_name = 'holdpoint'
                              AND datname = current_database()""")
                        == 0);
    return number(
        """
        SELECT sum(seq_scan) FROM pg_stat_user_tables
        WHERE relname IN ('runs', 'journal', 'sessions', 'idempotency')""");
  }

  private static void ask(Queries queries) {
    queries.runs(List.of(1L, 2L));
    queries.loads(List.of(7L, 8L));
    queries.newestStarted(List.of(7L, 8L));
    queries.firstRuns(List.of(7L, 8L));
    queries.countDueGates(1);
    queries.remembered(List.of("a", "b"));
    queries.sessions(List.of("a", "b"));
    queries.journalRows(List.of(1L, 2L));
    queries.foreign(0, 10, 100);
  }

  private long number(String sql) {
    return server.number(url.substring(url.lastIndexOf('/') + 1), sql);
  }
}
