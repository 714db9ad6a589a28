package dev.holdpoint.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.OlderMembers;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Writing;
import dev.holdpoint.store.sql.Schema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PostgresSchemaTest {
  private static final int NODES = 4;

  private final EmbeddedPostgres server = EmbeddedPostgres.shared();
  private final String url = server.emptyDatabase();
  private final String database = url.substring(url.lastIndexOf('/') + 1);

  @Test
  void nodes_that_start_at_once_on_an_empty_database_make_one_ledger() throws Exception {
    assertThat(startAtOnce()).hasSize(1);
    assertThat(PostgresProbe.at(url).schema().version()).isEqualTo(Schema.VERSION);
  }

  @Test
  @DisplayName("PG-35 a ledger that can hold decisions admits no program from before")
  void PG_35_programs_from_before_are_not_admitted() {
    try (Store store = PostgresStore.open(url)) {
      assertThat(store.ledgerId()).isNotEmpty();
    }
    assertThat(PostgresProbe.at(url).schema().admits()).isGreaterThanOrEqualTo(15);
  }

  @Test
  void nodes_that_start_at_once_on_an_older_database_bring_it_up_once() throws Exception {
    String ledger;
    try (Store store = PostgresStore.open(url)) {
      ledger = store.ledgerId();
    }
    server.execute(
        database,
        """
        DROP TABLE nodes, head, blobs; DROP INDEX runs_runnable; ALTER TABLE runs DROP COLUMN owner;
        CREATE INDEX runs_runnable ON runs (key) WHERE runnable = 1;
        DROP INDEX records_of_tenant; ALTER TABLE records DROP COLUMN tenant_id;
        INSERT INTO records VALUES (4, 9, '5ha' || chr(10) || 'text/plain' || chr(10) || 'a.txt',
          '5ha', NULL, '{"key":9,"id":"ast_9","file_name":"a.txt","media_type":"text/plain",'
          || '"byte_length":1,"sha256":"5ha","created_at_ms":7}');
        DELETE FROM meta WHERE name = 'admits';
        DELETE FROM flyway_schema_history WHERE CAST(version AS INTEGER) >= 6""");
    assertThat(startAtOnce()).containsExactly(ledger);
    assertThat(PostgresProbe.at(url).schema().version()).isEqualTo(Schema.VERSION);
    try (Store store = PostgresStore.open(url)) {
      // PF-74
      Samples.hasRootsAsset(store);
    }
  }

  @Test
  // K0-42: a project of before the upgrade is found by its members too
  void members_of_before_lead_to_their_projects_and_channels() {
    try (Store store = PostgresStore.open(url)) {
      OlderMembers.write(store);
    }
    server.execute(
        database,
        "DELETE FROM record_terms; DELETE FROM flyway_schema_history WHERE CAST(version AS INTEGER) >= 9");
    try (Store store = PostgresStore.open(url)) {
      OlderMembers.assertFound(store);
    }
  }

  /** The ledgers that they found, each once. */
  private List<String> startAtOnce() throws Exception {
    CyclicBarrier together = new CyclicBarrier(NODES);
    List<FutureTask<String>> starts = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      FutureTask<String> start =
          new FutureTask<>(
              () -> {
                together.await();
                try (Store store = PostgresStore.open(url)) {
                  return store.ledgerId();
                }
              });
      Thread.ofPlatform().start(start);
      starts.add(start);
    }
    List<String> ledgers = new ArrayList<>();
    for (FutureTask<String> start : starts) {
      ledgers.add(start.get(60, TimeUnit.SECONDS));
    }
    return ledgers.stream().distinct().toList();
  }

  @Test
  void a_newer_schema_that_admits_this_program_is_read_and_written() {
    plantNewer(Schema.VERSION);
    try (Store store = PostgresStore.open(url);
        Store.Transaction transaction = store.begin()) {
      transaction.write(new Writing().add(Samples.session(7)).writes());
      transaction.commit();
    }
    assertThat(PostgresProbe.visit(url, queries -> queries.session(7))).isPresent();
    assertThat(PostgresProbe.at(url).schema()).isEqualTo(new Schema.State(99, Schema.VERSION));
  }

  @Test
  void a_newer_schema_that_takes_a_newer_program_is_refused() {
    plantNewer(Schema.VERSION + 1);
    assertThatThrownBy(() -> PostgresStore.open(url))
        .hasMessageContaining("schema version 99")
        .hasMessageContaining("supports version %d or later".formatted(Schema.VERSION + 1))
        .hasMessageContaining("versions up to " + Schema.VERSION);
    assertThat(PostgresProbe.visit(url, Queries::lastKey)).isEmpty();
    assertThat(PostgresProbe.at(url).schema().isUsable()).isFalse();
  }

  @Test
  void a_database_without_the_tables_that_nodes_share_is_refused() {
    PostgresStore.open(url).close();
    server.execute(database, "DROP TABLE head");
    assertThatThrownBy(() -> PostgresStore.open(url))
        .hasMessageContaining("lacks the tables [head]")
        .hasMessageContaining("restore a backup");
  }

  /** Nodes of before write on until their next heartbeat: what they write has its head inside. */
  @Test
  void heads_stay_inside_for_an_hour_where_older_nodes_may_still_write() {
    PostgresStore.open(url).close();
    assertThat(headsAfter()).as("nobody was there before").isZero();
    server.execute(
        database,
        """
        INSERT INTO nodes VALUES (7, 'older', 0, 0, 0, 0, 0, '{}');
        DROP TABLE run_heads; DELETE FROM meta WHERE name = 'heads_after';
        DELETE FROM flyway_schema_history WHERE CAST(version AS INTEGER) >= 11""");
    long nowMs = System.currentTimeMillis();
    PostgresStore.open(url).close();
    assertThat(Ulid.timeOf(headsAfter()) - nowMs)
        .isBetween(Duration.ofMinutes(59).toMillis(), Duration.ofMinutes(70).toMillis());
  }

  private long headsAfter() {
    return server.number(
        database, "SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'heads_after'");
  }

  private void plantNewer(int admits) {
    PostgresStore.open(url).close();
    server.execute(
        database,
        """
        INSERT INTO flyway_schema_history SELECT 99, '99', description, type, script, checksum,
          installed_by, installed_on, execution_time, success FROM flyway_schema_history
        WHERE version = '1';
        UPDATE meta SET value = '%d' WHERE name = 'admits'"""
            .formatted(admits));
  }
}
