package dev.holdpoint.blackbox.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.blackbox.Seed;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.blackbox.cluster.History.Decision;
import dev.holdpoint.blackbox.cluster.History.Submission;
import dev.holdpoint.blackbox.cluster.History.Told;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
import tools.jackson.databind.JsonNode;

/** Nodes at work together. The lease is so long that nothing here can happen because it is over. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith(Seed.Named.class)
final class NodesTogetherIT {
  private static final Duration LONG_LEASE = Duration.ofMinutes(5);
  private static final int CLIENTS = 8;
  private static final int GATES_A_RUN = 10;

  /** Far more than there are clients of a load, whose marks look the same. */
  private static final int A_HEAT = 1_000_000;

  /** Runs that are worked on at once. */
  private static final int LANES = 12;

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Random CHANCE = Seed.random("together");

  private ClusterOfNodes cluster;
  private Path folder;

  @BeforeAll
  void start(@TempDir Path own) throws IOException {
    folder = own;
    cluster = new ClusterOfNodes(folder, 3, LONG_LEASE);
  }

  @AfterAll
  void stop() throws IOException {
    cluster.close();
  }

  @Test
  @Order(1)
  @DisplayName(
      "at each of 300 gates two people come to opposite decisions at the same moment, at two of"
          + " three nodes: one wins, and the other is told who it is")
  void three_hundred_races() throws Exception {
    race(1, 300);
  }

  @Test
  @Order(2)
  @DisplayName("the same at 10 000 gates")
  @Tag("long")
  void ten_thousand_races() throws Exception {
    race(2, 10_000);
  }

  private void race(int heat, int races) throws Exception {
    History history = cluster.history();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> lanes = new ArrayList<>();
      for (int lane = 0; lane < LANES; lane++) {
        int own = lane;
        lanes.add(
            threads.submit(
                () -> {
                  for (int run = own; run < races / GATES_A_RUN; run += LANES) {
                    race(history, heat * A_HEAT + run, threads);
                  }
                  return own;
                }));
      }
      for (Future<?> lane : lanes) {
        lane.get();
      }
    }
    assertOneWinnerEach(history, races);
    for (Submission submission : history.submissions()) {
      cluster.member(1).http().awaitRun(Objects.requireNonNull(submission.run()), "completed");
    }
    Verdict.check(cluster, history);
  }

  /** All gates of a run are raced for at once: whoever is slower at one holds up no other. */
  private void race(History history, int number, ExecutorService threads) throws Exception {
    Http http = cluster.member(1 + number % 3).http().within(PATIENCE);
    String gates =
        IntStream.range(0, GATES_A_RUN)
            .mapToObj(gate -> Script.approval(mark(number, gate)))
            .collect(Collectors.joining(","));
    String work = Http.work("{\"tools\":[" + gates + "]}", Script.say("done"));
    String session = "race-" + number;
    http.session(session);
    // Answers when the run waits: to ask again and again would cost more than the races.
    JsonNode parked =
        http.post("/v1/sessions/" + session + "/input", work).expect(200).json().path("snapshot");
    String run = parked.path("active_run_id").asString();
    history.submitted(new Submission(mark(number, 0), false, run));
    assertThat(parked.path("pending_approvals")).hasSize(GATES_A_RUN);
    List<Future<?>> rivals = new ArrayList<>();
    for (int gate = 0; gate < GATES_A_RUN; gate++) {
      String id = parked.path("pending_approvals").path(gate).path("id").asString();
      String mark = mark(number, gate);
      Member one = cluster.member(1 + (number + gate) % 3);
      Member other = cluster.member(1 + (number + gate + 1) % 3);
      rivals.add(threads.submit(() -> decide(history, run, id, one, "allow", mark + "a")));
      rivals.add(threads.submit(() -> decide(history, run, id, other, "deny", mark + "d")));
    }
    for (Future<?> rival : rivals) {
      rival.get();
    }
  }

  private static void decide(
      History history, String run, String gate, Member node, String behavior, String mark) {
    String body =
        """
        {"resolutions":[{"request_id":"%s","behavior":"%s","justification":"%s"}]}\
        """
            .formatted(gate, behavior, mark);
    Http.Answer answer = node.http().within(PATIENCE).post("/v1/runs/" + run + "/approvals", body);
    history.decided(Errand.told(answer, node, gate, behavior, mark));
  }

  private static void assertOneWinnerEach(History history, int races) {
    Map<String, List<Told>> byGate =
        history.decisions().stream()
            .collect(
                Collectors.groupingBy(
                    Decision::gate, Collectors.mapping(Decision::told, Collectors.toList())));
    assertThat(byGate).hasSize(races);
    assertThat(byGate.values())
        .allSatisfy(told -> assertThat(told).containsExactlyInAnyOrder(Told.WON, Told.LOST));
    assertThat(history.decisions().stream().filter(d -> d.told() == Told.WON))
        .as("both sides win at times, or they did not race")
        .extracting(Decision::behavior)
        .contains("allow", "deny");
  }

  private static String mark(int number, int gate) {
    return "mark-%d-%d".formatted(number, gate);
  }

  @Test
  @Order(3)
  @DisplayName("a node that is told to go under load hands everything over before it is gone")
  void drained() throws Exception {
    History history = cluster.history();
    Member leaver = cluster.member(3);
    try (Follower roaming = new Follower(() -> cluster.member(3), history);
        Load load = new Load(cluster, history, CLIENTS, CHANCE.nextLong())) {
      load.awaitMore(CHANCE.nextInt(5, 20));
      long epoch = cluster.epoch(leaver);
      assertThat(leaver.process().terminate()).isZero();
      assertThat(cluster.column("SELECT state FROM nodes WHERE epoch = " + epoch))
          .as("it has left, and was not lost")
          .isEqualTo(List.of("1"));
      ClusterOfNodes.until(
          "the others have what it had in hand",
          () -> cluster.column("SELECT 1 FROM runs WHERE owner = " + epoch).isEmpty());
      load.awaitMore(5);
      leaver.restart();
      load.awaitMore(5);
      roaming.stop();
    }
    Verdict.check(cluster, history);
  }

  @Test
  @Order(4)
  @DisplayName("a node that is told to go hands its runs over at once and sends its readers away")
  void leaves() throws Exception {
    Path began = folder.resolve("began");
    Path go = folder.resolve("go");
    Member leaver = cluster.member(3);
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
    String events = "/v1/events/stream?cursor=" + (first(own, thinking) - 1);
    try (Sse reader = own.stream(events)) {
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
          Sse whole = other.stream(events)) {
        Sse.Frame next = again.next();
        assertThat(next).isEqualTo(whole.next(frame -> frame.number() > seen));
        again.next(frame -> frame.text().contains("at last"));
      }
    }
    assertThat(cluster.guard().faults()).isEmpty();
    assertThat(cluster.column("SELECT state FROM nodes WHERE epoch = " + epoch))
        .as("it has left, and was not lost")
        .isEqualTo(List.of("1"));
  }

  /** The id of the run's first event. */
  private static long first(Http http, String run) {
    return Long.parseLong(http.events(run).getFirst().path("event_id").asString());
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

  /** Whoever watches the nodes from outside would see it if one was not kept out. */
  @Test
  @Order(5)
  @DisplayName("a node that writes while it counts as gone is reported")
  void a_node_without_a_fence() throws Exception {
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
              WHERE client_addr = '%s' AND pid <> pg_backend_pid();
            """
                .formatted(member.name, ClusterOfNodes.DATABASE, member.wire.source()));
  }
}
