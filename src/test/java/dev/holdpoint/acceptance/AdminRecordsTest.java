package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.core.audit.AdminTarget;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.daemon.backup.Backup;
import dev.holdpoint.daemon.backup.Restore;
import dev.holdpoint.store.EmbeddedPostgres;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What is on record of administration, and what is not done without its record. */
final class AdminRecordsTest {
  private static final String RECORDS = "/v1/audit/records?kind=admin&page=true&limit=500";

  private final AtomicLong clock = new AtomicLong(System.currentTimeMillis());

  private TestDaemon start(Path data, Map<String, String> settings) {
    return TestDaemon.start(data, settings, () -> Instant.ofEpochMilli(clock.get()));
  }

  private static List<JsonNode> records(Http http, String target) {
    List<JsonNode> found = new ArrayList<>();
    http.get(RECORDS + "&target=" + target).expect(200).json().path("items").forEach(found::add);
    return found;
  }

  private static JsonNode only(Http http, String target) {
    List<JsonNode> found = records(http, target);
    assertThat(found).as(target).hasSize(1);
    return found.getFirst();
  }

  private static Http.Answer put(Http http, String path, String body) {
    return http.send("PUT", path, body, _ -> {});
  }

  /** A service key that may do all in a new conversation. */
  private record Conversation(Http host, String path, String key, String tenant) {
    static Conversation of(Http http) {
      String tenant =
          http.post("/v1/tenants", Acceptance.json("{'name':'acme'}"))
              .expect(201)
              .json()
              .path("tenant_id")
              .asString();
      String key =
          http.post(
                  "/v1/tenants/" + tenant + "/service-keys",
                  Acceptance.json(
                      "{'name':'shop','scopes':['conversations:write','conversations:read',"
                          + "'secrets:read','secrets:write']}"))
              .expect(201)
              .json()
              .path("key")
              .asString();
      Http host = http.as(key);
      String id =
          host.post("/conversations", Acceptance.json("{'tenant_id':'%s'}", tenant))
              .expect(201)
              .json()
              .path("id")
              .asString();
      return new Conversation(host, "/conversations/" + id + "/secrets", key, tenant);
    }
  }

  // PF-42 for secrets, the vault, backups, restores and starts
  @Test
  void secrets_keys_backups_and_starts_are_on_record(@TempDir Path folder) throws Exception {
    Path archive = folder.resolve("backup.zip");
    try (TestDaemon daemon = start(folder.resolve("first"), Map.of())) {
      Http http = daemon.http();
      Conversation talk = Conversation.of(http);
      put(talk.host, talk.path, Acceptance.json("{'secrets':{'B':'canary-1','A':'canary-2'}}"))
          .expect(200);
      put(talk.host, talk.path, Acceptance.json("{'secrets':{'A':'canary-3'}}")).expect(200);
      talk.host.get(talk.path).expect(200);
      talk.host.send("DELETE", talk.path + "/B", null, _ -> {}).expect(204);
      http.post("/v1/vault/rotate", "").expect(200);
      download(daemon, archive);

      assertThat(records(http, "secret.put"))
          .extracting(one -> one.at("/evidence/what/aliases").toString())
          .containsExactly("[\"A\"]", "[\"A\",\"B\"]");
      JsonNode removed = only(http, "secret.remove");
      assertThat(removed.at("/evidence/what/aliases").toString()).isEqualTo("[\"B\"]");
      assertThat(removed.at("/evidence/what/tenant_id").asString()).isEqualTo(talk.tenant);
      assertThat(removed.at("/record/principal_id").asString()).startsWith("key_");
      only(http, "secret.list");
      only(http, "vault.rotate");
      only(http, "backup.make");
      JsonNode start = only(http, "daemon.start");
      assertThat(start.at("/record/principal_id").asString()).isEqualTo("daemon");
      assertThat(start.at("/evidence/what/config_sha256").asString()).matches("[0-9a-f]{64}");
      assertThat(start.at("/evidence/what/keys").toString()).contains("\"port\"");
    }
    Path second = Files.createDirectory(folder.resolve("second"));
    try (Backup backup = Backup.open(archive)) {
      new Restore(backup, null).into(second, clock.get());
    }
    // It is in no backup.
    Files.copy(folder.resolve("first").resolve("vault-key"), second.resolve("vault-key"));
    try (TestDaemon daemon = start(second, Map.of())) {
      assertThat(
              only(daemon.http(), "backup.restore")
                  .at("/evidence/what/next_after_event_id")
                  .asLong())
          .isPositive();
    }
    try (TestDaemon daemon = start(second, Map.of())) {
      only(daemon.http(), "backup.restore");
      assertThat(records(daemon.http(), "daemon.*")).hasSize(3);
    }
  }

  private static void download(TestDaemon daemon, Path to) throws Exception {
    HttpURLConnection call =
        (HttpURLConnection) URI.create(daemon.address() + "/v1/backups").toURL().openConnection();
    call.setRequestMethod("POST");
    call.setRequestProperty("Authorization", "Bearer " + daemon.http().token());
    try (var in = call.getInputStream()) {
      Files.copy(in, to);
    }
  }

  // PF-42: nodes, and that a record says which node wrote it
  @Test
  void a_node_is_drained_in_the_commit_of_its_record(@TempDir Path folder) {
    try (TestDaemon daemon = start(folder, Database.POSTGRES.settings(Map.of()))) {
      Http http = daemon.http();
      String node = http.get("/v1/nodes").expect(200).json().get(0).path("name").asString();
      assertThat(http.post("/v1/nodes/" + node + "/drain", "").expect(200).json().path("state"))
          .hasToString("\"draining\"");
      http.post("/v1/nodes/" + node + "/resume", "").expect(200);

      for (String target : List.of("node.drain", "node.resume")) {
        JsonNode evidence = only(http, target).path("evidence");
        assertThat(evidence.at("/what/node").asString()).isEqualTo(node);
        assertThat(evidence.path("node").asString()).isEqualTo(node);
      }
    }
  }

  // PF-43
  @Test
  void PF_43_what_cannot_be_put_on_record_is_not_done(@TempDir Path folder) {
    Map<String, String> settings = Database.POSTGRES.settings(Map.of());
    String url = String.valueOf(settings.get("HOLDPOINT_DATABASE"));
    try (TestDaemon daemon = start(folder, settings)) {
      Http http = daemon.http();
      Conversation talk = Conversation.of(http);
      String vault = http.get("/v1/vault").expect(200).json().path("key_id").asString();
      String node = http.get("/v1/nodes").expect(200).json().get(0).path("name").asString();
      EmbeddedPostgres.shared()
          .executeAt(
              url,
              """
              CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
              $$ BEGIN RAISE EXCEPTION 'no room for records'; END $$;
              CREATE TRIGGER refuse BEFORE INSERT ON actions FOR EACH ROW WHEN (NEW.run_key = 0)
              EXECUTE FUNCTION refuse()\
              """);

      http.post("/v1/tokens", Acceptance.json("{'name':'eve','role':'admin'}")).expect(503);
      put(talk.host, talk.path, Acceptance.json("{'secrets':{'A':'canary'}}")).expect(503);
      http.post("/v1/vault/rotate", "").expect(503);
      http.post("/v1/nodes/" + node + "/drain", "").expect(503);
      assertThat(http.get("/v1/audit/export").expect(503).text()).doesNotContain("holdpoint-audit");
      assertThat(http.post("/v1/backups", "").expect(503).text()).doesNotStartWith("PK");
      talk.host.get(talk.path).expect(503);

      EmbeddedPostgres.shared().executeAt(url, "DROP TRIGGER refuse ON actions");
      assertThat(http.get("/v1/tokens").expect(200).text()).doesNotContain("eve");
      assertThat(talk.host.get(talk.path).expect(200).json().path("data")).isEmpty();
      assertThat(http.get("/v1/vault").expect(200).json().path("key_id").asString())
          .isEqualTo(vault);
      assertThat(http.get("/v1/nodes").expect(200).json().get(0).path("state").asString())
          .isEqualTo("live");
      assertThat(records(http, "secret.put")).isEmpty();
      http.get("/v1/audit/export").expect(200);
    }
  }

  // PF-44
  @Test
  void PF_44_ten_thousand_wrong_tokens_are_a_few_records(@TempDir Path folder) throws Exception {
    try (TestDaemon daemon = start(folder, Map.of())) {
      Http http = daemon.http();
      List<String> paths = List.of("/v1/sessions", "/v1/runs", "/v1/tokens", "/v1/me");
      try (ExecutorService callers = Executors.newFixedThreadPool(8)) {
        for (int i = 0; i < 10_000; i++) {
          Http guess = http.as("guess-" + i);
          String path = paths.get(i % paths.size());
          callers.execute(() -> guess.get(path).expect(401));
        }
      }
      clock.addAndGet(61_000);
      http.await(RECORDS + "&target=access.denied", page -> total(page.path("items")) >= 10_000);

      List<JsonNode> records = records(http, "access.denied");
      // The client of the tests asks again by itself where a connection ends just as it is reused.
      assertThat(records.stream().mapToLong(AdminRecordsTest::totalOf).sum())
          .isBetween(10_000L, 10_010L);
      assertThat(records.size()).isBetween(1, 100);
      JsonNode first = records.getFirst();
      assertThat(first.at("/record/principal_id").asString()).isEqualTo("anonymous");
      assertThat(first.at("/record/outcome").asString()).isEqualTo("refused");
      assertThat(first.at("/evidence/address").asString()).isEqualTo("127.0.0.1");
      assertThat(first.at("/evidence/what/status").asInt()).isEqualTo(401);
    }
  }

  private static long total(JsonNode records) {
    return records.valueStream().mapToLong(AdminRecordsTest::totalOf).sum();
  }

  private static long totalOf(JsonNode record) {
    JsonNode what = record.at("/evidence/what");
    return what.path("count").asLong() + what.path("suppressed").asLong(0);
  }

  // PF-44: more callers than there is room for, and a daemon that stops
  @Test
  void what_finds_no_place_is_counted_in_the_next(@TempDir Path folder) {
    Map<String, String> proxied = Map.of("HOLDPOINT_TRUSTED_PROXIES", "127.0.0.0/8");
    try (TestDaemon daemon = start(folder, proxied)) {
      for (int i = 0; i < 700; i++) {
        String from = "198.18.%d.%d".formatted(i >> 8, i & 255);
        daemon
            .http()
            .as("wrong")
            .send("GET", "/v1/me", null, request -> request.header("X-Forwarded-For", from))
            .expect(401);
      }
    }
    try (TestDaemon daemon = start(folder, proxied)) {
      List<JsonNode> records = records(daemon.http(), "access.denied");
      assertThat(records).hasSize(10);
      assertThat(records.stream().mapToLong(AdminRecordsTest::totalOf).sum()).isEqualTo(700);
    }
  }

  // PF-42, PF-68: who was turned away, and why
  @Test
  void each_way_to_be_turned_away_is_on_record(@TempDir Path folder) {
    Map<String, String> settings =
        Map.of(
            "HOLDPOINT_LIMITS_FAILED_CREDENTIALS_PER_MINUTE",
            "1",
            "HOLDPOINT_TRUSTED_PROXIES",
            "127.0.0.0/8");
    try (TestDaemon daemon = start(folder, settings)) {
      Http http = daemon.http();
      http.session("theirs");
      String tenant =
          http.post("/v1/tenants", Acceptance.json("{'name':'acme'}"))
              .expect(201)
              .json()
              .path("tenant_id")
              .asString();
      JsonNode bound =
          http.post(
                  "/v1/tokens",
                  Acceptance.json("{'name':'b','role':'operator','tenant_id':'%s'}", tenant))
              .expect(201)
              .json();
      Http other = http.as(bound.path("token").asString());
      other.get("/v1/sessions/theirs").expect(404);
      other.get("/v1/audit/records").expect(403);
      from(http.as(null), "POST", "/v1/web-sessions", "{\"token\":\"wrong-1\"}").expect(401);
      from(http.as("wrong-2"), "GET", "/v1/me", null).expect(429);
      http.send(
              "GET", "/v1/me", null, request -> request.header("X-Forwarded-Host", "evil.example"))
          .expect(421);
      clock.addAndGet(61_000);
      http.await(RECORDS + "&target=access.denied", page -> page.path("items").size() == 4);

      Set<String> told = new TreeSet<>();
      for (JsonNode one : records(http, "access.denied")) {
        told.add(
            "%s %s %d"
                .formatted(
                    one.at("/record/principal_id").asString(),
                    one.at("/evidence/what/endpoint").asString(),
                    one.at("/evidence/what/status").asInt()));
      }
      String who = bound.path("token_id").asString();
      assertThat(told)
          .containsExactlyInAnyOrder(
              who + " getSession 404",
              who + " listAuditRecords 403",
              "anonymous getCaller 429",
              "anonymous - 421");
      JsonNode refused = only(http, "sign_in.refused");
      assertThat(refused.at("/evidence/address").asString()).isEqualTo("198.18.0.1");
      assertThat(refused.at("/evidence/what/endpoint").asString()).isEqualTo("signIn");
    }
  }

  private static Http.Answer from(Http http, String method, String path, @Nullable String body) {
    return http.send(
        method, path, body, request -> request.header("X-Forwarded-For", "198.18.0.1"));
  }

  // PF-45
  @Test
  void PF_45_no_record_holds_a_secret_or_its_hash(@TempDir Path folder) throws Exception {
    String export;
    List<String> secrets =
        new ArrayList<>(List.of("canary-value", "canary-password-of-hmac-00000000"));
    Path data = folder.resolve("data");
    try (TestDaemon daemon = start(data, Map.of())) {
      Http http = daemon.http();
      String page = "http://localhost:" + http.address().getPort();
      Conversation talk = Conversation.of(http);
      secrets.add(talk.key);
      put(talk.host, talk.path, Acceptance.json("{'secrets':{'A':'canary-value'}}")).expect(200);
      talk.host.get(talk.path).expect(200);
      JsonNode made =
          http.post("/v1/tokens", Acceptance.json("{'name':'ada','role':'operator'}"))
              .expect(201)
              .json();
      secrets.add(made.path("token").asString());
      String link =
          http.as(made.path("token").asString())
              .post("/v1/sign-in-links", null)
              .expect(201)
              .json()
              .path("code")
              .asString();
      secrets.add(link);
      String invitation =
          new Http(page, http.token())
              .post(
                  "/v1/tenants/" + talk.tenant + "/approver-keys/enrollments",
                  Acceptance.json("{'principal':'bob'}"))
              .expect(201)
              .json()
              .path("url")
              .asString();
      secrets.add(invitation.substring(invitation.indexOf('#') + 1));
      http.as("canary-wrong-token").get("/v1/me").expect(401);
      secrets.add("canary-wrong-token");
      http.as(null)
          .post("/v1/web-sessions", Acceptance.json("{'token':'canary-wrong-cookie'}"))
          .expect(401);
      secrets.add("canary-wrong-cookie");
      http.post(
              "/v1/permission-rules",
              Acceptance.json(
                  "{'behavior':'allow','tool':'bash','command':'echo canary-command',"
                      + "'scope':{'kind':'user'}}"))
          .expect(201);
      secrets.add("canary-command");
      secrets.add(String.valueOf(http.token()));
      http.as(made.path("token").asString()).post("/v1/vault/rotate", "").expect(403);
    }
    try (TestDaemon daemon = start(data, Map.of())) {
      export = daemon.http().get("/v1/audit/export").expect(200).text();
      assertThat(records(daemon.http(), "access.denied")).isNotEmpty();
    }
    for (String secret : secrets) {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(UTF_8));
      assertThat(export)
          .doesNotContain(
              secret,
              HexFormat.of().formatHex(hash),
              Base64.getEncoder().withoutPadding().encodeToString(hash),
              Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
    }
  }

  private static void allKindsAreListedTogether(Http http) {
    http.session("s");
    JsonNode raised =
        http.post(
                "/v1/sessions/s/approval-requests",
                Acceptance.json("{'tool_name':'deploy','input':{'to':'prod'},'reason':'release'}"))
            .expect(201)
            .json();
    http.post(
            "/v1/runs/" + raised.path("run_id").asString() + "/approvals",
            Acceptance.json(
                "{'resolutions':[{'request_id':'%s','behavior':'allow'}]}",
                raised.at("/request/id").asString()))
        .expect(202);
    JsonNode decision =
        http.get("/v1/audit/records?kind=decision").expect(200).json().path(0).path("record");
    List<JsonNode> all = new ArrayList<>();
    http.get("/v1/audit/records?limit=500").expect(200).json().forEach(all::add);
    assertThat(all.stream().map(one -> one.at("/record/kind").asString()))
        .contains("admin", "decision");
    assertThat(all.stream().map(one -> one.at("/record/action_id").asString()))
        .contains(decision.path("action_id").asString())
        .isSortedAccordingTo((a, b) -> b.compareTo(a));
    assertThat(
            http.get("/v1/audit/records?target=" + decision.path("target").asString())
                .expect(200)
                .json())
        .as("one target among all kinds")
        .hasSize(1);
    assertThat(http.get("/v1/audit/records?target=token.*&limit=3").expect(200).json()).hasSize(3);
  }

  /** The list finds by each filter, in pages, what the export has. */
  @Test
  void records_are_listed_by_filter_and_in_pages(@TempDir Path folder) {
    try (TestDaemon daemon = start(folder, Map.of())) {
      Http http = daemon.http();
      Http ada = http.withRole("admin", "ada");
      for (int i = 0; i < 5; i++) {
        ada.post("/v1/tokens", Acceptance.json("{'name':'t%d','role':'viewer'}", i)).expect(201);
      }
      String who = records(http, "token.create").getFirst().at("/record/principal_id").asString();

      assertThat(records(http, "token.create&principal=" + who)).hasSize(5);
      assertThat(records(http, "*&principal=" + who)).hasSize(5);
      assertThat(records(http, "token.*&since_ms=" + (clock.get() + 1_000))).isEmpty();
      assertThat(records(http, "token.*&until_ms=" + (clock.get() - 60_000))).isEmpty();
      assertThat(http.get("/v1/audit/records?since_ms=5&until_ms=5").expect(400).code())
          .isEqualTo("invalid_request");
      http.get("/v1/audit/records?kind=tool").expect(400);
      assertThat(http.get("/v1/audit/records?kind=decision").expect(200).json()).isEmpty();
      allKindsAreListedTogether(http);

      List<String> seen = new ArrayList<>();
      String cursor = "";
      do {
        JsonNode page =
            http.get("/v1/audit/records?kind=admin&page=true&limit=2&target=token.*" + cursor)
                .expect(200)
                .json();
        page.path("items").forEach(one -> seen.add(one.at("/record/action_id").asString()));
        assertThat(page.at("/pagination/total_count").asInt()).isEqualTo(6);
        cursor = "&cursor=" + page.at("/pagination/next_cursor").asString("");
      } while (cursor.length() > "&cursor=".length());
      assertThat(seen)
          .hasSize(6)
          .doesNotHaveDuplicates()
          .isSortedAccordingTo((a, b) -> b.compareTo(a));
      assertThat(http.get("/metrics").expect(200).text())
          .contains("holdpoint_admin_records_total 8");
    }
  }

  /** What the tour of all operations must have left; the others are caused here. */
  static Set<String> elsewhere() {
    return Set.of(
        AdminTarget.BACKUP_RESTORE.wire(),
        AdminTarget.NODE_DRAIN.wire(),
        AdminTarget.NODE_RESUME.wire(),
        AdminTarget.ACCESS_DENIED.wire(),
        AdminTarget.SIGN_IN_REFUSED.wire(),
        // In AdminChainTest.
        AdminTarget.ENROLLMENT_USE.wire(),
        // With the receipts.
        AdminTarget.RECEIPT_READ.wire());
  }

  /** Acts whose examples change nothing. */
  private static void doTheOthers(Http http) {
    http.session("granting");
    String run = http.submit("granting", Script.bash("echo granted"));
    String approval = http.awaitApproval(run);
    http.post(
            "/v1/runs/" + run + "/approvals",
            Acceptance.json(
                "{'resolutions':[{'request_id':'%s','behavior':'allow','grant':{'scope':'session'}}]}",
                approval))
        .expect(202);
    String token =
        http.post("/v1/tokens", Acceptance.json("{'name':'shared','role':'agent'}"))
            .expect(201)
            .json()
            .path("token_id")
            .asString();
    http.send("PATCH", "/v1/tokens/" + token, Acceptance.json("{'session_access':'all'}"), _ -> {})
        .expect(200);
    put(http, "/v1/sessions/granting/access", Acceptance.json("{'token_ids':['%s']}", token))
        .expect(200);
    http.post("/v1/runs/prune", Acceptance.json("{'older_than_ms':2592000000}")).expect(200);
  }

  /** PF-42: an export holds each of the other targets, with who, when and evidence. */
  static void assertAllTold(Http http) {
    doTheOthers(http);
    Map<String, JsonNode> records = new HashMap<>();
    Map<String, JsonNode> evidence = new HashMap<>();
    http.get("/v1/audit/export")
        .expect(200)
        .text()
        .lines()
        .map(line -> Acceptance.JSON.readTree(line))
        .forEach(
            line -> {
              JsonNode record = line.path("record");
              if (record.path("kind").asString("").equals("admin")) {
                records.put(record.path("target").asString(), record);
              } else if (line.path("type").asString().equals("evidence")) {
                evidence.put(line.path("action_id").asString(), line.path("detail"));
              }
            });
    Set<String> wanted = new TreeSet<>();
    for (AdminTarget target : AdminTarget.values()) {
      wanted.add(target.wire());
    }
    wanted.removeAll(elsewhere());
    assertThat(records.keySet()).containsAll(wanted);
    for (String target : wanted) {
      JsonNode record = Objects.requireNonNull(records.get(target), target);
      assertThat(record.path("principal_id").asString()).as(target).isNotEmpty();
      assertThat(record.path("timestamp_ms").asLong()).as(target).isPositive();
      JsonNode told =
          Objects.requireNonNull(evidence.get(record.path("action_id").asString()), target);
      assertThat(told.has("what")).as(target).isTrue();
      if (!record.path("principal_id").asString().equals("daemon")) {
        assertThat(told.path("request_id").asString()).as(target).isNotEmpty();
      }
    }
  }
}
