package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.client.proof.ProofVerdict;
import dev.holdpoint.client.proof.PublicKey;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import dev.holdpoint.daemon.TestDaemon;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Daemons that share a database, as people see and steer them. */
class NodesTest {
  private static final int RUNS = 8;
  private static final String ALWAYS = "{'behavior':'allow','tool':'bash','scope':{'kind':'user'}}";
  private static final String TOKEN = "the-same-token-for-all-nodes";

  private final Path east = Database.newFolder();
  private final Map<String, String> shared = shared();

  private Map<String, String> shared() {
    Map<String, String> settings = Database.POSTGRES.settings(Map.of());
    settings.put("HOLDPOINT_ADMIN_TOKEN", TOKEN);
    settings.put("HOLDPOINT_AUDIT_KEY_FILE", east.resolve("audit-key").toString());
    settings.put("HOLDPOINT_VAULT_KEY_FILE", east.resolve("vault-key").toString());
    // A beat takes a second; on a busy machine nobody is taken for stopped.
    settings.put("HOLDPOINT_CLUSTER_LEASE_MS", "12000");
    return settings;
  }

  private TestDaemon start(Path data, String name, InstantSource clock) {
    Map<String, String> settings = new HashMap<>(shared);
    settings.put("HOLDPOINT_CLUSTER_NAME", name);
    return TestDaemon.start(data, settings, clock);
  }

  private TestDaemon start(Path data, String name) {
    return start(data, name, InstantSource.system());
  }

  /** On a busy machine a node may be silent for a moment. */
  private static void awaitStates(Http http, String... states) {
    await().untilAsserted(() -> assertThat(states(http)).containsExactly(states));
  }

  private static List<String> states(Http http) {
    return http.get("/v1/nodes")
        .expect(200)
        .json()
        .valueStream()
        .map(node -> node.path("name").asString() + " " + node.path("state").asString())
        .toList();
  }

  private static List<String> warnings(Http http) {
    return http.get("/v1/status")
        .expect(200)
        .json()
        .at("/health/warnings")
        .valueStream()
        .map(one -> one.path("code").asString())
        .toList();
  }

  @Test
  // K4-441
  void K4_441_what_several_nodes_do_at_once_makes_one_chain() throws Exception {
    try (TestDaemon one = start(east, "east");
        TestDaemon two = start(Database.newFolder(), "west")) {
      List<Http> doors = List.of(one.http(TOKEN), two.http(TOKEN));
      Http http = doors.getFirst();
      http.post("/v1/permission-rules", Acceptance.json(ALWAYS)).expect(201);
      for (int i = 0; i < RUNS; i++) {
        http.session("s" + i);
      }
      String work = Http.work(Script.bash("true"), Script.bash("true"), Script.say("done"));
      int[] next = {0};
      List<String> runs =
          Acceptance.atOnce(
              RUNS,
              () -> {
                int i;
                synchronized (next) {
                  i = next[0]++;
                }
                return doors
                    .get(i % doors.size())
                    .post("/v1/sessions/s" + i + "/runs", work)
                    .expect(202)
                    .json()
                    .path("run_id")
                    .asString();
              });
      runs.forEach(run -> http.awaitRun(run, "completed"));

      JsonNode key = http.get("/v1/audit/keys").expect(200).json().get(0);
      PublicKey trusted =
          PublicKey.parse(key.path("key_id").asString() + ":" + key.path("public_key").asString());
      for (Http door : doors) {
        String export = door.get("/v1/audit/export").expect(200).text();
        ProofVerdict verdict =
            Verifier.verify(
                new ByteArrayInputStream(export.getBytes(UTF_8)), TrustedKeys.in(trusted));
        assertThat(verdict.findings()).isEmpty();
        assertThat(runs).allSatisfy(run -> assertThat(export).contains(run));
        // Each link but the first names the one before, and no two name the same.
        List<String> before =
            export
                .lines()
                .map(line -> Acceptance.JSON.readTree(line))
                .filter(line -> line.path("type").asString().equals("checkpoint"))
                .map(line -> line.at("/record/prev_hash").asString(""))
                .toList();
        assertThat(before).hasSizeGreaterThanOrEqualTo(4 * RUNS).doesNotHaveDuplicates();
      }
      assertThat(
              runs.stream()
                  .map(run -> http.get("/v1/runs/" + run + "/external-actions").json().size()))
          .containsOnly(4);
    }
  }

  @Test
  void two_daemons_see_each_other_and_one_drains_the_other() {
    try (TestDaemon one = start(east, "east");
        TestDaemon two = start(Database.newFolder(), "west")) {
      Http http = one.http(TOKEN);
      Http west = two.http(TOKEN);
      awaitStates(http, "east live", "west live");
      awaitStates(west, "east live", "west live");

      JsonNode cluster = http.get("/v1/status").expect(200).json().path("cluster");
      assertThat(cluster.at("/node/name").asString()).isEqualTo("east");
      assertThat(cluster.path("nodes_live").asInt()).isEqualTo(2);
      assertThat(cluster.path("draining").asBoolean()).isFalse();
      JsonNode other = http.get("/v1/nodes/west").expect(200).json();
      assertThat(other.path("self").asBoolean()).isFalse();
      assertThat(other.path("epoch").asLong()).isGreaterThan(cluster.at("/node/epoch").asLong());
      assertThat(west.get("/v1/nodes/west").json().path("self").asBoolean()).isTrue();
      await()
          .untilAsserted(
              () ->
                  assertThat(http.get("/v1/nodes/west").json().path("address").asString())
                      .isEqualTo(two.address()));

      assertThat(http.post("/v1/nodes/west/drain", null).expect(200).text()).contains("draining");
      http.post("/v1/nodes/west/drain", null).expect(200);
      west.get("/readyz").expect(503);
      assertThat(west.get("/readyz").text()).contains("Send work to another node");
      http.get("/readyz").expect(200);
      assertThat(warnings(west)).contains("node_draining");
      assertThat(warnings(http)).doesNotContain("node_draining");
      http.session("s");
      http.awaitApproval(
          http.submit("s", "{\"tool\":\"request_approval\",\"input\":{\"reason\":\"x\"}}"));

      http.post("/v1/nodes/west/resume", null).expect(200);
      west.get("/readyz").expect(200);
      awaitStates(west, "east live", "west live");
      assertThat(http.post("/v1/nodes/north/drain", null).expect(404).code())
          .isEqualTo("node_not_found");
      String operator = "operator";
      assertThat(
              http.withRole(operator, "bob").post("/v1/nodes/west/drain", null).expect(403).code())
          .isEqualTo("forbidden");
    }
  }

  @Test
  void a_node_that_has_gone_is_shown_and_cannot_be_drained_until_it_is_back() {
    Path data = Database.newFolder();
    try (TestDaemon one = start(east, "east")) {
      Http http = one.http(TOKEN);
      start(data, "west").close();

      awaitStates(http, "east live", "west left");
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () ->
                  assertThat(http.get("/v1/nodes/west").json().path("settled").asBoolean())
                      .isTrue());
      assertThat(http.post("/v1/nodes/west/drain", null).expect(409).code()).isEqualTo("node_gone");
      assertThat(http.get("/v1/status").json().at("/cluster/nodes_live").asInt()).isEqualTo(1);
      assertThat(http.get("/v1/status").json().at("/cluster/nodes_total").asInt()).isEqualTo(2);

      try (TestDaemon again = start(data, "west")) {
        awaitStates(again.http(TOKEN), "east live", "west live");
      }
    }
  }

  @Test
  void a_node_whose_clock_is_off_says_so() {
    InstantSource ahead = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(90));
    try (TestDaemon one = start(east, "east", ahead);
        TestDaemon two = start(Database.newFolder(), "west")) {
      Http http = one.http(TOKEN);
      assertThat(warnings(http)).contains("node_clock_off");
      assertThat(http.get("/v1/status").text()).contains("s ahead of the database's, and so are");
      assertThat(warnings(two.http(TOKEN))).doesNotContain("node_clock_off");
      await()
          .untilAsserted(
              () ->
                  assertThat(
                          two.http(TOKEN)
                              .get("/v1/nodes/east")
                              .json()
                              .path("clock_off_ms")
                              .asLong())
                      .isBetween(1_001L, 90_001L));
    }
  }

  @Test
  void a_daemon_on_sqlite_is_alone() throws Exception {
    Path data = Database.newFolder();
    try (TestDaemon daemon = TestDaemon.start(data, Map.of())) {
      Http http = daemon.http();
      JsonNode node = http.get("/v1/nodes").expect(200).json().get(0);
      String name = node.path("name").asString();
      assertThat(name).endsWith("-" + Files.readString(data.resolve("node-id")).substring(0, 4));
      assertThat(node.path("address").asString()).isEqualTo(daemon.address());
      assertThat(http.get("/v1/status").json().path("cluster").isNull()).isTrue();
      assertThat(http.post("/v1/nodes/" + name + "/drain", null).expect(409).code())
          .isEqualTo("node_alone");
      http.get("/readyz").expect(200);
    }
  }
}
