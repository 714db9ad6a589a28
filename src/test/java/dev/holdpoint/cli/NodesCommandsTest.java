package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere.Outcome;
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
          .contains("node        lonely (the one that answers)", "state       live");

      JsonNode node = desk.json("nodes", "list").get(0);
      assertThat(desk.json("nodes").size()).isEqualTo(1);
      assertThat(node.path("epoch").asLong()).isZero();
      assertThat(node.path("self").asBoolean()).isTrue();
      assertThat(node.has("settled")).as("it is not gone").isFalse();

      Outcome alone = desk.type("nodes", "drain", "lonely", "--wait");
      assertThat(alone.exitCode()).isEqualTo(ExitCode.CONFLICT);
      assertThat(alone.err()).contains("nobody to hand work to");
      assertThat(desk.type("nodes", "resume", "lonely").exitCode()).isEqualTo(ExitCode.CONFLICT);
      Outcome unknown = desk.type("nodes", "drain", "other");
      assertThat(unknown.exitCode()).isEqualTo(ExitCode.NOT_FOUND);
      assertThat(unknown.err()).contains("GET /v1/nodes");
      assertThat(desk.type("status").out()).doesNotContain("node ");
    }
  }
}
