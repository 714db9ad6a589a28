package dev.holdpoint.blackbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Seed;
import dev.holdpoint.blackbox.cluster.Wire.Direction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A node and its database that hear each other in one direction only. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(Seed.Named.class)
final class WireCutIT {
  private static final int CLIENTS = 16;
  private static final Random CHANCE = Seed.random("wire");

  private ClusterOfNodes cluster;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    cluster = new ClusterOfNodes(folder, 3, Duration.ofSeconds(5));
  }

  @AfterAll
  void stop() throws IOException {
    cluster.close();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void cut_in_one_direction_until_the_node_counts_as_gone(Direction direction) throws Exception {
    cut(direction);
  }

  @RepeatedTest(5)
  @Tag("long")
  void cut_in_each_direction_many_times() throws Exception {
    for (Direction direction : Direction.values()) {
      cut(direction);
    }
  }

  private void cut(Direction direction) throws Exception {
    History history = cluster.history();
    Member cut = cluster.member(1);
    try (Follower at = new Follower(() -> cut, history);
        Load load = new Load(cluster, history, CLIENTS, CHANCE.nextLong())) {
      load.awaitMore(CHANCE.nextInt(5, 20));
      long epoch = cluster.epoch(cut);
      cut.wire.cut(direction);
      ClusterOfNodes.until("the others miss it", () -> !cluster.isLive(cut));
      load.awaitMore(5);

      // Whatever it had sent, a commit among it, arrives now.
      cut.wire.mend();

      ClusterOfNodes.until(
          "it has noticed",
          () -> !cut.process().isAlive() || (cluster.isLive(cut) && cluster.epoch(cut) > epoch));
      if (!cut.process().isAlive()) {
        assertThat(cut.process().log()).contains("counts as gone");
        cut.restart();
      }
      load.awaitMore(8);
      at.stop();
    }
    Verdict.check(cluster, history);
  }
}
