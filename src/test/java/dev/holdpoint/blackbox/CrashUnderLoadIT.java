package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Submitters and resolvers at work while the daemon is killed at random moments. What they were
 * promised is then checked from outside: nothing acknowledged is lost, nothing is done twice.
 */
final class CrashUnderLoadIT {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> four_kills() throws IOException {
    return kills(4, Database.SQLITE);
  }

  @TestFactory
  @Tag("long")
  Stream<DynamicTest> four_kills_on_postgres() throws IOException {
    return kills(4, Database.POSTGRES);
  }

  @TestFactory
  @Tag("long")
  Stream<DynamicTest> a_hundred_kills() throws IOException {
    return kills(100, Database.SQLITE);
  }

  private Stream<DynamicTest> kills(int kills, Database database) throws IOException {
    Stories stories = new Stories(folder, database);
    Missions missions = new Missions();
    stories.tell(
        "K4-272 %d kills lose nothing that was acknowledged and repeat nothing".formatted(kills),
        lives -> Seed.campaign(() -> survive(lives, missions, kills)));
    AuditKills.on(stories, missions, kills);
    return stories.tests();
  }

  private static void survive(Lives lives, Missions missions, int kills) throws Exception {
    try (Witness witness = new Witness(lives.daemon())) {
      missions.carryOut(lives, kills);
      check(lives.process(), missions.ended());
      witness.check(lives.process());
      // DX-77
      CountedOnce.check(lives.process().http());
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
    for (int i = 0; i < Missions.SESSIONS; i++) {
      Path file = daemon.workspace(Missions.session(i)).resolve(Mission.FILE);
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
