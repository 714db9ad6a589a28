package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.json;
import static dev.holdpoint.acceptance.Acceptance.status;
import static dev.holdpoint.acceptance.Staged.ask;
import static dev.holdpoint.acceptance.Staged.ended;
import static dev.holdpoint.acceptance.Staged.permission;
import static dev.holdpoint.acceptance.Staged.tell;
import static dev.holdpoint.acceptance.Staged.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.store.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A node with agents and commands at work is told to hand over, and to take work again. */
final class DrainingTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path outside = Path.of("");
  private final String url = EmbeddedPostgres.shared().newDatabase();
  private final String database = url.substring(url.lastIndexOf('/') + 1);
  private final Path keys = Database.newFolder();
  private final TestDaemon first = node("here");
  private final TestDaemon second = node("there");
  private final Http here = first.http();
  private final Http there = second.http();

  private TestDaemon node(String name) {
    Map<String, String> settings = new HashMap<>(Staged.settings(keys));
    settings.put("HOLDPOINT_DATABASE", url);
    settings.put("HOLDPOINT_CLUSTER_NAME", name);
    settings.put("HOLDPOINT_AUDIT_KEY_FILE", keys.resolve("audit-key").toString());
    settings.put("HOLDPOINT_VAULT_KEY_FILE", keys.resolve("vault-key").toString());
    // A beat takes a second; on a busy machine nobody is taken for stopped.
    settings.put("HOLDPOINT_CLUSTER_LEASE_MS", "12000");
    return TestDaemon.start(Database.newFolder(), settings);
  }

  /** Commands run without asking, so that a script goes on by itself. */
  @BeforeEach
  void allowCommands() {
    here.post(
            "/v1/permission-rules",
            json("{'behavior':'allow','scope':{'kind':'user'},'tool':'bash'}"))
        .expect(201);
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  /** A command that says where it has come to, and goes on when the test lets it. */
  private String holding(String name) {
    return Script.bash(
        "echo %s >> %s; until [ -e %s ]; do sleep 0.05; done"
            .formatted(name, outside.resolve("began"), outside.resolve(name)));
  }

  private void release(String name) throws IOException {
    Files.createFile(outside.resolve(name));
  }

  private List<String> began() throws IOException {
    Path file = outside.resolve("began");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private void awaitBegun(String name) {
    await(name).atMost(PATIENCE).until(() -> began().contains(name));
  }

  /** The name of the node that has the session's run in hand; empty for none. */
  private String owner(String session) {
    return String.join(
        "",
        EmbeddedPostgres.shared()
            .column(
                database,
                """
                SELECT nodes.name FROM runs JOIN nodes ON nodes.epoch = runs.owner
                  JOIN sessions ON sessions.key = runs.session_key
                WHERE runs.owner > 0 AND sessions.id = '%s'"""
                    .formatted(session)));
  }

  /** The node has heard with the first what it is to do, and has done it before the second. */
  private void awaitTwoBeats() {
    for (int i = 0; i < 2; i++) {
      long before = lastBeat();
      await().atMost(PATIENCE).until(() -> lastBeat() > before);
    }
  }

  private long lastBeat() {
    return EmbeddedPostgres.shared()
        .number(database, "SELECT seen_at_ms FROM nodes WHERE name = 'here' AND state = 0");
  }

  private void awaitRuns(int count) {
    there.await("/v1/nodes/here", node -> node.path("runs").asInt() == count);
  }

  private String submit(Http at, String session, String... lines) {
    at.session(session);
    return at.submit(session, lines);
  }

  @Test
  void a_node_that_drains_keeps_to_its_agents_and_hands_over_all_else() throws Exception {
    here.session("agent");
    JsonNode agents =
        waiting(here, tell(here, "agent", "stage", ask(permission("c1", "a")), effect()));
    String commands =
        submit(here, "commands", holding("first"), holding("second"), Script.say("done"));
    String parked = submit(here, "parked", Script.approval("go on"), holding("third"));
    here.awaitApproval(parked);
    awaitBegun("first");
    assertThat(owner("commands")).isEqualTo("here");

    there.post("/v1/nodes/here/drain", null).expect(200);
    await().atMost(PATIENCE).until(() -> here.get("/readyz").status() == 503);
    awaitTwoBeats();

    // What is resumed at the node itself goes elsewhere.
    here.approve(parked);
    awaitBegun("third");
    assertThat(owner("parked")).isEqualTo("there");
    // A command under way is waited for, and what comes after it goes elsewhere.
    assertThat(owner("commands")).isEqualTo("here");
    release("first");
    awaitBegun("second");
    assertThat(owner("commands")).isEqualTo("there");
    // An agent cannot go, and hears what is decided, at whichever node.
    there
        .post(
            "/v1/runs/" + Acceptance.id(agents) + "/approvals",
            Http.allow(Acceptance.approvalId(agents)))
        .expect(202);
    await().atMost(PATIENCE).until(() -> began().contains("done"));
    assertThat(status(ended(there, Acceptance.id(agents)))).isEqualTo("completed");
    awaitRuns(0);

    release("second");
    release("third");
    there.awaitRun(commands, "completed");
    there.awaitRun(parked, "completed");
    assertThat(began()).containsExactlyInAnyOrder("first", "second", "third", "done");
  }

  private String effect() {
    return "{'effect':'" + outside.resolve("began") + "'}";
  }

  @Test
  void a_node_that_drains_stays_with_an_agent_at_work_until_it_is_done() throws Exception {
    here.session("agent");
    JsonNode agents =
        waiting(
            here,
            tell(
                here,
                "agent",
                "stage",
                ask(permission("c1", "a")),
                ask(permission("c2", "b")),
                effect()));
    here.post("/v1/nodes/here/drain", null).expect(200);
    await().atMost(PATIENCE).until(() -> here.get("/readyz").status() == 503);
    awaitTwoBeats();

    allow(there, agents);
    // It asks again, and still hears.
    JsonNode again =
        there.await(
            "/v1/runs/" + Acceptance.id(agents),
            run ->
                status(run).startsWith("waiting")
                    && !Acceptance.approvalId(run).equals(Acceptance.approvalId(agents)));
    allow(here, again);
    assertThat(status(ended(there, Acceptance.id(agents)))).isEqualTo("completed");
    assertThat(began()).containsExactly("done");
    // What comes next for that agent begins anew, at another node.
    String next = tell(here, "agent", "stage", ask(permission("c3", "c")));
    waiting(there, next);
    assertThat(nodesOfAgents()).containsExactly("there");
  }

  private static void allow(Http at, JsonNode run) {
    at.post("/v1/runs/" + Acceptance.id(run) + "/approvals", Http.allow(Acceptance.approvalId(run)))
        .expect(202);
  }

  /** The nodes whose agents have something to do. */
  private List<String> nodesOfAgents() {
    return EmbeddedPostgres.shared()
        .column(
            database,
            "SELECT nodes.name FROM records JOIN nodes ON records.grp = 'busy@' || nodes.epoch");
  }

  @Test
  void a_node_that_takes_work_again_does_what_is_resumed_at_it() {
    here.post("/v1/nodes/here/drain", null).expect(200);
    await().atMost(PATIENCE).until(() -> here.get("/readyz").status() == 503);
    awaitTwoBeats();
    submit(here, "away", holding("away"));
    awaitBegun("away");
    assertThat(owner("away")).isEqualTo("there");

    there.post("/v1/nodes/here/resume", null).expect(200);
    there.await("/v1/nodes/here", node -> node.path("state").asString().equals("live"));
    await().atMost(PATIENCE).until(() -> here.get("/readyz").status() == 200);
    awaitTwoBeats();
    submit(here, "back", holding("back"));
    awaitBegun("back");
    assertThat(owner("back")).isEqualTo("here");
  }
}
