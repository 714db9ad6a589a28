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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Nodes that stand still and go on later as if nothing had been, and one that hears its database,
 * or is heard by it, in one direction only.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(Seed.Named.class)
final class NodesPausedIT {
  private static final int CLIENTS = 8;
  private static final Random CHANCE = Seed.random("paused");

  private ClusterOfNodes cluster;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    cluster = new ClusterOfNodes(folder, 3, Duration.ofSeconds(10));
  }

  @AfterAll
  void stop() throws IOException {
    cluster.close();
  }

  @Test
  @DisplayName("a node that stands still longer than its lease writes nothing when it goes on")
  void longer_than_the_lease() throws Exception {
    pauseLongerThanTheLease();
  }

  private void pauseLongerThanTheLease() throws Exception {
    History history = cluster.history();
    Member sleeper = cluster.member(2);
    try (Follower at = new Follower(() -> sleeper, history);
        Load load = new Load(cluster, history, CLIENTS, CHANCE.nextLong())) {
      load.awaitMore(CHANCE.nextInt(5, 20));
      long epoch = cluster.epoch(sleeper);
      sleeper.process().pause();
      ClusterOfNodes.until("the others miss it", () -> !cluster.isLive(sleeper));
      load.awaitMore(5);
      long commits = cluster.guard().commits(sleeper);

      sleeper.process().resume();

      comeBack(sleeper, epoch);
      ClusterOfNodes.until("it writes again", () -> cluster.guard().commits(sleeper) > commits);
      load.awaitMore(8);
      at.stop();
    }
    Verdict.check(cluster, history);
  }

  @Test
  @DisplayName("one that stands still with the writer's lock in hand does not stop the others")
  void with_the_lock_in_hand() throws Exception {
    pauseOneThatHasTheLock();
  }

  @RepeatedTest(5)
  @Tag("long")
  void again_and_again() throws Exception {
    pauseLongerThanTheLease();
    pauseOneThatHasTheLock();
  }

  private void pauseOneThatHasTheLock() throws Exception {
    History history = cluster.history();
    Member sleeper = cluster.member(3);
    try (Load load = new Load(cluster, history, CLIENTS, CHANCE.nextLong())) {
      load.awaitMore(CHANCE.nextInt(5, 20));
      long epoch = cluster.epoch(sleeper);
      pauseWithTheLock(sleeper, load);
      long caught = cluster.guard().last();

      ClusterOfNodes.until("others write", () -> cluster.guard().last() > caught);
      assertThat(cluster.guard().commitsBeside(sleeper, caught))
          .as("they need not wait until it considered gone")
          .isPositive();
      ClusterOfNodes.until("the others miss it", () -> !cluster.isLive(sleeper));
      load.awaitMore(5);
      sleeper.process().resume();

      comeBack(sleeper, epoch);
      load.awaitMore(5);
    }
    Verdict.check(cluster, history);
  }

  /** It comes in again by itself, or says why it cannot go on and is started again. */
  private void comeBack(Member sleeper, long epoch) throws IOException {
    ClusterOfNodes.until(
        "it has noticed",
        () ->
            !sleeper.process().isAlive()
                || (cluster.isLive(sleeper) && cluster.epoch(sleeper) > epoch));
    if (!sleeper.process().isAlive()) {
      assertThat(sleeper.process().log()).contains("considered gone");
      sleeper.restart();
    }
    assertThat(cluster.epoch(sleeper)).isGreaterThan(epoch);
  }

  /** Tries until it was caught between its first statement and its commit. */
  private void pauseWithTheLock(Member sleeper, Load load) {
    load.until(
        "it is caught with the lock in hand",
        () -> {
          sleeper.process().pause();
          ClusterOfNodes.until("its last words are heard", () -> sessions(sleeper, "active") == 0);
          if (sessions(sleeper, "idle in transaction") > 0 && holdsTheLock(sleeper)) {
            return true;
          }
          sleeper.process().resume();
          return false;
        });
  }

  /** Connections that only wait for a lock count as active, and do not end by themselves. */
  private long sessions(Member sleeper, String state) {
    return count(
        sleeper,
        "SELECT count(*) FROM pg_stat_activity a WHERE state = '%s' AND wait_event_type IS DISTINCT FROM 'Lock'"
            .formatted(state));
  }

  private boolean holdsTheLock(Member sleeper) {
    return count(
            sleeper,
            "SELECT count(*) FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid"
                + " WHERE l.locktype = 'advisory' AND l.granted")
        > 0;
  }

  private long count(Member sleeper, String select) {
    return Long.parseLong(
        cluster.column(select + " AND a.client_addr = '" + sleeper.wire.source() + "'").getFirst());
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
      cut.wire.heal();

      ClusterOfNodes.until(
          "it has noticed",
          () -> !cut.process().isAlive() || (cluster.isLive(cut) && cluster.epoch(cut) > epoch));
      if (!cut.process().isAlive()) {
        assertThat(cut.process().log()).contains("considered gone");
        cut.restart();
      }
      load.awaitMore(8);
      at.stop();
    }
    Verdict.check(cluster, history);
  }
}
