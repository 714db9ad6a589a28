package dev.holdpoint.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.OlderMembers;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Writing;
import dev.holdpoint.store.sql.Schema;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteSchemaTest {
  @TempDir Path folder = Path.of("");

  private Path file() {
    return folder.resolve("holdpoint.db");
  }

  @Test
  void both_databases_have_the_same_migrations_and_the_program_knows_the_last()
      throws URISyntaxException {
    assertThat(migrations("sqlite")).isEqualTo(migrations("postgres")).hasSize(Schema.VERSION);
    assertThat(migrations("sqlite").getLast()).startsWith("V" + Schema.VERSION + "__");
  }

  private static List<String> migrations(String kind) throws URISyntaxException {
    File found = new File(Objects.requireNonNull(Schema.class.getResource("/db/" + kind)).toURI());
    return List.of(Objects.requireNonNull(found.list())).stream()
        .sorted(Comparator.comparing(name -> Integer.valueOf(name.replaceAll("V|__.*", ""))))
        .toList();
  }

  @Test
  @DisplayName("PG-35 a ledger that can hold decisions admits no program from before")
  void PG_35_programs_from_before_are_not_admitted() {
    SqliteStore.open(file()).close();
    assertThat(SqliteProbe.at(file()).schema().admits()).isGreaterThanOrEqualTo(15);
  }

  @Test
  void a_newer_schema_is_refused_with_all_versions_named() throws SQLException {
    int next = Schema.VERSION + 1;
    plantNewer(99, Integer.toString(next));
    refuses(
        "schema version 99",
        "supports version %d or later".formatted(next),
        "versions up to " + Schema.VERSION);
    assertThat(SqliteProbe.at(file()).schema().isUsable()).isFalse();
    assertThat(SqliteProbe.visit(file(), Queries::lastKey)).isEmpty();
  }

  @Test
  void a_newer_schema_that_does_not_say_whom_it_admits_is_refused() throws SQLException {
    plantNewer(99, "99");
    execute("DELETE FROM meta WHERE name = 'admits'");
    refuses("schema version 99", "supports version 99 or later");
  }

  @Test
  void a_newer_schema_that_admits_this_program_is_read_and_written() throws SQLException {
    plantNewer(99, Integer.toString(Schema.VERSION));
    try (SqliteStore store = SqliteStore.open(file())) {
      try (Store.Transaction transaction = store.begin()) {
        transaction.write(new Writing().add(Samples.session(7)).writes());
        transaction.commit();
      }
    }
    assertThat(SqliteProbe.visit(file(), queries -> queries.session(7))).isPresent();
    assertThat(SqliteProbe.at(file()).schema()).isEqualTo(new Schema.State(99, Schema.VERSION));
    assertThat(SqliteProbe.at(file()).lastKey()).isEqualTo(7);
  }

  private void plantNewer(int version, String admits) throws SQLException {
    SqliteStore.open(file()).close();
    execute(
        """
        INSERT INTO flyway_schema_history SELECT 99, '%d', description, type, script, checksum,
          installed_by, installed_on, execution_time, success FROM flyway_schema_history
        WHERE version = '1'\
        """
            .formatted(version));
    execute("UPDATE meta SET value = '" + admits + "' WHERE name = 'admits'");
  }

  @Test
  void somebody_elses_database_is_refused() throws SQLException {
    SqliteFile.create(file());
    execute("CREATE TABLE recipes (name TEXT)");
    refuses("do not belong to Holdpoint (recipes)");
  }

  @Test
  void a_migration_that_failed_half_way_is_refused() throws SQLException {
    SqliteStore.open(file()).close();
    execute("UPDATE flyway_schema_history SET success = 0");
    refuses("migration 1 of the database failed part-way");
  }

  @Test
  void a_database_that_lost_a_table_is_refused() throws SQLException {
    SqliteStore.open(file()).close();
    execute("DROP TABLE gates");
    refuses("lacks the tables [gates]");
  }

  @Test
  void a_start_that_was_killed_before_the_first_migration_is_taken_up() throws SQLException {
    SqliteStore.open(file()).close();
    for (String table :
        List.of("sessions", "runs", "gates", "journal", "idempotency", "mails", "tokens", "meta")) {
      execute("DROP TABLE " + table);
    }
    dropRecords();
    execute("DELETE FROM flyway_schema_history");
    SqliteStore.open(file()).close();
  }

  // PF-74
  @Test
  void PF_74_assets_of_an_older_database_are_the_root_tenants() throws SQLException {
    SqliteStore.open(file()).close();
    execute("DROP INDEX records_of_tenant");
    execute("ALTER TABLE records DROP COLUMN tenant_id");
    execute("UPDATE meta SET value = '6' WHERE name = 'admits'");
    dropColumnsOfActions();
    execute("DELETE FROM flyway_schema_history WHERE CAST(version AS INTEGER) >= 8");
    execute(
        """
        INSERT INTO records VALUES (4, 9, '5ha' || char(10) || 'text/plain' || char(10) || 'a.txt',
          '5ha', NULL, '{"key":9,"id":"ast_9","file_name":"a.txt","media_type":"text/plain",'
          || '"byte_length":1,"sha256":"5ha","created_at_ms":7}')\
        """);
    try (SqliteStore store = SqliteStore.open(file())) {
      Samples.hasRootsAsset(store);
    }
  }

  @Test
  void a_database_of_the_first_version_is_brought_up_and_keeps_what_it_has() throws SQLException {
    SqliteStore.open(file()).close();
    dropRecords();
    execute("DROP INDEX sessions_by_persona");
    execute("DROP INDEX runs_of_session_ended_otherwise");
    execute("ALTER TABLE sessions DROP COLUMN persona_id");
    execute("DROP INDEX sessions_of_tenant");
    execute("ALTER TABLE sessions DROP COLUMN tenant_id");
    execute("DROP INDEX approvals_of_tenant");
    execute("ALTER TABLE gates DROP COLUMN tenant_id");
    execute("DROP INDEX runs_runnable");
    execute("ALTER TABLE runs DROP COLUMN owner");
    execute("CREATE INDEX runs_runnable ON runs (key) WHERE runnable = 1");
    execute("DELETE FROM flyway_schema_history WHERE version <> '1'");
    execute(
        """
        INSERT INTO sessions (key, id, doc) VALUES (7, 's', '{"key":7,"id":"s","agent_id":"agt_1",
          "conversation_id":"con_1","tenant_id":"tnt_root","created_at_ms":1,
          "capability_scope":{"skill_allow":["a"],"skill_deny":[],"mcp_server_allow":[],
            "mcp_server_deny":[],"mcp_tool_allow":[],"mcp_tool_deny":[]}}')\
        """);
    try (SqliteStore store = SqliteStore.open(file())) {
      Session session = Objects.requireNonNull(store.read(queries -> queries.session("s")));
      assertThat(session.replyTargets()).isEmpty();
      assertThat(Objects.requireNonNull(session.capabilityScope()).skillAllow())
          .containsExactly("a");
    }
  }

  @Test
  // K0-42: a project of before the upgrade is found by its members too
  void members_of_before_lead_to_their_projects_and_channels() throws SQLException {
    try (SqliteStore store = SqliteStore.open(file())) {
      OlderMembers.write(store);
    }
    execute("DELETE FROM record_terms");
    dropColumnsOfActions();
    execute("DELETE FROM flyway_schema_history WHERE CAST(version AS INTEGER) >= 9");
    try (SqliteStore store = SqliteStore.open(file())) {
      OlderMembers.assertFound(store);
    }
  }

  private void dropColumnsOfActions() throws SQLException {
    for (String index : List.of("kind", "target", "principal", "both")) {
      execute("DROP INDEX actions_by_" + index);
    }
    for (String column : List.of("evidence", "kind", "place", "target", "principal")) {
      execute("ALTER TABLE actions DROP COLUMN " + column);
    }
  }

  private void dropRecords() throws SQLException {
    for (String table :
        List.of(
            "run_heads",
            "decided",
            "decisions",
            "records",
            "record_terms",
            "run_memories",
            "deliveries",
            "actions",
            "checkpoints",
            "secrets")) {
      execute("DROP TABLE " + table);
    }
  }

  @Test
  void a_start_with_the_right_schema_does_not_load_flyway()
      throws IOException, InterruptedException {
    assertThat(classesLoadedByAStart()).contains("org.flywaydb.core.Flyway ");
    assertThat(classesLoadedByAStart()).contains("SqliteStore ").doesNotContain("org.flywaydb");
  }

  /** Opens the store in a JVM of its own that says which classes it loads. */
  private String classesLoadedByAStart() throws IOException, InterruptedException {
    Path loaded = folder.resolve("loaded.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xlog:class+load:file=" + loaded,
                "-cp",
                System.getProperty("java.class.path"),
                Start.class.getName(),
                file().toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said.txt").toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return Files.readString(loaded);
  }

  /** Starts and ends. */
  static final class Start {
    private Start() {}

    public static void main(String[] arguments) {
      SqliteStore.open(Path.of(arguments[0])).close();
    }
  }

  private void refuses(String... words) {
    assertThatThrownBy(() -> SqliteStore.open(file()))
        .isInstanceOf(StoreFailure.class)
        .message()
        .contains(words);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
