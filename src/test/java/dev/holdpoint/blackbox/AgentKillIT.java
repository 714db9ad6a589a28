package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.agent.stage.StageAgent;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Agents carry out runs, and the daemon is killed while they work or wait. */
final class AgentKillIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int TIMES = 4;

  private static final String PERMISSION =
      """
      {"ask":[{"method":"session/request_permission","params":{"toolCall":{"toolCallId":"c1",
      "title":"Deploy","rawInput":{"to":"production"}},"options":[
      {"optionId":"yes","name":"Yes","kind":"allow_once"},
      {"optionId":"no","name":"No","kind":"reject_once"}]}}]}""";

  @TempDir private Path folder;
  private Path sessions;

  @BeforeEach
  void makeSessions() throws IOException {
    sessions = Files.createDirectories(folder.resolve("sessions"));
  }

  private DaemonProcess daemon(Database database) throws IOException {
    Path config = folder.resolve("agents.yaml");
    Files.writeString(
        config,
        "agents:\n" + agent("stage", List.of()) + agent("keeper", List.of(sessions.toString())));
    return DaemonProcess.start(
        folder,
        Stream.concat(Stream.of(database.arguments()), Stream.of("--config", config.toString()))
            .toArray(String[]::new));
  }

  private static String agent(String name, List<String> more) {
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator));
    String arguments =
        Stream.concat(
                Stream.of(
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    classPath,
                    StageAgent.class.getName()),
                more.stream())
            .map(JSON::writeValueAsString)
            .collect(Collectors.joining(", "));
    return "  %s:\n    command: %s\n    args: [%s]\n"
        .formatted(name, Path.of(System.getProperty("java.home"), "bin", "java"), arguments);
  }

  private static String tell(Http http, String session, String agent, String... steps) {
    http.session(session);
    String content = "#stage [" + String.join(",", steps) + "]";
    String body =
        "{\"provider\":\"acp:%s\",\"content\":%s}"
            .formatted(agent, JSON.writeValueAsString(content));
    return http.post("/v1/sessions/" + session + "/runs", body)
        .expect(202)
        .json()
        .path("run_id")
        .asString();
  }

  private static String effect(Path file) {
    return "{\"effect\":" + JSON.writeValueAsString(file.toString()) + "}";
  }

  private static JsonNode ended(Http http, String run) {
    return http.await("/v1/runs/" + run, r -> r.path("finished_at_ms").isNumber());
  }

  private static String status(JsonNode run) {
    return run.path("status").asString();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  // A2-59
  @DisplayName("A2-59 what waits at kill -9 is answered later, or told as failed")
  void killed_while_agents_wait(Database database) throws IOException {
    try (DaemonProcess daemon = daemon(database)) {
      Http http = daemon.http();
      String forgotten = tell(http, "s1", "stage", PERMISSION);
      String remembered = tell(http, "s2", "keeper", PERMISSION);
      Path begun = folder.resolve("begun");
      String working = tell(http, "s3", "stage", effect(begun), "{\"hang\":true}");
      http.awaitApproval(forgotten);
      String approval = http.awaitApproval(remembered);
      await().until(() -> Files.exists(begun));

      Http second = daemon.kill9().restart().http();

      assertThat(status(ended(second, forgotten))).isEqualTo("interrupted");
      JsonNode interrupted = ended(second, working);
      assertThat(status(interrupted)).isEqualTo("interrupted");
      assertThat(interrupted.path("error").asString()).contains("was at work");
      assertThat(second.awaitApproval(remembered)).isEqualTo(approval);
      second.post("/v1/runs/" + remembered + "/approvals", Http.allow(approval)).expect(202);
      assertThat(status(ended(second, remembered))).isEqualTo("completed");
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @DisplayName("whatever the moment, what was allowed is done once or told as unsure")
  void killed_around_the_answer(Database database) throws IOException {
    try (DaemonProcess daemon = daemon(database)) {
      for (int i = 0; i < TIMES; i++) {
        Path effect = folder.resolve("effect-" + i);
        String run = tell(daemon.http(), "s" + i, "keeper", PERMISSION, effect(effect));
        String approval = daemon.http().awaitApproval(run);
        daemon.http().post("/v1/runs/" + run + "/approvals", Http.allow(approval)).expect(202);

        Http http = daemon.kill9().restart().http();

        JsonNode ended = ended(http, run);
        List<String> done = Files.exists(effect) ? Files.readAllLines(effect) : List.of();
        assertThat(status(ended)).isIn("completed", "interrupted");
        assertThat(done).as("never twice").hasSizeLessThanOrEqualTo(1);
        if (status(ended).equals("completed")) {
          assertThat(done).hasSize(1);
        }
      }
    }
  }
}
