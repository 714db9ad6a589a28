package dev.holdpoint.blackbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.CountedOnce;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.blackbox.Seed;
import dev.holdpoint.blackbox.cluster.History.Stream;
import dev.holdpoint.store.MortalPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes die under load, and so does the database, which comes back, is replaced, or is an older
 * one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith(Seed.Named.class)
final class NodesKilledIT {
  private static final int CLIENTS = 8;
  private static final Random CHANCE = Seed.random("nodes");

  private static final Pattern FOREIGN =
      Pattern.compile("^holdpoint_foreign_rows_total (\\d+)$", Pattern.MULTILINE);

  private ClusterOfNodes cluster;
  private Path folder;

  @BeforeAll
  void start(@TempDir Path own) throws IOException {
    folder = own;
    cluster = new ClusterOfNodes(folder, 3, Duration.ofSeconds(5));
  }

  @AfterAll
  void stop() throws IOException {
    cluster.close();
  }

  @Test
  @Order(1)
  @DisplayName(
      "nodes killed at random under load lose nothing and do nothing twice; a killed node's run"
          + " goes on at another, or is interrupted if a command was under way; streams show all"
          + " commits in order, also across the death of the node they are at")
  void killed_at_random() throws Exception {
    survive(4);
  }

  @Test
  @Order(1)
  @DisplayName("the same with twenty kills")
  @Tag("long")
  void killed_at_random_many_times() throws Exception {
    survive(20);
  }

  private void survive(int kills) throws Exception {
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
          taken_over(mortal, load, kills + "-");
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
    // DX-77
    CountedOnce.check(cluster.member(1).http());
    assertThat(
            history.streams().stream()
                .filter(stream -> !stream.events().isEmpty())
                .map(Stream::node)
                .collect(Collectors.toSet()))
        .containsExactlyInAnyOrder("node-1", "node-2", "node-3");
  }

  /** What the others make of what a killed node was at, once they have missed it. */
  private void taken_over(Member victim, Load load, String mark) throws IOException {
    Http other = cluster.member(2).http();
    Path began = folder.resolve(mark + "began");
    String thinking =
        parked(
            victim,
            mark + "thinking",
            Script.approval("go on"),
            Script.sleep(2_000),
            Script.say("ok"));
    String acting =
        parked(
            victim,
            mark + "acting",
            Script.bash("echo once >> " + began + "; exec sleep 60"),
            Script.say("never"));
    victim.http().approve(acting);
    ClusterOfNodes.until("the command runs", () -> Files.exists(began));
    victim.http().approve(thinking);
    assertThat(cluster.owner(mark + "thinking")).isEqualTo(victim.name);
    assertThat(cluster.owner(mark + "acting")).isEqualTo(victim.name);

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

  @Test
  @Order(2)
  @DisplayName("PostgreSQL killed in the middle of commits: what was acknowledged is there")
  void database_killed() throws Exception {
    killDatabase(4);
  }

  @Test
  @Order(2)
  @DisplayName("the same with thirty kills")
  @Tag("long")
  void database_killed_many_times() throws Exception {
    killDatabase(30);
  }

  private void killDatabase(int kills) throws Exception {
    History history = cluster.history();
    Random ways = new Random(CHANCE.nextLong());
    try (Follower roaming = new Follower(() -> cluster.any(ways), history);
        Load load = new Load(cluster, history, CLIENTS, CHANCE.nextLong())) {
      for (int kill = 0; kill < kills; kill++) {
        load.awaitMore(CHANCE.nextInt(5, 20));
        cluster.postgres().kill();
        cluster.postgres().begin();
      }
      load.awaitMore(8);
      roaming.stop();
    }
    Verdict.check(cluster, history);
  }

  @Test
  @Order(3)
  @DisplayName("a synchronous standby in the server's place has all that was acknowledged")
  void replaced_by_its_standby() throws Exception {
    History history = cluster.history();
    MortalPostgres standby = cluster.postgres().synchronousStandby();
    ClusterOfNodes.until("commits wait for the standby", () -> cluster.postgres().isFollowed());
    try (Follower at = new Follower(() -> cluster.member(1), history);
        Load load = new Load(cluster, history, CLIENTS, CHANCE.nextLong())) {
      load.awaitMore(10);
      cluster.failOver(standby);
      load.awaitMore(10);
      at.stop();
    }
    Verdict.check(cluster, history);
  }

  @Test
  @Order(4)
  @DisplayName("nodes that have seen more than an older ledger has stop and say what to do")
  void gone_back() throws Exception {
    Member writes = cluster.member(1);
    cluster.postgres().remember();
    ClusterOfNodes.until(
        "there is a session",
        () -> {
          int status = writes.http().post("/v1/sessions", "{\"session_id\":\"s\"}").status();
          return status == 201 || status == 409;
        });
    List<Long> before = new ArrayList<>();
    for (Member member : cluster.members()) {
      // The server was away for a moment: each connection from before fails once.
      ClusterOfNodes.until(member + " reads its ledger", () -> before.add(heard(member)));
    }
    ClusterOfNodes.until(
        "there is a run", () -> writes.http().submit("s", "{\"say\":\"hello\"}") != null);
    for (int i = 2; i <= cluster.members().size(); i++) {
      Member reads = cluster.member(i);
      long known = before.get(i - 1);
      ClusterOfNodes.until(reads + " has heard of it", () -> heard(reads) > known);
    }

    // From one moment to the next, and nobody asks for anything.
    cluster.postgres().goBack();

    for (Member member : cluster.members()) {
      ClusterOfNodes.until(member + " stops", () -> !member.process().isAlive());
      assertThat(member.process().log())
          .contains(
              "the ledger has fewer commits (", "docs/scaling.md", "A standby that was behind");
    }
    // What starts a node again knows nothing of it; the node does.
    Member first = cluster.member(1);
    first.process().begin();
    ClusterOfNodes.until(first + " stops again", () -> !first.process().isAlive());
    assertThat(first.process().log())
        .contains("the ledger has fewer commits (", "Nothing was changed");
  }

  private static long heard(Member member) {
    Matcher rows = FOREIGN.matcher(member.http().get("/metrics").expect(200).text());
    return rows.find() ? Long.parseLong(rows.group(1)) : 0;
  }
}
