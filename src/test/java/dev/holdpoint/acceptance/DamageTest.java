package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.daemon.TypedHere;
import dev.holdpoint.daemon.TypedHere.Outcome;
import dev.holdpoint.store.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A byte that has changed in what is stored. */
@OnBothDatabases
class DamageTest {
  private final Database database;

  DamageTest(Database database) {
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

  @Test
  void one_damaged_run_is_told_and_everything_else_goes_on() throws Exception {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    String good;
    String bad;
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      http.session("work");
      bad = http.submit("work", Script.say("the words are changed"));
      http.awaitRun(bad, "completed");
      good = http.submit("work", Script.say("these are not"));
      http.awaitRun(good, "completed");
    }
    execute(
        settings,
        folder,
        "UPDATE runs SET doc = replace(doc, 'words are changed', 'words were changed')");

    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      JsonNode problem = http.get("/v1/runs/" + bad).expect(500).json();
      assertThat(problem.path("detail").asString()).contains("damaged", "holdpoint doctor --deep");
      JsonNode decided = http.post("/v1/runs/" + bad + "/cancel", null).expect(500).json();
      assertThat(decided.path("detail").asString()).contains("damaged");
      assertThat(http.get("/readyz").status()).as("one document is not the store").isEqualTo(200);
      assertThat(http.get("/v1/status").expect(200).text()).doesNotContain("\"unavailable\"");
      http.get("/v1/runs/" + good).expect(200);
      JsonNode page = http.get("/v1/runs?page=true").expect(200).json();
      List<String> ids =
          page.path("items").valueStream().map(run -> run.path("run_id").asString()).toList();
      assertThat(ids).contains(good).doesNotContain(bad);
      assertThat(http.get("/v1/status").expect(200).text()).contains("\"damaged_documents\"");
      assertThat(http.get("/metrics").expect(200).text())
          .containsPattern("holdpoint_damaged_documents 1(\\.0)?\\n");
      String next = http.submit("work", Script.say("and on"));
      http.awaitRun(next, "completed");
    }

    Outcome doctor = deep(settings, folder);
    assertThat(doctor.exitCode()).isEqualTo(8);
    assertThat(doctor.out()).contains("1 damaged", "runs ", bad);
  }

  /** The earliest that is due is read first, each time. */
  @Test
  void a_damaged_run_whose_time_is_over_keeps_no_other_deadline_from_coming_true()
      throws Exception {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    String good;
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      http.session("bad");
      http.session("good");
      String bad = http.submit("bad", Script.ask("Which way?", 3_600_000));
      http.awaitRun(bad, "waiting_for_user_question");
      good = http.submit("good", Script.ask("How far?", 3_600_000));
      http.awaitRun(good, "waiting_for_user_question");
      execute(settings, folder, "UPDATE runs SET doc = replace(doc, 'Which way?', 'Which why?')");
    }
    InstantSource later = () -> Instant.now().plus(Duration.ofHours(2));
    try (TestDaemon daemon = TestDaemon.start(folder, settings, later)) {
      daemon.http().awaitRun(good, "cancelled");
    }
  }

  /** The earliest that is due is read first, each time. */
  @Test
  void a_gate_of_no_known_kind_keeps_no_other_deadline_from_coming_true() throws Exception {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    String good;
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      http.session("bad");
      http.session("good");
      http.awaitRun(
          http.submit("bad", Script.ask("Which way?", 3_600_000)), "waiting_for_user_question");
      execute(settings, folder, "UPDATE gates SET kind = 7");
      good = http.submit("good", Script.ask("How far?", 3_600_000));
      http.awaitRun(good, "waiting_for_user_question");
    }
    InstantSource later = () -> Instant.now().plus(Duration.ofHours(2));
    try (TestDaemon daemon = TestDaemon.start(folder, settings, later)) {
      daemon.http().awaitRun(good, "cancelled");
    }
  }

  /** The next start looks for what was left with these. */
  @Test
  void damaged_records_of_what_was_left_do_not_refuse_a_start() throws Exception {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      daemon.http().session("work");
    }
    List<String> left = new ArrayList<>(List.of("31 ", "23 open", "29 "));
    for (int node = 1; node <= 3; node++) {
      left.addAll(List.of("23 open@" + node, "29 @" + node));
    }
    for (int i = 0; i < left.size(); i++) {
      String[] kindAndGroup = left.get(i).split(" ", 2);
      execute(
          settings,
          folder,
          "INSERT INTO records (kind, key, grp, doc) VALUES (%s, %d, '%s', '%s')"
              .formatted(
                  kindAndGroup[0], i + 1, kindAndGroup[1], "{\"key\":1,\"#\":\"00000000\"}"));
    }

    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      http.awaitRun(http.submit("work", Script.say("and on")), "completed");
      assertThat(http.get("/v1/status").expect(200).text()).contains("\"damaged_documents\"");
    }
  }

  /** The earliest that is due is read first, each time. */
  @Test
  void a_damaged_schedule_that_is_due_keeps_no_other_from_starting_its_run() throws Exception {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      long soonMs = System.currentTimeMillis() + 3_600_000;
      for (String session : List.of("bad", "good")) {
        http.session(session);
        http.post(
                "/v1/schedules",
                "{\"session_id\":\"%s\",\"content\":\"of %s\",\"trigger\":{\"type\":\"once\",\"at_ms\":%d}}"
                    .formatted(session, session, soonMs))
            .expect(201);
      }
      execute(settings, folder, "UPDATE records SET doc = replace(doc, 'of bad', 'of bat')");
    }
    InstantSource later = () -> Instant.now().plus(Duration.ofHours(2));
    try (TestDaemon daemon = TestDaemon.start(folder, settings, later)) {
      Http http = daemon.http();
      http.await("/v1/runs?session_id=good", runs -> !runs.isEmpty());
      JsonNode none = http.get("/v1/runs?session_id=bad").expect(200).json();
      assertThat(none).isEmpty();
    }
  }

  @Test
  void a_rule_that_is_damaged_still_forbids() throws Exception {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    Path made = folder.resolve("made");
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      http.session("work");
      for (String behavior : List.of("allow", "deny")) {
        http.post(
                "/v1/permission-rules",
                "{\"behavior\":\"%s\",\"tool\":\"bash\",\"scope\":{\"kind\":\"session\",\"id\":\"work\"}}"
                    .formatted(behavior))
            .expect(201);
      }
    }
    execute(
        settings, folder, "UPDATE records SET doc = replace(doc, 'DENY', 'DENS') WHERE kind = 15");

    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      String run = http.submit("work", Script.bash("touch " + made), Script.say("done"));
      http.awaitRun(run, "failed");
      assertThat(made).doesNotExist();
      assertThat(http.get("/v1/permission-rules").expect(500).text()).contains("damaged");
    }
  }

  private static Outcome deep(Map<String, String> settings, Path folder) {
    String url = settings.get("HOLDPOINT_DATABASE");
    return url == null
        ? TypedHere.run("doctor", "--deep", "--data", folder.toString())
        : TypedHere.run("doctor", "--deep", "--data", folder.toString(), "--database", url);
  }

  /** Neither has a document that could be compared. */
  @Test
  void a_secret_that_does_not_open_and_an_asset_without_its_file_are_found() throws Exception {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    String sha256;
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      sha256 =
          daemon
              .http()
              .post("/v1/assets", "{\"file_name\":\"a.txt\",\"content_base64\":\"bXkgYnl0ZXM=\"}")
              .expect(201)
              .json()
              .path("sha256")
              .asString();
    }
    assertThat(deep(settings, folder).out()).contains("none is damaged");
    // A value in another place than its own. The ledger itself has one, and nodes share another.
    execute(settings, folder, "UPDATE secrets SET ciphertext = wrapped_key");
    if (settings.containsKey("HOLDPOINT_DATABASE")) {
      execute(settings, folder, "DELETE FROM blobs");
    } else {
      Files.delete(folder.resolve("assets").resolve(sha256.substring(0, 2)).resolve(sha256));
    }

    Outcome after = deep(settings, folder);

    assertThat(after.exitCode()).isEqualTo(8);
    assertThat(after.out())
        .containsPattern("[23] damaged")
        .containsPattern("secrets \\d+: a sealed value was changed or moved")
        .containsPattern("records 4/\\d+: its stored file " + sha256 + " is missing");
  }

  /** What the database finds rows by, and what a run goes on from. */
  @Test
  void what_stands_beside_a_document_is_damaged_alone_and_found() throws Exception {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    String parked;
    String ended;
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      http.session("parked");
      parked = http.submit("parked", Script.ask("Which way?", 3_600_000));
      http.awaitRun(parked, "waiting_for_user_question");
      http.session("ended");
      ended = http.submit("ended", Script.say("the end"));
      http.awaitRun(ended, "completed");
      http.post(
              "/v1/permission-rules",
              "{\"behavior\":\"deny\",\"tool\":\"bash\",\"scope\":{\"kind\":\"session\",\"id\":\"parked\"}}")
          .expect(201);
    }
    Outcome before = deep(settings, folder);
    assertThat(before.out()).contains("none is damaged");
    for (String flip :
        List.of(
            "UPDATE runs SET status = 5 WHERE status = 4",
            "UPDATE runs SET holds_slot = 0 WHERE status = 3",
            "UPDATE gates SET status = 1",
            "UPDATE records SET grp = 'x' WHERE kind = 15",
            "UPDATE sessions SET tenant_id = 'acme' WHERE id = 'parked'",
            "UPDATE journal SET steps = replace(steps, 'the end', 'the enb')")) {
      execute(settings, folder, flip);
    }

    Outcome after = deep(settings, folder);

    assertThat(after.exitCode()).isEqualTo(8);
    assertThat(after.out())
        .contains("7 damaged")
        .containsPattern("runs \\d+: its status is not what its document says")
        .containsPattern("runs \\d+: its holds_slot is not")
        .containsPattern("gates \\d+: its status is not")
        .containsPattern("records 15/\\d+: its grp is not")
        .containsPattern("sessions \\d+: its tenant_id is not")
        .containsPattern("journal \\d+: a stored document is damaged");
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      assertThat(http.get("/v1/runs/" + ended).expect(500).text()).contains("damaged");
      http.get("/v1/sessions/parked").expect(500);
      http.get("/v1/sessions/ended").expect(200);
    }
  }
}
