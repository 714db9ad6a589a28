package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.store.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * kill -9 between the intent of a bash command and its result. One kill meets a command in each of
 * several sessions; {@code EffectKillTest} has the many kills.
 */
final class EffectKillIT {
  private static final int SESSIONS = 8;

  /** Its first execution never ends; each later one does at once. */
  private static final String COMMAND =
      "echo ran >> ran; [ -e again ] || { touch again; exec sleep 300; }";

  @TempDir private Path folder = Path.of("");

  // PF-33
  @ParameterizedTest
  @EnumSource
  @DisplayName("PF-33 what kill -9 cut off is asked about once, and nothing is repeated by itself")
  void killed(Database database) throws IOException {
    try (DaemonProcess daemon =
        DaemonProcess.start(folder, Map.of("HOLDPOINT_WORKERS", "16"), database.arguments())) {
      List<String> runs = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        daemon.http().session("e" + i);
        String run = daemon.http().submit("e" + i, Script.bash(COMMAND), Script.say("over"));
        daemon.http().approve(run);
        runs.add(run);
      }
      for (int i = 0; i < SESSIONS; i++) {
        Path again = daemon.workspace("e" + i).resolve("again");
        await().atMost(Lives.PATIENCE).until(() -> Files.exists(again));
      }

      Map<String, String> asked = new HashMap<>();
      for (int kill = 0; kill < 2; kill++) {
        daemon.kill9();
        daemon.restart();
        Http http = daemon.http();
        for (int i = 0; i < SESSIONS; i++) {
          String run = runs.get(i);
          JsonNode waiting = http.awaitRun(run, "waiting_for_user_question");
          assertThat(waiting.path("pending_question_ids").size()).isEqualTo(1);
          String id = waiting.path("pending_question_ids").get(0).asString();
          assertThat(asked.computeIfAbsent(run, _ -> id)).isEqualTo(id);
          assertThat(http.events(run).stream().map(e -> e.at("/event/type").asString()))
              .containsOnlyOnce("effect_uncertain");
          assertThat(daemon.workspace("e" + i).resolve("ran")).hasContent("ran");
        }
      }
      Http http = daemon.http();
      assertThat(
              http.get("/v1/status")
                  .expect(200)
                  .json()
                  .at("/health/warnings")
                  .valueStream()
                  .map(warning -> warning.path("code").asString()))
          .contains("effects_uncertain");
      assertThat(http.get("/metrics").expect(200).text())
          .contains("\nholdpoint_effects_uncertain " + SESSIONS + "\n");

      for (int i = 0; i < SESSIONS; i++) {
        boolean again = i % 2 == 0;
        String run = runs.get(i);
        say(http, run, again ? "not_happened" : "happened");
        http.awaitRun(run, "completed");
        assertThat(Files.readAllLines(daemon.workspace("e" + i).resolve("ran")))
            .hasSize(again ? 2 : 1);
      }
      assertThat(http.get("/metrics").expect(200).text())
          .contains("\nholdpoint_effects_uncertain 0\n");
    }
  }

  private static void say(Http http, String run, String word) {
    String id =
        http.awaitRun(run, "waiting_for_user_question")
            .path("pending_question_ids")
            .get(0)
            .asString();
    http.post(
            "/v1/runs/" + run + "/questions",
            """
            {"resolution":{"request_id":"%s","answers":[
              {"question_id":"effect","selected_option_ids":["%s"]}]}}"""
                .formatted(id, word))
        .expect(202);
  }

  private Map<String, String> settings(String url, String name) {
    Map<String, String> settings = new HashMap<>();
    settings.put("HOLDPOINT_DATABASE", url);
    settings.put("HOLDPOINT_CLUSTER_NAME", name);
    settings.put("HOLDPOINT_CLUSTER_LEASE_MS", "6000");
    settings.put("HOLDPOINT_AUDIT_KEY_FILE", folder.resolve("audit-key").toString());
    settings.put("HOLDPOINT_VAULT_KEY_FILE", folder.resolve("vault-key").toString());
    return settings;
  }

  // PF-37
  @Test
  @DisplayName("PF-37 the node that takes over asks once, and a third node takes the answer")
  void a_node_dies() throws IOException {
    String url = EmbeddedPostgres.shared().newDatabase();
    try (DaemonProcess first =
        DaemonProcess.start(folder.resolve("first"), settings(url, "first"))) {
      first.http().session("effect");
      String run = first.http().submit("effect", Script.bash(COMMAND), Script.say("over"));
      first.http().approve(run);
      Path workspace = first.workspace("effect");
      await().atMost(Lives.PATIENCE).until(() -> Files.exists(workspace.resolve("again")));
      try (TestDaemon second = TestDaemon.start(folder.resolve("second"), settings(url, "second"));
          TestDaemon third = TestDaemon.start(folder.resolve("third"), settings(url, "third"))) {
        first.kill9();

        JsonNode asked = second.http().awaitRun(run, "waiting_for_user_question");
        assertThat(asked.path("pending_questions").size()).isEqualTo(1);
        JsonNode effect = asked.at("/pending_questions/0/effect");
        assertThat(effect.path("node").asString()).isEqualTo("first");
        assertThat(effect.path("attempt").asInt()).isEqualTo(1);
        say(third.http(), run, "happened");

        second.http().awaitRun(run, "completed");
        assertThat(
                third.http().events(run).stream().map(event -> event.at("/event/type").asString()))
            .containsOnlyOnce("effect_uncertain", "effect_settled");
        assertThat(Files.readAllLines(workspace.resolve("ran"))).containsExactly("ran");
      }
    }
  }
}
