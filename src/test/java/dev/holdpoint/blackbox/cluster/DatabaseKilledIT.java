package dev.holdpoint.blackbox.cluster;

import dev.holdpoint.store.MortalPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The database dies under its nodes, and comes back or is replaced. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class DatabaseKilledIT {
  private static final int CLIENTS = 8;
  private static final int KILLS = 3;

  private ClusterOfNodes cluster;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    cluster = new ClusterOfNodes(folder, 3, Duration.ofSeconds(5));
  }

  @AfterAll
  void stop() throws IOException {
    cluster.close();
  }

  @Test
  @Order(1)
  @DisplayName("PostgreSQL killed in the middle of commits: what was acknowledged is there")
  void killed_and_started_again() throws Exception {
    History history = new History();
    Random random = new Random(21);
    try (Follower roaming = new Follower(() -> cluster.any(random), history);
        Load load = new Load(cluster, history, CLIENTS, 21)) {
      for (int kill = 0; kill < KILLS; kill++) {
        load.awaitMore(random.nextInt(30, 60));
        cluster.postgres().kill();
        cluster.postgres().begin();
      }
      load.awaitMore(30);
      roaming.stop();
    }
    Verdict.check(cluster, history);
  }

  @Test
  @Order(2)
  @DisplayName("a synchronous standby in the server's place has all that was acknowledged")
  void replaced_by_its_standby() throws Exception {
    History history = new History();
    MortalPostgres standby = cluster.postgres().synchronousStandby();
    ClusterOfNodes.until("commits wait for the standby", () -> cluster.postgres().isFollowed());
    try (Follower at = new Follower(() -> cluster.member(1), history);
        Load load = new Load(cluster, history, CLIENTS, 22)) {
      load.awaitMore(60);
      cluster.failOver(standby);
      load.awaitMore(60);
      at.stop();
    }
    Verdict.check(cluster, history);
  }
}
