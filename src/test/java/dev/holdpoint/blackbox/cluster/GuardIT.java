package dev.holdpoint.blackbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever watches the nodes from outside would see it if one was not kept out. */
final class GuardIT {
  /** Nobody counts as gone in this test but who is made to, and that one does not notice soon. */
  private static final Duration LONG_LEASE = Duration.ofMinutes(5);

  @Test
  @DisplayName("a node that writes while it counts as gone is reported")
  void a_node_without_a_fence(@TempDir Path folder) throws Exception {
    try (ClusterOfNodes cluster = new ClusterOfNodes(folder, 2, LONG_LEASE)) {
      Member gone = cluster.member(2);
      Member other = cluster.member(1);
      Guard guard = cluster.guard();
      gone.http().session("before");
      assertThat(guard.commits(gone)).isPositive();
      assertThat(guard.faults()).isEmpty();

      // With its fence it writes nothing under its old epoch.
      lose(cluster, gone);
      long before = guard.commits(gone);
      assertThat(gone.http().post("/v1/sessions", "{\"session_id\":\"fenced\"}").status())
          .isEqualTo(503);
      assertThat(guard.commits(gone)).isEqualTo(before);
      assertThat(guard.faults()).isEmpty();

      takeFenceAway(cluster, gone);
      // It may have come back meanwhile; from now on it cannot notice that it is gone.
      lose(cluster, gone);
      ClusterOfNodes.until(
          "it writes, gone as it is",
          () -> gone.http().post("/v1/sessions", "{\"session_id\":\"planted\"}").status() == 201);
      assertThat(cluster.isLive(gone)).isFalse();
      other.http().session("after");
      assertThat(guard.faults())
          .hasSize(1)
          .allSatisfy(fault -> assertThat(fault).startsWith(gone.name + " has written "));
    }
  }

  private static void lose(ClusterOfNodes cluster, Member member) {
    cluster
        .postgres()
        .execute(
            ClusterOfNodes.DATABASE,
            "UPDATE public.nodes SET state = 2 WHERE epoch = " + cluster.epoch(member));
  }

  /**
   * From now on the node is shown a list of nodes in which it is there, whatever the real one says.
   */
  private static void takeFenceAway(ClusterOfNodes cluster, Member member) {
    cluster
        .postgres()
        .execute(
            ClusterOfNodes.DATABASE,
            """
            CREATE SCHEMA open;
            CREATE VIEW open.nodes AS
              SELECT epoch, name, CASE name WHEN '%s' THEN 0 ELSE state END AS state, draining,
                settled, joined_at_ms, seen_at_ms, doc
              FROM public.nodes;
            ALTER DATABASE %s SET search_path = open, public;
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE client_port IN (%s) AND pid <> pg_backend_pid();
            """
                .formatted(member.name, ClusterOfNodes.DATABASE, ports(member)));
  }

  private static String ports(Member member) {
    return member.wire.ports().stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
