package dev.holdpoint.blackbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that die, and nodes that are told to go. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class NodesKilledIT {
  private static final int KILLS = 6;
  private static final int CLIENTS = 10;

  private ClusterOfNodes cluster;
  private Path outside;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    outside = folder;
    cluster = new ClusterOfNodes(folder, 3, Duration.ofSeconds(5));
  }

  @AfterAll
  void stop() throws IOException {
    cluster.close();
  }

  @Test
  @DisplayName("nodes killed at random under load lose nothing and do nothing twice")
  void killed_at_random() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    History history = new History();
    try (Follower one = new Follower(() -> cluster.member(1), history);
        Follower roaming = new Follower(() -> cluster.any(random), history)) {
      try (Load load = new Load(cluster, history, CLIENTS, seed)) {
        for (int kill = 0; kill < KILLS; kill++) {
          load.awaitMore(random.nextInt(20, 80));
          Member victim = cluster.any(random);
          victim.kill();
          // Sometimes it is back before the others have missed it.
          if (random.nextBoolean()) {
            ClusterOfNodes.until("the others miss it", () -> !cluster.isLive(victim));
            load.awaitMore(20);
          }
          victim.restart();
        }
        load.awaitMore(50);
      }
      one.stop();
      roaming.stop();
    } catch (Throwable fault) {
      throw new AssertionError("with seed " + seed + ": " + fault.getMessage(), fault);
    }
    Verdict.check(cluster, history);
  }

  @Test
  @DisplayName(
      "a killed node's run goes on at another, or is interrupted if a command was under way")
  void taken_over() throws Exception {
    Member victim = cluster.member(2);
    Http other = cluster.member(1).http();
    Path began = outside.resolve("began");
    String thinking =
        parked(victim, "thinking", Script.approval("go on"), Script.sleep(4_000), Script.say("ok"));
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

    other.awaitRun(thinking, "completed");
    String error = other.awaitRun(acting, "interrupted").path("error").asString();
    assertThat(error).contains("bash");
    assertThat(Files.readAllLines(began)).containsExactly("once");
    assertThat(cluster.isLive(victim)).isFalse();
    victim.restart();
    assertThat(victim.http().run(thinking).path("status").asString()).isEqualTo("completed");
    assertThat(Files.readAllLines(began)).containsExactly("once");
  }

  private static String parked(Member member, String session, String... lines) {
    member.http().session(session);
    String run = member.http().submit(session, lines);
    member.http().awaitApproval(run);
    return run;
  }

  @Test
  @DisplayName("a node that is told to go under load hands everything over before it is gone")
  void drained() throws Exception {
    History history = new History();
    Member leaver = cluster.member(3);
    try (Follower roaming = new Follower(() -> cluster.member(3), history);
        Load load = new Load(cluster, history, CLIENTS, 7)) {
      load.awaitMore(50);
      long epoch = cluster.epoch(leaver);
      assertThat(leaver.process().terminate()).isZero();
      assertThat(cluster.column("SELECT state FROM nodes WHERE epoch = " + epoch))
          .as("it has left, and was not lost")
          .isEqualTo(List.of("1"));
      ClusterOfNodes.until(
          "the others have what it had in hand",
          () -> cluster.column("SELECT 1 FROM runs WHERE owner = " + epoch).isEmpty());
      load.awaitMore(50);
      leaver.restart();
      load.awaitMore(20);
      roaming.stop();
    }
    Verdict.check(cluster, history);
  }
}
