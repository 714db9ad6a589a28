package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.store.EmbeddedPostgres;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The slow walk through everything that is stored. */
@OnBothDatabases
class CheckingTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String EVERY = "HOLDPOINT_STORAGE_CHECK_EVERY_MS";

  private final Database database;

  CheckingTest(Database database) {
    this.database = database;
  }

  private static void execute(Map<String, String> settings, Path folder, String sql)
      throws SQLException {
    String url = settings.get("HOLDPOINT_DATABASE");
    if (url != null) {
      EmbeddedPostgres.shared().executeAt(url, sql);
      return;
    }
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("holdpoint.db"));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** "documents" counts from zero again when the next walk begins: it is waited for. */
  private static double gauge(Http http, String name) {
    Matcher found =
        Pattern.compile("(?m)^holdpoint_check_" + name + " (\\S+)$")
            .matcher(http.get("/metrics").expect(200).text());
    assertThat(found.find()).as(name).isTrue();
    return Double.parseDouble(found.group(1));
  }

  @Test
  void what_nobody_reads_is_read_and_told_and_remembered_over_restarts() throws Exception {
    Path folder = Database.newFolder();
    Path backups = Database.newFolder();
    Path old = Files.writeString(backups.resolve("old.zip"), "not a backup");
    Files.setLastModifiedTime(old, FileTime.fromMillis(1));
    Map<String, String> settings =
        database.settings(
            Map.of(EVERY, "1000", "HOLDPOINT_STORAGE_BACKUP_FOLDER", backups.toString()));
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      http.session("work");
      http.awaitRun(http.submit("work", Script.say("the words are changed")), "completed");
      execute(
          settings,
          folder,
          "UPDATE runs SET doc = replace(doc, 'words are changed', 'words were changed')");

      await().atMost(PATIENCE).until(() -> gauge(http, "damaged") == 2);

      await().atMost(PATIENCE).until(() -> gauge(http, "documents") > 3);
      assertThat(gauge(http, "finished_timestamp_seconds")).isPositive();
      assertThat(http.get("/v1/status").expect(200).text())
          .contains("\"damaged_documents\"", "the last check of all stored data found: 2")
          .doesNotContain("runs ", "old.zip");
      assertThat(http.get("/v1/runs?page=true").expect(200).status()).isEqualTo(200);
    }
    settings.put(EVERY, "0");
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      assertThat(gauge(http, "damaged")).as("as the last walk said").isEqualTo(2);
      assertThat(http.get("/v1/status").expect(200).text()).contains("\"damaged_documents\"");
    }
  }

  @Test
  void a_secret_that_does_not_open_and_an_asset_without_its_file_are_told() throws Exception {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of(EVERY, "1000"));
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      http.post("/v1/assets", "{\"file_name\":\"a.txt\",\"content_base64\":\"bXkgYnl0ZXM=\"}")
          .expect(201);
      await().atMost(PATIENCE).until(() -> gauge(http, "finished_timestamp_seconds") > 0);
      assertThat(gauge(http, "damaged")).isZero();
      // The ledger's own, and on PostgreSQL one that nodes share.
      int secrets = settings.containsKey("HOLDPOINT_DATABASE") ? 2 : 1;
      execute(settings, folder, "UPDATE secrets SET ciphertext = wrapped_key");
      await().atMost(PATIENCE).until(() -> gauge(http, "damaged") == secrets);
      if (settings.containsKey("HOLDPOINT_DATABASE")) {
        execute(settings, folder, "DELETE FROM blobs");
      } else {
        Files.move(folder.resolve("assets"), folder.resolve("elsewhere"));
      }
      await().atMost(PATIENCE).until(() -> gauge(http, "damaged") == secrets + 1);
    }
  }

  /** One that a stop has cut off is taken up; where it was, the ledger says. */
  @Test
  void a_walk_that_was_left_in_the_middle_goes_on_from_there() throws Exception {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of(EVERY, "1000"));
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      await().atMost(PATIENCE).until(() -> gauge(http, "finished_timestamp_seconds") > 0);
    }
    // As if it had come to the runs and read a thousand documents, a long time ago.
    execute(
        settings,
        folder,
        "UPDATE records SET doc = '{\"key\":1,\"node\":0,\"spot\":\"deliveries 5\",\"documents\":1000,\"finished_at_ms\":1}' WHERE kind = 32");
    settings.put(EVERY, "3600000");
    settings.put("HOLDPOINT_CLUSTER_LEASE_MS", "300000");
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      assertThat(gauge(http, "under_way")).isEqualTo(1);
      assertThat(gauge(http, "documents")).isEqualTo(1000);
    }
    settings.put(EVERY, "1000");
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      await().atMost(PATIENCE).until(() -> gauge(http, "finished_timestamp_seconds") > 1);
      assertThat(gauge(http, "damaged")).isZero();
    }
  }

  @Test
  void a_damaged_note_of_the_last_walk_is_told_and_overwritten_by_the_next() throws Exception {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of(EVERY, "1000"));
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      await().atMost(PATIENCE).until(() -> gauge(http, "finished_timestamp_seconds") > 0);
    }
    execute(
        settings,
        folder,
        "UPDATE records SET doc = replace(doc, 'finished_at_ms', 'finished_at_mz') WHERE kind = 32");
    settings.put(EVERY, "0");
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      assertThat(http.get("/v1/status").expect(200).text())
          .contains("the last check of all stored data found: 1");
      assertThat(gauge(http, "damaged")).isEqualTo(1);
      assertThat(gauge(http, "finished_timestamp_seconds")).isZero();
    }
    settings.put(EVERY, "1000");
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      await().atMost(PATIENCE).until(() -> gauge(http, "finished_timestamp_seconds") > 0);
      assertThat(gauge(http, "damaged")).isZero();
    }
  }

  /** What comes behind it in the same table, and in later ones, is read too. */
  @Test
  void what_the_database_itself_cannot_read_is_told_and_passed_over() throws Exception {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of(EVERY, "0"));
    TestDaemon.start(folder, settings).close();
    execute(
        settings,
        folder,
        """
        INSERT INTO run_memories WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
        WHERE i < 100) SELECT i * 1000, '{"text":"%s"}' FROM n"""
            .formatted("many words ".repeat(30)));
    // Behind all of them, one with a checksum that is wrong.
    execute(
        settings,
        folder,
        "INSERT INTO run_memories VALUES (200000, '{\"text\":\"a\",\"#\":\"00000000\"}')");
    settings.put(EVERY, "1000");
    if (!settings.containsKey("HOLDPOINT_DATABASE")) {
      breakPage(folder.resolve("holdpoint.db"));
    }
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      if (settings.containsKey("HOLDPOINT_DATABASE")) {
        breakRow(settings, folder);
      }
      await().atMost(PATIENCE).until(() -> gauge(http, "damaged") == 2);
      await().atMost(PATIENCE).until(() -> gauge(http, "documents") > 80);
      assertThat(http.get("/readyz").status()).isEqualTo(200);
    }
  }

  /** A page of old rows is no page any more. */
  private static void breakPage(Path file) throws Exception {
    long page;
    long bytes;
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet leaf =
            statement.executeQuery(
                "SELECT pageno, pgsize FROM dbstat WHERE name = 'run_memories' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 1")) {
      assertThat(leaf.next()).isTrue();
      page = leaf.getLong(1);
      bytes = leaf.getLong(2);
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {-1, -1, -1, -1}), (page - 1) * bytes);
    }
  }

  /** As the server answers for a page whose checksum is wrong. */
  private static void breakRow(Map<String, String> settings, Path folder) throws SQLException {
    execute(
        settings,
        folder,
        """
        CREATE FUNCTION unreadable() RETURNS text STABLE LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'invalid page' USING ERRCODE = 'XX001'; END $$;
        ALTER TABLE run_memories RENAME TO old_memories;
        CREATE VIEW run_memories AS SELECT key,
        CASE WHEN key = 50000 THEN unreadable() ELSE doc END AS doc FROM old_memories""");
  }
}
