package dev.holdpoint.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.daemon.TypedHere.Outcome;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.sql.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every fault is found, with what to do, and nothing is changed by looking. */
class DoctorTest {
  private static final String ASK = "{\"tool\":\"request_approval\",\"input\":{\"reason\":\"x\"}}";

  @TempDir private Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  private Outcome doctor(String... more) {
    List<String> args = new ArrayList<>(List.of("doctor", "--data", data().toString(), "--json"));
    args.addAll(List.of(more));
    if (!args.contains("--url")) {
      // Nobody listens there.
      args.addAll(List.of("--url", "http://127.0.0.1:9"));
    }
    return TypedHere.run(args.toArray(String[]::new));
  }

  /** The worst verdict of a check. */
  private static String verdict(Outcome outcome, String check) {
    List<String> found = new ArrayList<>();
    for (JsonNode one : JsonMapper.shared().readTree(outcome.out()).path("checks")) {
      if (one.path("check").asString().equals(check)) {
        String verdict = one.path("verdict").asString();
        assertThat(one.has("remedy")).as(one.toString()).isEqualTo(!verdict.equals("ok"));
        found.add(verdict);
      }
    }
    assertThat(found).as(check + " in " + outcome.out()).isNotEmpty();
    return found.contains("fail") ? "fail" : found.contains("warn") ? "warn" : "ok";
  }

  private void makeLedger() {
    try (TestDaemon daemon = TestDaemon.start(data(), Map.of())) {
      daemon.http().session("s");
    }
  }

  /** A rule that allows an agent every command; gives its id. */
  private static String allowAll(Http http) {
    return http.post(
            "/v1/permission-rules",
            """
            {"behavior":"allow","tool":"acp:claude/Bash",
             "scope":{"kind":"session","id":"s"}}""")
        .expect(201)
        .json()
        .path("rule_id")
        .asString();
  }

  @Test
  void a_folder_that_is_well_is_well_and_stays_as_it_was() throws Exception {
    makeLedger();
    FileTime written = Files.getLastModifiedTime(data().resolve("holdpoint.db"));
    byte[] before = Files.readAllBytes(data().resolve("holdpoint.db"));

    Outcome outcome = doctor();

    assertThat(outcome.exitCode()).as(outcome.out()).isZero();
    for (String check :
        List.of("java", "config", "data_folder", "keys", "storage", "schema", "clock", "wal")) {
      assertThat(verdict(outcome, check)).as(check).isEqualTo("ok");
    }
    assertThat(JsonMapper.shared().readTree(outcome.out()).path("ok").asBoolean()).isTrue();
    assertThat(Files.readAllBytes(data().resolve("holdpoint.db"))).isEqualTo(before);
    assertThat(Files.getLastModifiedTime(data().resolve("holdpoint.db"))).isEqualTo(written);
  }

  @Test
  void a_running_daemon_is_asked_and_tells_what_waits() {
    try (TestDaemon daemon = TestDaemon.start(data(), Map.of())) {
      Http http = daemon.http();
      http.session("s");
      http.awaitApproval(http.submit("s", ASK));
      // AG-07
      String wide = allowAll(http);

      Outcome outcome = doctor("--url", daemon.address());

      assertThat(outcome.exitCode()).as(outcome.out()).isZero();
      assertThat(verdict(outcome, "storage")).isEqualTo("ok");
      assertThat(verdict(outcome, "daemon")).as("of another version").isEqualTo("warn");
      assertThat(outcome.out())
          .contains(
              "SQLite, in use by a daemon, which is checked below",
              "1 prompt wait",
              "holdpoint inbox",
              "0 pending",
              "agent_rule_wide: Rule " + wide);
      assertThat(verdict(doctor(), "daemon")).as("in use, and nobody answers").isEqualTo("warn");
      Outcome deep = doctor("--deep", "--url", daemon.address());
      assertThat(verdict(deep, "documents")).isEqualTo("ok");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("AG-07 a rule for every command of an agent is told also while no daemon runs")
  void AG_07_a_rule_for_every_command_is_told_without_a_daemon(boolean postgres) {
    String url = postgres ? EmbeddedPostgres.shared().newDatabase() : "";
    String wide;
    try (TestDaemon daemon =
        TestDaemon.start(data(), postgres ? Map.of("HOLDPOINT_DATABASE", url) : Map.of())) {
      daemon.http().session("s");
      wide = allowAll(daemon.http());
    }

    Outcome outcome = postgres ? doctor("--database", url) : doctor();

    assertThat(outcome.exitCode()).as(outcome.out()).isZero();
    assertThat(verdict(outcome, "health")).isEqualTo("warn");
    assertThat(outcome.out()).contains("agent_rule_wide: Rule " + wide);
  }

  @Test
  void a_ledger_that_is_damaged_fails() throws Exception {
    makeLedger();
    Path file = data().resolve("holdpoint.db");
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 4096; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    Files.write(file, bytes);

    Outcome outcome = doctor();

    assertThat(outcome.exitCode()).isEqualTo(8);
    assertThat(verdict(outcome, "storage")).isEqualTo("fail");
    assertThat(outcome.out()).contains("restore a backup");
  }

  @Test
  void documents_of_a_ledger_before_its_upgrade_are_not_read_and_not_called_damaged()
      throws Exception {
    makeLedger();
    String history = "DELETE FROM flyway_schema_history WHERE version = '%d'";
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + data().resolve("holdpoint.db"));
        Statement statement = connection.createStatement()) {
      statement.execute(history.formatted(Schema.VERSION));
    }
    String url = EmbeddedPostgres.shared().newDatabase();
    Stores.open(url, folder).close();
    EmbeddedPostgres.shared().executeAt(url, history.formatted(Schema.VERSION));

    Outcome sqlite = doctor("--deep");
    Outcome postgres = doctor("--deep", "--database", url);

    for (Outcome outcome : List.of(sqlite, postgres)) {
      assertThat(verdict(outcome, "schema")).isEqualTo("warn");
      assertThat(verdict(outcome, "documents")).isEqualTo("warn");
      assertThat(outcome.out()).doesNotContain("restore a backup");
    }
  }

  @Test
  void keys_that_others_can_read_a_clock_that_went_back_and_half_a_restore() throws Exception {
    makeLedger();
    Files.setPosixFilePermissions(
        data().resolve("admin-token"), PosixFilePermissions.fromString("rw-r--r--"));
    Files.setPosixFilePermissions(data(), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setLastModifiedTime(
        data().resolve("holdpoint.db"), FileTime.from(Instant.now().plusSeconds(3_600)));
    Files.createDirectory(data().resolve("unfinished-restore"));

    Outcome outcome = doctor();

    assertThat(outcome.exitCode()).isEqualTo(8);
    assertThat(verdict(outcome, "keys")).isEqualTo("warn");
    assertThat(verdict(outcome, "data_folder")).isEqualTo("warn");
    assertThat(verdict(outcome, "clock")).isEqualTo("fail");
    assertThat(verdict(outcome, "restore")).isEqualTo("fail");
    String token = Files.readString(data().resolve("admin-token")).strip();
    assertThat(outcome.out()).contains("chmod 600").doesNotContain(token);
  }

  @Test
  void a_configuration_that_no_daemon_starts_with() throws Exception {
    Files.createDirectories(data());
    Files.writeString(data().resolve("holdpoint.yaml"), "prot: 4747\n");

    Outcome outcome = doctor();

    assertThat(outcome.exitCode()).isEqualTo(8);
    assertThat(verdict(outcome, "config")).isEqualTo("fail");
    assertThat(outcome.out()).contains("prot");
  }

  @Test
  void a_folder_that_is_not_there_is_no_failure_and_is_not_made() {
    Outcome outcome = doctor();

    assertThat(outcome.exitCode()).isZero();
    assertThat(verdict(outcome, "data_folder")).isEqualTo("warn");
    assertThat(data()).doesNotExist();
  }

  @Test
  void postgres_is_asked_without_its_password_being_told() {
    String url = EmbeddedPostgres.shared().newDatabase();
    try (TestDaemon daemon = TestDaemon.start(data(), Map.of("HOLDPOINT_DATABASE", url))) {
      Outcome well = doctor("--database", url, "--url", daemon.address());
      assertThat(well.exitCode()).as(well.out()).isZero();
      assertThat(verdict(well, "schema")).isEqualTo("ok");
      assertThat(verdict(well, "clock")).isEqualTo("ok");
    }
    Outcome gone = doctor("--database", "postgres://hold:hunter2@127.0.0.1:9/hold");
    assertThat(gone.exitCode()).isEqualTo(8);
    assertThat(verdict(gone, "storage")).isEqualTo("fail");
    assertThat(gone.out()).doesNotContain("hunter2");
  }

  @Test
  void the_nodes_of_a_database_are_looked_at() {
    String url = EmbeddedPostgres.shared().newDatabase();
    try (Store east = Stores.open(url, folder);
        Store west = Stores.open(url, folder)) {
      Outcome nobody = doctor("--database", url);
      assertThat(verdict(nobody, "nodes")).isEqualTo("ok");
      assertThat(nobody.out()).contains("none is live");

      east.cluster().join("east-1", card(0), 10_000);
      west.cluster().join("west-1", card(1_000), 10_000);
      Outcome well = doctor("--database", url);
      assertThat(verdict(well, "nodes")).isEqualTo("ok");
      assertThat(well.out()).contains("2 are live: east-1, west-1");

      west.cluster().beat(card(-2_340));
      Outcome late = doctor("--database", url);
      assertThat(late.exitCode()).as("a warning is no failure").isZero();
      assertThat(verdict(late, "nodes")).isEqualTo("warn");
      assertThat(late.out()).contains("the clock of west-1 is 2.3 s behind the database's");

      EmbeddedPostgres.shared()
          .execute(
              url.substring(url.lastIndexOf('/') + 1),
              "UPDATE nodes SET seen_at_ms = seen_at_ms - 8000 WHERE name = 'east-1'");
      assertThat(doctor("--database", url).out()).contains("east-1 has been silent for ");
    }
  }

  @Test
  void a_database_that_has_gone_back_behind_what_this_node_has_seen_is_told() {
    String url = EmbeddedPostgres.shared().newDatabase();
    Outcome before = doctor("--database", url);
    assertThat(verdict(before, "commits")).isEqualTo("ok");
    assertThat(before.out()).contains("this node has seen none");
    try (TestDaemon daemon = TestDaemon.start(data(), Map.of("HOLDPOINT_DATABASE", url))) {
      daemon.http().session("one");
    }
    Outcome well = doctor("--database", url);
    assertThat(verdict(well, "commits")).isEqualTo("ok");
    assertThat(well.out()).containsPattern("the database has (\\d+); this node has seen \\1");

    EmbeddedPostgres.shared().executeAt(url, "UPDATE head SET commits = commits - 2");

    Outcome back = doctor("--database", url);
    assertThat(back.exitCode()).isEqualTo(8);
    assertThat(verdict(back, "commits")).isEqualTo("fail");
    assertThat(back.out()).contains("it has gone back by 2", "A standby that was behind");
    String other = EmbeddedPostgres.shared().newDatabase();
    assertThat(verdict(doctor("--database", other), "commits")).isEqualTo("warn");
  }

  private static Node.Card card(long clockOffMs) {
    return new Node.Card("0123456789abcdef", null, "test", clockOffMs, 0, 0);
  }

  @Test
  void people_get_lines() {
    makeLedger();

    Outcome outcome =
        TypedHere.run("doctor", "--data", data().toString(), "--url", "http://127.0.0.1:9");

    assertThat(outcome.out())
        .contains("ok    storage       SQLite, intact", "ok    daemon        none is running");
  }
}
