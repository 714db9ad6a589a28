package dev.holdpoint.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.daemon.TypedHere.Outcome;
import dev.holdpoint.daemon.start.DataFolder;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.store.Stores;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A backup is made while the daemon goes on, and is everything that another one needs. */
class BackupTest {
  private static final String ASK = "{\"tool\":\"request_approval\",\"input\":{\"reason\":\"x\"}}";
  private static final String BASH =
      "{\"tool\":\"bash\",\"input\":{\"command\":\"cat left.txt; ln -sf left.txt l; echo 2 >left.txt\"}}";

  @TempDir private Path folder;

  private static Outcome backup(TestDaemon daemon, String... more) {
    String[] args = Stream.concat(Stream.of("backup"), Stream.of(more)).toArray(String[]::new);
    return TypedHere.at(daemon.address(), daemon.tokenFile().toString(), args);
  }

  private Path archive(TestDaemon daemon) {
    Path file = folder.resolve("backup-" + System.nanoTime() + ".zip");
    Outcome made = backup(daemon, "--to", file.toString());
    assertThat(made.exitCode()).as(made.toString()).isZero();
    assertThat(made.out()).isEqualTo(file + "\n");
    return file;
  }

  private static Outcome restore(Path archive, Path data, String... more) {
    String[] args =
        Stream.concat(
                Stream.of("restore", archive.toString(), "--data", data.toString()),
                Stream.of(more))
            .toArray(String[]::new);
    return TypedHere.run(args);
  }

  private Path restored(Path archive) {
    Path data = folder.resolve("restored-" + System.nanoTime());
    Outcome outcome = restore(archive, data);
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    return data;
  }

  private static long head(Http http) {
    try (Sse stream = http.stream("/v1/events/stream?cursor=999999999999999999")) {
      return stream.next("stream_gap").number();
    }
  }

  @Test
  void a_parked_run_is_answered_where_it_was_restored() throws Exception {
    Path archive;
    String run;
    String asset;
    JsonNode before;
    Http agent;
    try (TestDaemon daemon = TestDaemon.start(folder.resolve("data"), Map.of())) {
      Http http = daemon.http();
      http.session("s");
      agent = http.withRole("operator", "ada");
      asset =
          http.post("/v1/assets", "{\"file_name\":\"a.txt\",\"content_base64\":\"aGVsbG8=\"}")
              .expect(201)
              .json()
              .path("asset_id")
              .asString();
      Path workspace = Files.createDirectories(folder.resolve("data/workspaces/s"));
      Files.writeString(workspace.resolve("left.txt"), "left here\n");
      Files.createSymbolicLink(workspace.resolve("link"), Path.of("left.txt"));
      run = http.submit("s", BASH);
      http.awaitApproval(run);
      before = http.run(run);
      archive = archive(daemon);
      // What happens afterwards is not in it.
      http.session("later");
    }

    Path data = restored(archive);
    try (TestDaemon daemon = TestDaemon.start(data, Map.of())) {
      Http http = daemon.http(Objects.requireNonNull(agent.token()));
      assertThat(http.run(run)).isEqualTo(before);
      assertThat(http.get("/v1/sessions/later").status()).isEqualTo(404);
      assertThat(http.get("/v1/assets/" + asset + "/raw").expect(200).text()).isEqualTo("hello");
      assertThat(Files.readSymbolicLink(data.resolve("workspaces/s/link")))
          .isEqualTo(Path.of("left.txt"));
      http.approve(run);
      http.awaitRun(run, "completed");
      assertThat(data.resolve("workspaces/s/left.txt")).hasContent("2");
    }
  }

  @Test
  void no_cursor_of_the_daemon_that_went_on_is_taken_for_one_of_the_restored() throws Exception {
    Path archive;
    long atBackup;
    long lost;
    try (TestDaemon daemon = TestDaemon.start(folder.resolve("data"), Map.of())) {
      Http http = daemon.http();
      http.session("s");
      http.awaitApproval(http.submit("s", ASK));
      archive = archive(daemon);
      atBackup = head(http);
      http.session("t");
      http.awaitApproval(http.submit("t", ASK));
      lost = head(http);
    }
    assertThat(lost).isGreaterThan(atBackup);

    Path data = restored(archive);
    try (TestDaemon daemon = TestDaemon.start(data, Map.of())) {
      Http http = daemon.http();
      assertThat(head(http)).isGreaterThanOrEqualTo(atBackup + 1_000_000);
      http.session("u");
      String run = http.submit("u", ASK);
      http.awaitApproval(run);
      for (String path : new String[] {"/v1/events/stream", "/v1/runs/" + run + "/stream"}) {
        try (Sse stream = http.stream(path + "?cursor=" + lost)) {
          Sse.Frame gap = stream.next();
          assertThat(gap.type()).isEqualTo("stream_gap");
          assertThat(gap.data().path("reason").asString()).isEqualTo("restart_epoch");
          assertThat(gap.number()).isGreaterThanOrEqualTo(atBackup + 1_000_000);
          Sse.Frame next = stream.next("run_event");
          assertThat(next.text()).as("all that came after the restore").contains(run);
        }
      }
      try (Sse stream = http.stream("/v1/events/stream?cursor=" + atBackup)) {
        assertThat(stream.next().type())
            .as("a cursor that the backup knows")
            .isEqualTo("run_event");
      }
      try (Sse stream = http.stream("/v1/events/stream?cursor=0")) {
        assertThat(stream.next().number()).as("what was before is still replayed").isEqualTo(1);
      }
    }
  }

  @Test
  void what_is_given_out_afterwards_lies_above_all_that_was_given_before() throws Exception {
    Path archive;
    String lost;
    try (TestDaemon daemon = TestDaemon.start(folder.resolve("data"), Map.of())) {
      Http http = daemon.http();
      http.session("s");
      archive = archive(daemon);
      lost = http.submit("s", ASK);
    }
    Path data = restored(restoredTwice(archive));
    try (TestDaemon daemon = TestDaemon.start(data, Map.of())) {
      Http http = daemon.http();
      assertThat(http.get("/v1/runs/" + lost).status()).isEqualTo(404);
      assertThat(http.submit("s", ASK)).isGreaterThan(lost);
      try (Sse stream = http.stream("/v1/events/stream?cursor=0")) {
        long first = stream.next("run_event").number();
        assertThat(first).as("two leaps, one after the other").isGreaterThan(2_000_000);
      }
    }
  }

  /** A backup of what was restored from a backup. */
  private Path restoredTwice(Path archive) {
    try (TestDaemon daemon = TestDaemon.start(restored(archive), Map.of())) {
      return archive(daemon);
    }
  }

  @Test
  void it_holds_what_a_daemon_needs_for_its_owner_alone() throws Exception {
    try (TestDaemon daemon = TestDaemon.start(folder.resolve("data"), Map.of())) {
      Files.createDirectories(folder.resolve("data/workspaces/s"));
      Files.writeString(folder.resolve("data/workspaces/s/w"), "w");
      Path archive = archive(daemon);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(archive)))
          .isEqualTo("rw-------");
      assertThat(names(archive))
          .contains("data/holdpoint.db", "data/admin-token", "data/workspaces/s/w")
          .doesNotContain("data/vault-key")
          .doesNotContain("data/lock", "data/holdpoint.db-wal")
          .endsWith("manifest.json");
      assertThat(folder.resolve("data/unfinished-backup")).doesNotExist();

      Path lean = folder.resolve("lean.zip");
      assertThat(backup(daemon, "--to", lean.toString(), "--without-workspaces").exitCode())
          .isZero();
      assertThat(names(lean)).contains("data/holdpoint.db").doesNotContain("data/workspaces/s/w");

      Outcome again = backup(daemon, "--to", lean.toString());
      assertThat(again.exitCode()).isEqualTo(1);
      assertThat(again.err()).contains("already exists");
      Outcome nowhere = backup(daemon, "--to", folder.resolve("no/such/f.zip").toString());
      assertThat(nowhere.err()).contains("does not exist");
      try (Stream<Path> left = Files.list(folder)) {
        assertThat(left.filter(path -> path.toString().endsWith(".part"))).isEmpty();
      }
    }
  }

  /** As no text of this process can spell it. */
  private static void touch(Path folder, String octal) throws Exception {
    Process made =
        new ProcessBuilder("sh", "-c", "echo x >\"$(printf '" + octal + "')\"")
            .directory(folder.toFile())
            .start();
    assertThat(made.waitFor()).isZero();
  }

  @Test
  void names_that_are_no_text_are_left_out_and_named() throws Exception {
    Path archive;
    try (TestDaemon daemon = TestDaemon.start(folder.resolve("data"), Map.of())) {
      Path workspace = Files.createDirectories(folder.resolve("data/workspaces/s"));
      Files.writeString(workspace.resolve("plain"), "plain");
      touch(workspace, "a\\377");
      touch(workspace, "a\\376");
      Process linked =
          new ProcessBuilder("sh", "-c", "ln -s \"$(printf 'a\\377')\" link")
              .directory(workspace.toFile())
              .start();
      assertThat(linked.waitFor()).isZero();
      archive = archive(daemon);
    }

    assertThat(names(archive)).doesNotHaveDuplicates().contains("data/workspaces/s/plain");
    Path data = folder.resolve("restored");
    Outcome outcome = restore(archive, data, "--json");
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    JsonNode told = JsonMapper.shared().readTree(outcome.out());
    assertThat(told.path("left_out"))
        .extracting(JsonNode::asString)
        .containsExactlyInAnyOrder(
            "workspaces/s/a\uFFFD", "workspaces/s/a\uFFFD", "workspaces/s/link");
    assertThat(told.path("files").asInt()).isEqualTo(names(archive).length - 1);
    assertThat(told.path("data").asString()).isEqualTo(data.toString());
    assertThat(told.path("made_at_ms").asLong())
        .isBetween(System.currentTimeMillis() - 600_000, System.currentTimeMillis());
    assertThat(told.path("after_event_id").asLong()).isGreaterThanOrEqualTo(1_000_000);
    assertThat(data.resolve("workspaces/s")).isDirectoryContaining("glob:**/plain");
    TestDaemon.start(data, Map.of()).close();
  }

  private static String[] names(Path archive) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      return zip.stream().map(Object::toString).toArray(String[]::new);
    }
  }

  @Test
  void one_is_made_at_a_time_and_one_whose_reader_goes_leaves_nothing() throws Exception {
    try (TestDaemon daemon = TestDaemon.start(folder.resolve("data"), Map.of())) {
      Http http = daemon.http();
      // More than the buffers between two processes can hold, and nothing that could be packed.
      byte[] random = new byte[64 << 20];
      new Random(3).nextBytes(random);
      Path workspace = Files.createDirectories(folder.resolve("data/workspaces/s"));
      Files.write(workspace.resolve("large"), random);
      HttpURLConnection slow =
          (HttpURLConnection) URI.create(daemon.address() + "/v1/backups").toURL().openConnection();
      slow.setRequestMethod("POST");
      slow.setDoOutput(true);
      slow.setFixedLengthStreamingMode(0);
      slow.setRequestProperty("Authorization", "Bearer " + http.token());
      slow.getOutputStream().close();
      assertThat(slow.getResponseCode()).isEqualTo(200);
      // KT-09
      assertThat(slow.getContentType()).isEqualTo("application/zip");

      assertThat(http.post("/v1/backups", null).expect(409).code()).isEqualTo("backup_running");

      slow.disconnect();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> !Files.exists(folder.resolve("data/unfinished-backup")));
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> http.post("/v1/backups?without_workspaces=true", null).status() == 200);
      http.post("/v1/backups?files_only=maybe", null).expect(400);
      http.post("/v1/backups", "{not json").expect(400);
    }
  }

  @Test
  void only_an_admin_may_take_the_keys_away() {
    try (TestDaemon daemon = TestDaemon.start(folder.resolve("data"), Map.of())) {
      Http operator = daemon.http().withRole("operator", "bob");
      assertThat(operator.post("/v1/backups", null).expect(403).code()).isEqualTo("forbidden");
    }
  }

  @Test
  void with_postgres_the_files_are_backed_up_and_the_database_leaps() throws Exception {
    String url = EmbeddedPostgres.shared().newDatabase();
    Map<String, String> settings = Map.of("HOLDPOINT_DATABASE", url);
    Path files = folder.resolve("files.zip");
    long before;
    try (TestDaemon daemon = TestDaemon.start(folder.resolve("data"), settings)) {
      Http http = daemon.http();
      http.session("s");
      http.awaitApproval(http.submit("s", ASK));
      before = head(http);
      Http.Answer refused = http.post("/v1/backups", null).expect(409);
      assertThat(refused.code()).isEqualTo("backup_not_supported");
      assertThat(refused.text()).contains("pg_dump", "docs/backup.md");
      assertThat(backup(daemon, "--files-only", "--to", files.toString()).exitCode()).isZero();
      assertThat(names(files))
          .contains("data/admin-token")
          .doesNotContain("data/holdpoint.db", "data/node-id");
    }
    Path data = folder.resolve("restored");
    assertThat(restore(files, data).err()).contains("restore the database first");
    assertThat(data).doesNotExist();

    try (Store east = Stores.open(url, folder)) {
      Node.Card card = new Node.Card("0123456789abcdef", null, "test", 0, 0, 0);
      east.cluster().join("east-1", card, 10_000);
      Outcome refused = restore(files, data, "--database", url);
      assertThat(refused.exitCode()).isNotZero();
      assertThat(refused.err()).contains("Nodes are using the database: east-1. Stop them");
      assertThat(data).doesNotExist();
      east.cluster().leave();
    }
    Outcome restored = restore(files, data, "--database", url);
    assertThat(restored.exitCode()).as(restored.toString()).isZero();
    try (TestDaemon daemon = TestDaemon.start(data, settings)) {
      assertThat(head(daemon.http())).isGreaterThanOrEqualTo(before + 1_000_000);
    }
  }

  @Test
  void a_daemon_does_not_start_on_half_a_restore() throws Exception {
    Path data = Files.createDirectories(folder.resolve("half"));
    Files.createDirectory(data.resolve("unfinished-restore"));

    assertThatThrownBy(() -> DataFolder.open(data))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("was interrupted")
        .hasMessageContaining("holdpoint restore");
  }
}
