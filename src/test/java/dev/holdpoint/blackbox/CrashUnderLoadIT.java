package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Submitters and resolvers at work while the daemon is killed at random moments. What they were
 * promised is then checked from outside: nothing acknowledged is lost, nothing is done twice.
 */
final class CrashUnderLoadIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<Mission.Kind> KINDS = List.of(Mission.Kind.values());
  private static final int SUBMITTERS = 12;
  private static final int SESSIONS = 8;
  private static final int FEWEST_ANSWERS = 20;
  private static final int MOST_ANSWERS = 200;

  @TempDir private Path folder;

  @Test
  @DisplayName("K4-272 five kills lose nothing that was acknowledged and repeat nothing")
  void five_kills() throws Exception {
    survive(5, 1L);
  }

  @Test
  @DisplayName("five kills on PostgreSQL lose nothing that was acknowledged and repeat nothing")
  @Tag("long")
  void five_kills_on_postgres() throws Exception {
    survive(5, 2L, Database.POSTGRES.arguments());
  }

  @Test
  @DisplayName("K4-272 a hundred kills lose nothing that was acknowledged and repeat nothing")
  @Tag("long")
  void a_hundred_kills() throws Exception {
    survive(100, System.nanoTime());
  }

  private void survive(int kills, long seed, String... arguments) throws Exception {
    Random random = new Random(seed);
    Queue<Mission> missions = new ConcurrentLinkedQueue<>();
    AtomicBoolean enough = new AtomicBoolean();
    try (MortalDaemon daemon = new MortalDaemon(folder, arguments);
        Witness witness = new Witness(daemon)) {
      for (int i = 0; i < SESSIONS; i++) {
        daemon.process().http().session("s" + i);
      }
      Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
      try (ExecutorService threads = Executors.newFixedThreadPool(SUBMITTERS)) {
        for (int i = 0; i < SUBMITTERS; i++) {
          int submitter = i;
          Random own = new Random(seed + i);
          threads.execute(
              () -> {
                try {
                  submit(submitter, own, daemon, missions, enough);
                } catch (Throwable fault) {
                  faults.add(fault);
                  daemon.abandon();
                }
              });
        }
        try {
          for (int kill = 0; kill < kills; kill++) {
            daemon.killAfter(random.nextInt(FEWEST_ANSWERS, MOST_ANSWERS));
          }
        } catch (IOException | RuntimeException fault) {
          daemon.abandon();
          throw fault;
        } finally {
          enough.set(true);
        }
      }
      if (!faults.isEmpty()) {
        throw faults.element();
      }
      check(daemon.process(), List.copyOf(missions));
      witness.check(daemon.process());
    } catch (Throwable e) {
      throw new AssertionError("with seed " + seed + ": " + e.getMessage(), e);
    }
  }

  private static void submit(
      int submitter,
      Random random,
      MortalDaemon daemon,
      Queue<Mission> missions,
      AtomicBoolean enough) {
    for (int i = 0; !enough.get(); i++) {
      Mission.Kind kind = KINDS.get(random.nextInt(KINDS.size()));
      Mission mission =
          new Mission(kind, "s" + random.nextInt(SESSIONS), "m-" + submitter + "-" + i);
      mission.carryOut(daemon);
      missions.add(mission);
    }
  }

  private static void check(DaemonProcess daemon, List<Mission> missions) throws IOException {
    Http http = daemon.http();
    Set<Long> ids = new HashSet<>();
    for (Mission mission : missions) {
      String text = http.get("/v1/runs/" + mission.run() + "/events").expect(200).text();
      assertThat(text).as("a run that has ended does not change").isEqualTo(mission.history());
      checkRun(mission, JSON.readTree(text).valueStream().toList(), ids);
    }
    JsonNode runs = http.get("/v1/status").expect(200).json().path("runs");
    long known = Mission.TERMINAL.stream().mapToLong(status -> runs.path(status).asLong()).sum();
    assertThat(known)
        .as("one run a submission, however often it was sent")
        .isEqualTo(missions.size());
    assertThat(missions.stream().map(Mission::run)).doesNotHaveDuplicates();
    assertThat(runs.path("running").asLong() + runs.path("queued").asLong()).isZero();
    checkCommands(daemon, missions);
  }

  private static void checkRun(Mission mission, List<JsonNode> events, Set<Long> ids) {
    long last = -1;
    for (JsonNode event : events) {
      long id = Long.parseLong(event.path("event_id").asString());
      assertThat(id).as("in order").isGreaterThan(last);
      assertThat(ids.add(id)).as("event id %d is used once", id).isTrue();
      last = id;
    }
    List<String> types =
        events.stream().map(event -> event.path("event").path("type").asString()).toList();
    assertThat(types.stream().filter(Mission.TERMINAL::contains)).containsExactly(mission.end());
    assertThat(types.getLast()).isEqualTo(mission.end());
    List<JsonNode> decisions =
        events.stream()
            .map(event -> event.path("event"))
            .filter(event -> event.path("type").asString().endsWith("_resolved"))
            .toList();
    assertThat(decisions).as("each acknowledged decision, once").hasSize(mission.decisions());
    assertThat(decisions).allMatch(decision -> decision.toString().contains(mission.mark));
    if (mission.kind == Mission.Kind.COMMAND && mission.end().equals("interrupted")) {
      JsonNode run = events.getLast().path("event").path("run");
      assertThat(run.path("error").asString()).contains("bash");
    } else {
      assertThat(mission.end()).isEqualTo("completed");
      assertThat(types.stream().filter("output"::equals)).as("said once").hasSize(1);
    }
  }

  private static void checkCommands(DaemonProcess daemon, List<Mission> missions)
      throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      Path file = daemon.workspace("s" + i).resolve(Mission.FILE);
      if (Files.exists(file)) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    assertThat(lines).as("no command ran twice").doesNotHaveDuplicates();
    Set<String> completed =
        missions.stream()
            .filter(mission -> mission.kind == Mission.Kind.COMMAND)
            .filter(mission -> mission.end().equals("completed"))
            .map(mission -> mission.mark)
            .collect(Collectors.toSet());
    assertThat(lines).as("what is said to be done was done").containsAll(completed);
  }
}
