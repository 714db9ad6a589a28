package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.engine.json.Digests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Debug artifacts are whole or not there, whenever the daemon is killed. */
final class DebugKillIT {
  private static final int CALLERS = 4;
  private static final int ROUNDS = 15;

  @TempDir private Path folder;

  private String[] arguments(Database database, String key) throws IOException {
    Path config = folder.resolve("debug.yaml");
    Files.writeString(config, "debug:\n  capture: full\n  capture_key: " + key + "\n");
    return Stream.concat(
            Arrays.stream(database.arguments()), Stream.of("--config", config.toString()))
        .toArray(String[]::new);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @DisplayName("K4-448 K4-450 K4-453 every artifact that is listed after kill -9 can be read")
  void no_half_artifact_is_left(Database database) throws Exception {
    Map<String, String> runs = new ConcurrentHashMap<>();
    try (MortalDaemon daemon = new MortalDaemon(folder, arguments(database, "0f".repeat(32)))) {
      List<Thread> callers =
          IntStream.range(0, CALLERS)
              .mapToObj(caller -> Thread.ofVirtual().start(() -> call(daemon, caller, runs)))
              .toList();
      daemon.killAfter(9);
      daemon.killAfter(13);
      for (Thread caller : callers) {
        caller.join();
      }
      daemon.process().kill9();
      Http http = daemon.process().restart().http();

      assertThat(runs).hasSize(CALLERS * ROUNDS);
      runs.forEach((run, text) -> check(http, run, text));
      try (Stream<Path> left = Files.list(daemon.process().data().resolve("debug"))) {
        assertThat(left.map(path -> path.getFileName().toString()))
            .allMatch(name -> name.startsWith("run_"));
      }
    }
  }

  private static void call(MortalDaemon daemon, int caller, Map<String, String> runs) {
    String session = "s" + caller;
    daemon.persist(
        http -> http.post("/v1/sessions", "{\"session_id\":\"" + session + "\"}").expect(201));
    for (int round = 0; round < ROUNDS; round++) {
      String text = "caller " + caller + " round " + round;
      String key = session + "-" + round;
      JsonNode run =
          daemon.persist(
              http ->
                  http.postWithKey(
                          "/v1/sessions/" + session + "/runs",
                          "{\"content\":\"" + text + "\"}",
                          key)
                      .expect(202)
                      .json());
      runs.put(run.path("run_id").asString(), text);
    }
  }

  private static void check(Http http, String run, String text) {
    http.awaitRun(run, "completed");
    String debug = "/v1/runs/" + run + "/debug";
    JsonNode artifacts = http.get(debug).expect(200).json().path("artifacts");
    boolean answered = false;
    for (JsonNode artifact : artifacts) {
      String id = artifact.path("artifact_id").asString();
      String kept = http.get(debug + "/artifacts/" + id).expect(200).text();
      assertThat(artifact.path("sha256").asString())
          .isEqualTo(Digests.sha256Hex(kept.getBytes(UTF_8)));
      answered |= id.endsWith("model-response") && kept.contains(text);
    }
    assertThat(answered).as("the answer is kept before it is acted on, " + run).isTrue();
  }

  @Test
  @DisplayName("K4-498 K4-499 a daemon with a key that is none says so and does not start")
  void a_key_that_is_none_refuses_the_start() throws Exception {
    DaemonProcess.Refusal refusal =
        DaemonProcess.refused(folder.resolve("data"), arguments(Database.SQLITE, "not-a-key"));

    assertThat(refusal.exitCode()).isNotZero();
    assertThat(refusal.said())
        .contains("debug.capture_key is not a key", "openssl rand -hex 32")
        .doesNotContain("not-a-key");
  }
}
