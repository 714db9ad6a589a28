package dev.holdpoint.blackbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.blackbox.Seed;
import dev.holdpoint.blackbox.cluster.History.Stream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that die under load. */
@ExtendWith(Seed.Named.class)
final class NodesKilledIT {
  private static final int CLIENTS = 8;
  private static final Random CHANCE = Seed.random("nodes");

  @TempDir private Path folder;

  @Test
  @DisplayName(
      "nodes killed at random under load lose nothing and do nothing twice; a killed node's run"
          + " goes on at another, or is interrupted if a command was under way; streams show all"
          + " commits in order, also across the death of the node they are at")
  void killed_at_random() throws Exception {
    survive(4);
  }

  @Test
  @DisplayName("the same with twenty kills")
  @Tag("long")
  void killed_at_random_many_times() throws Exception {
    survive(20);
  }

  private void survive(int kills) throws Exception {
    try (ClusterOfNodes cluster = new ClusterOfNodes(folder, 3, Duration.ofSeconds(5))) {
      History history = cluster.history();
      Member mortal = cluster.member(1);
      // Sometimes a node is back before the others have missed it, and once it is not.
      int missed = CHANCE.nextInt(kills);
      Random ways = new Random(CHANCE.nextLong());
      try (Follower faithful =
              new Follower(() -> mortal.process().isAlive() ? mortal : cluster.member(2), history);
          Follower third = new Follower(() -> cluster.member(3), history);
          Follower roaming = new Follower(() -> cluster.any(ways), history);
          Load load = new Load(cluster, history, CLIENTS, CHANCE.nextLong())) {
        for (int kill = 0; kill < kills; kill++) {
          load.awaitMore(CHANCE.nextInt(5, 20));
          if (kill == missed) {
            ClusterOfNodes.until("it reads where it is", () -> faithful.at().equals(mortal.name));
            long before = faithful.last();
            taken_over(cluster, mortal, load);
            ClusterOfNodes.until("it has read on", () -> faithful.last() > before);
            assertThat(faithful.at()).isEqualTo("node-2");
            mortal.restart();
          } else {
            Member victim = cluster.any(CHANCE);
            victim.kill();
            victim.restart();
          }
        }
        load.awaitMore(8);
        faithful.stop();
        third.stop();
        roaming.stop();
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

  /** What the others make of what a killed node was at, once they have missed it. */
  private void taken_over(ClusterOfNodes cluster, Member victim, Load load) throws IOException {
    Http other = cluster.member(2).http();
    Path began = folder.resolve("began");
    String thinking =
        parked(victim, "thinking", Script.approval("go on"), Script.sleep(2_000), Script.say("ok"));
    String acting =
        parked(
            victim,
            "acting",
            Script.bash("echo once >> " + began + "; exec sleep 60"),
            Script.say("never"));
    victim.http().approve(acting);
    ClusterOfNodes.until("the command runs", () -> Files.exists(began));
    victim.http().approve(thinking);
    assertThat(cluster.owner("thinking")).isEqualTo(victim.name);
    assertThat(cluster.owner("acting")).isEqualTo(victim.name);

    victim.kill();

    ClusterOfNodes.until("the others miss it", () -> !cluster.isLive(victim));
    load.awaitMore(5);
    other.awaitRun(thinking, "completed");
    String error = other.awaitRun(acting, "interrupted").path("error").asString();
    assertThat(error).contains("bash");
    assertThat(Files.readAllLines(began)).containsExactly("once");
    assertThat(cluster.isLive(victim)).isFalse();
  }

  private static String parked(Member member, String session, String... lines) {
    member.http().session(session);
    String run = member.http().submit(session, lines);
    member.http().awaitApproval(run);
    return run;
  }
}
