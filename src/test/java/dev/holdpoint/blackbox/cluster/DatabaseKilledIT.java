package dev.holdpoint.blackbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Seed;
import dev.holdpoint.store.MortalPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

/** The database dies under its nodes, and comes back, is replaced, or is an older one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith(Seed.Named.class)
final class DatabaseKilledIT {
  private static final int CLIENTS = 8;
  private static final Random CHANCE = Seed.random("database");
  private static final Pattern FOREIGN =
      Pattern.compile("^holdpoint_foreign_rows_total (\\d+)$", Pattern.MULTILINE);

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
    kill(4);
  }

  @Test
  @Order(1)
  @DisplayName("the same with thirty kills")
  @Tag("long")
  void killed_and_started_again_and_again() throws Exception {
    kill(30);
  }

  private void kill(int kills) throws Exception {
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
  @Order(2)
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
  @Order(3)
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
      before.add(heard(member));
    }
    writes.http().submit("s", "{\"say\":\"hello\"}");
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
          .contains("the ledger has gone back", "docs/scaling.md", "A standby that was behind");
    }
  }

  private static long heard(Member member) {
    Matcher rows = FOREIGN.matcher(member.http().get("/metrics").expect(200).text());
    return rows.find() ? Long.parseLong(rows.group(1)) : 0;
  }
}
