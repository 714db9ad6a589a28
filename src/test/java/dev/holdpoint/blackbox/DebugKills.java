package dev.holdpoint.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.engine.json.Digests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Debug artifacts are whole or not there. */
final class DebugKills {
  private static final int SESSIONS = 4;
  private static final int MOST_ANSWERS = 14;
  private static final Random CHANCE = Seed.random("debug");

  private DebugKills() {}

  static void on(Stories stories) throws IOException {
    stories
        .configured(capture("0f".repeat(32)))
        .tell(
            "K4-448 K4-450 K4-453 every artifact that is listed after kill -9 can be read",
            lives -> Seed.campaign(() -> no_half_artifact_is_left(lives)));
    if (stories.database() == Database.SQLITE) {
      Path folder = stories.folder("no-key");
      stories.tell(
          "K4-498 K4-499 a daemon with a key that is none says so and does not start",
          _ -> a_key_that_is_none_refuses_the_start(folder));
    }
  }

  private static String capture(String key) {
    return "debug:\n  capture: full\n  capture_key: " + key + "\n";
  }

  private static void no_half_artifact_is_left(Lives lives) throws Exception {
    for (int i = 0; i < SESSIONS; i++) {
      lives.http().session("debug-" + i);
    }
    Map<String, String> runs = new ConcurrentHashMap<>();
    Burst.survived(
        lives,
        CHANCE.nextInt(1, MOST_ANSWERS),
        number -> call(lives.daemon(), "burst-" + number, number % SESSIONS, runs));
    Http http = lives.http();

    assertThat(runs).isNotEmpty();
    runs.forEach((run, text) -> check(http, run, text));
    try (Stream<Path> left = Files.list(lives.process().data().resolve("debug"))) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .allMatch(name -> name.startsWith("run_"));
    }
  }

  private static void call(MortalDaemon daemon, String key, int number, Map<String, String> runs) {
    String text = "what is said in " + key;
    JsonNode run =
        daemon.persist(
            http ->
                http.postWithKey(
                        "/v1/sessions/debug-" + number + "/runs",
                        "{\"content\":\"" + text + "\"}",
                        key)
                    .expect(202)
                    .json());
    runs.put(run.path("run_id").asString(), text);
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

  private static void a_key_that_is_none_refuses_the_start(Path folder) throws IOException {
    Path config = Files.writeString(folder.resolve("debug.yaml"), capture("not-a-key"));
    DaemonProcess.Refusal refusal =
        DaemonProcess.refused(folder.resolve("data"), "--config", config.toString());

    assertThat(refusal.exitCode()).isNotZero();
    assertThat(refusal.said())
        .contains("debug.capture_key is not a key", "openssl rand -hex 32")
        .doesNotContain("not-a-key");
  }
}
