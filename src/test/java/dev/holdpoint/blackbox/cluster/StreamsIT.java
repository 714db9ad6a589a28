package dev.holdpoint.blackbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.cluster.History.Stream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stream at one node shows what is committed at all. */
final class StreamsIT {
  private static final int CLIENTS = 8;

  @Test
  @DisplayName("streams show all commits in order, also across the death of the node they are at")
  void across_a_death(@TempDir Path folder) throws Exception {
    History history = new History();
    try (ClusterOfNodes cluster = new ClusterOfNodes(folder, 3, Duration.ofSeconds(5))) {
      Member mortal = cluster.member(1);
      try (Follower first =
              new Follower(() -> mortal.process().isAlive() ? mortal : cluster.member(2), history);
          Follower third = new Follower(() -> cluster.member(3), history);
          Load load = new Load(cluster, history, CLIENTS, 41)) {
        load.awaitMore(60);
        assertThat(first.at()).isEqualTo(mortal.name);
        long before = first.last();
        mortal.kill();
        ClusterOfNodes.until("it reads on at another", () -> first.at().equals("node-2"));
        load.awaitMore(60);
        mortal.restart();
        load.awaitMore(20);
        ClusterOfNodes.until("it has read on", () -> first.last() > before);
        first.stop();
        third.stop();
      }
      Verdict.check(cluster, history);
      assertThat(
              history.streams().stream()
                  .filter(stream -> !stream.events().isEmpty())
                  .map(Stream::node)
                  .collect(Collectors.toSet()))
          .containsExactlyInAnyOrder("node-1", "node-2", "node-3");
    }
  }
}
