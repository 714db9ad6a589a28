package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.daemon.TypedHere.Outcome;
import dev.holdpoint.store.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The daemons that share a database, looked at and drained by hand. */
class NodesCommandsTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void a_daemon_on_sqlite_is_the_only_node_and_has_nobody_to_hand_its_work_to() throws Exception {
    Map<String, String> named = Map.of("HOLDPOINT_CLUSTER_NAME", "lonely");
    try (Desk desk = new Desk(folder.resolve("data"), named)) {
      assertThat(desk.type("nodes").out())
          .isEqualTo(desk.type("nodes", "list").out())
          .contains("NODE", "lonely *", "live", desk.address(), "now", "right");
      assertThat(desk.type("nodes", "show", "lonely").out())
          .contains("node        lonely (this one answers)", "state       live");

      JsonNode node = desk.json("nodes", "list").get(0);
      assertThat(desk.json("nodes").size()).isEqualTo(1);
      assertThat(node.path("epoch").asLong()).isZero();
      assertThat(node.path("self").asBoolean()).isTrue();
      assertThat(node.has("settled")).as("it is not gone").isFalse();

      Outcome alone = desk.type("nodes", "drain", "lonely", "--wait");
      assertThat(alone.exitCode()).isEqualTo(ExitCode.CONFLICT);
      assertThat(alone.err())
          .contains(
              "The ledger is in SQLite, so there are no other nodes to take over the work. Stop the daemon instead.");
      assertThat(desk.type("nodes", "resume", "lonely").exitCode()).isEqualTo(ExitCode.CONFLICT);
      Outcome unknown = desk.type("nodes", "drain", "other");
      assertThat(unknown.exitCode()).isEqualTo(ExitCode.NOT_FOUND);
      assertThat(unknown.err()).contains("GET /v1/nodes");
      assertThat(desk.type("status").out()).doesNotContain("node ");
    }
  }

  @Test
  void one_of_two_is_drained_and_takes_work_again() throws IOException {
    Path east = Files.createDirectory(folder.resolve("east"));
    Files.writeString(east.resolve("admin-token"), "the-same-token-for-all-nodes\n");
    String database = EmbeddedPostgres.shared().newDatabase();
    try (Desk desk = new Desk(east, settings(database, east, "east"));
        TestDaemon west =
            TestDaemon.start(folder.resolve("west"), settings(database, east, "west"))) {
      assertThat(desk.type("status").out()).contains("node        east; 2 nodes live");

      Outcome drained = desk.type("nodes", "drain", "west", "--wait");
      assertThat(drained.exitCode()).as(drained.toString()).isEqualTo(ExitCode.OK);
      assertThat(drained.out()).contains("west has no more work");
      assertThat(desk.type("nodes", "drain", "west").out())
          .contains("west hands its work over; 0 runs still there");
      assertThat(desk.type("nodes").out().lines().toList())
          .satisfiesExactly(
              head -> assertThat(head).startsWith("NODE"),
              own -> assertThat(own).startsWith("east *").contains(" live "),
              other -> assertThat(other).startsWith("west  ").contains(" draining "));
      assertThat(desk.typeAt(west.address(), "status").out())
          .contains(
              "node        west, draining; 2 nodes live", "warning     This node is draining");

      assertThat(desk.type("nodes", "resume", "west").out()).contains("west takes work again");
      assertThat(desk.json("nodes", "show", "west").path("state").asString()).isEqualTo("live");
    }
  }

  private static Map<String, String> settings(String database, Path keys, String name) {
    return Map.of(
        "HOLDPOINT_DATABASE",
        database,
        "HOLDPOINT_CLUSTER_NAME",
        name,
        "HOLDPOINT_CLUSTER_LEASE_MS",
        "20000",
        "HOLDPOINT_ADMIN_TOKEN_FILE",
        keys.resolve("admin-token").toString(),
        "HOLDPOINT_AUDIT_KEY_FILE",
        keys.resolve("audit-key").toString(),
        "HOLDPOINT_VAULT_KEY_FILE",
        keys.resolve("vault-key").toString());
  }
}
