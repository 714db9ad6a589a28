package dev.holdpoint.blackbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.blackbox.Sse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A node gets SIGTERM. The lease is so long that nothing here can happen because it is over. */
final class NodesLeaveIT {
  private static final Duration LONG_LEASE = Duration.ofMinutes(5);

  @Test
  @DisplayName("a node that is told to go hands its runs over at once and sends its readers away")
  void leaves(@TempDir Path folder) throws Exception {
    Path began = folder.resolve("began");
    Path go = folder.resolve("go");
    try (ClusterOfNodes cluster = new ClusterOfNodes(folder, 2, LONG_LEASE)) {
      Member leaver = cluster.member(2);
      Http own = leaver.http();
      Http other = cluster.member(1).http();
      own.post(
              "/v1/permission-rules",
              "{\"behavior\":\"allow\",\"scope\":{\"kind\":\"user\"},\"tool\":\"bash\"}")
          .expect(201);
      // One that the model is asked for again, one whose next command is another's, one that waits.
      String thinking = parked(own, "thinking", Script.sleep(5_000), Script.say("thought"));
      String acting =
          parked(
              own,
              "acting",
              Script.bash(
                  "echo first >> " + began + "; until [ -e " + go + " ]; do sleep 0.05; done"),
              Script.bash("echo second >> " + began));
      String waiting = parked(own, "waiting", Script.say("at last"));
      own.approve(acting);
      ClusterOfNodes.until("the command runs", () -> Files.exists(began));
      own.approve(thinking);
      assertThat(cluster.owner("thinking")).isEqualTo(leaver.name);
      assertThat(cluster.owner("acting")).isEqualTo(leaver.name);

      long epoch = cluster.epoch(leaver);
      try (Sse reader = own.stream("/v1/events/stream?cursor=0")) {
        reader.next(frame -> frame.text().contains(waiting));
        Thread leaving = Thread.ofPlatform().start(() -> terminate(leaver));
        reader.awaitEnd();
        // The command was waited for; what follows it is for the other node.
        Files.createFile(go);
        leaving.join();
        assertThat(leaver.process().isAlive()).isFalse();
        assertThat(cluster.column("SELECT key FROM runs WHERE owner = " + epoch))
            .as("nobody has to see first that it is gone")
            .isEmpty();

        JsonNode node = other.get("/v1/nodes/" + leaver.name).expect(200).json();
        assertThat(node.path("state").asString()).isEqualTo("left");
        assertThat(other.awaitRun(thinking, "completed").toString()).contains("thought");
        other.awaitRun(acting, "completed");
        assertThat(Files.readAllLines(began)).containsExactly("first", "second");
        other.approve(waiting);
        other.awaitRun(waiting, "completed");

        // A reader goes on elsewhere where it was.
        long seen = Long.parseLong(Objects.requireNonNull(reader.lastEventId()));
        try (Sse again =
                other.stream(
                    "/v1/events/stream",
                    request -> request.header("Last-Event-ID", reader.lastEventId()));
            Sse whole = other.stream("/v1/events/stream?cursor=0")) {
          Sse.Frame next = again.next();
          assertThat(next).isEqualTo(whole.next(frame -> frame.number() > seen));
          again.next(frame -> frame.text().contains("at last"));
        }
      }
      assertThat(cluster.guard().faults()).isEmpty();
      assertThat(cluster.column("SELECT state FROM nodes WHERE name = '" + leaver.name + "'"))
          .as("it has left, and was not lost")
          .isEqualTo(List.of("1"));
    }
  }

  private static void terminate(Member member) {
    try {
      assertThat(member.process().terminate()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String parked(Http http, String session, String... then) {
    http.session(session);
    String[] lines = new String[then.length + 1];
    lines[0] = Script.approval("go on");
    System.arraycopy(then, 0, lines, 1, then.length);
    String run = http.submit(session, lines);
    http.awaitApproval(run);
    return run;
  }
}
