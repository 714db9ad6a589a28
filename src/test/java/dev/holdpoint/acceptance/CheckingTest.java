package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.store.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
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
    Files.writeString(backups.resolve("old.zip"), "not a backup");
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

      assertThat(gauge(http, "documents")).isGreaterThan(3);
      assertThat(gauge(http, "finished_timestamp_seconds")).isPositive();
      assertThat(http.get("/v1/status").expect(200).text())
          .contains("\"damaged_documents\"", "runs ", "is not what was stored");
      assertThat(http.get("/v1/runs?page=true").expect(200).status()).isEqualTo(200);
    }
    settings.put(EVERY, "0");
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      assertThat(gauge(http, "damaged")).as("as the last walk said").isEqualTo(2);
      assertThat(http.get("/v1/status").expect(200).text()).contains("\"damaged_documents\"");
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
}
