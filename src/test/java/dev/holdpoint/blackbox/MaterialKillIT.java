package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Files and keys that were acknowledged are there, whenever the daemon is killed. */
final class MaterialKillIT {
  private static final int CALLERS = 4;
  private static final int ROUNDS = 15;

  @TempDir private Path folder;

  /** What a caller was told: the run, and what was attached to it. */
  private record Told(String session, String text) {}

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @DisplayName("K4-203 K4-215 what was acknowledged has its bytes and its key after kill -9")
  void nothing_acknowledged_is_lost(Database database) throws Exception {
    Map<String, Told> runs = new ConcurrentHashMap<>();
    try (MortalDaemon daemon = new MortalDaemon(folder, database.arguments())) {
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
      runs.forEach((run, told) -> check(http, run, told));
    }
  }

  private static void call(MortalDaemon daemon, int caller, Map<String, Told> runs) {
    String session = "s" + caller;
    daemon.persist(
        http -> http.post("/v1/sessions", "{\"session_id\":\"" + session + "\"}").expect(201));
    for (int round = 0; round < ROUNDS; round++) {
      Told told = new Told(session, "caller " + caller + " round " + round);
      String key = session + "-" + round;
      JsonNode run =
          daemon.persist(
              http ->
                  http.postWithKey("/v1/sessions/" + session + "/runs", body(told, key), key)
                      .expect(202)
                      .json());
      runs.put(run.path("run_id").asString(), told);
    }
  }

  private static String body(Told told, String key) {
    String content = Base64.getEncoder().encodeToString(told.text.getBytes(StandardCharsets.UTF_8));
    return """
    {"attachments":[{"file_name":"note.txt","content_base64":"%s"}],"binding_keys":["%s"]}"""
        .formatted(content, key);
  }

  private static void check(Http http, String run, Told told) {
    JsonNode attached = http.run(run).path("input_attachments").path(0);
    String id = attached.path("id").asString();
    assertThat(http.get("/v1/assets/" + id + "/raw").expect(200).text()).isEqualTo(told.text);
    String key = told.session + "-" + told.text.substring(told.text.lastIndexOf(' ') + 1);
    assertThat(http.get("/v1/sessions?binding_key=" + key).json().at("/0/session_id").asString())
        .isEqualTo(told.session);
  }
}
