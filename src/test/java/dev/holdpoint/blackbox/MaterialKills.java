package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** Files and keys. */
final class MaterialKills {
  private static final int SESSIONS = 4;
  private static final int MOST_ANSWERS = 14;
  private static final Random CHANCE = Seed.random("material");

  private MaterialKills() {}

  static void on(Stories stories) {
    stories.tell(
        "K4-203 K4-215 what was acknowledged has its bytes and its key after kill -9",
        lives -> Seed.campaign(() -> nothing_acknowledged_is_lost(lives)));
  }

  /** What a caller was told: the run's session, its key, and what was attached to it. */
  private record Told(String session, String key, String text) {}

  private static void nothing_acknowledged_is_lost(Lives lives) throws Exception {
    for (int i = 0; i < SESSIONS; i++) {
      lives.http().session("material-" + i);
    }
    Map<String, Told> runs = new ConcurrentHashMap<>();
    for (String burst : new String[] {"first", "second"}) {
      Burst.survived(
          lives,
          CHANCE.nextInt(1, MOST_ANSWERS),
          number -> call(lives.daemon(), burst + "-" + number, number % SESSIONS, runs));
    }
    Http http = lives.http();

    assertThat(runs).isNotEmpty();
    runs.forEach((run, told) -> check(http, run, told));
  }

  private static void call(MortalDaemon daemon, String key, int number, Map<String, Told> runs) {
    Told told = new Told("material-" + number, key, "what came with " + key);
    JsonNode run =
        daemon.persist(
            http ->
                http.postWithKey("/v1/sessions/" + told.session + "/runs", body(told), key)
                    .expect(202)
                    .json());
    runs.put(run.path("run_id").asString(), told);
  }

  private static String body(Told told) {
    String content = Base64.getEncoder().encodeToString(told.text.getBytes(StandardCharsets.UTF_8));
    return """
    {"attachments":[{"file_name":"note.txt","content_base64":"%s"}],"binding_keys":["%s"]}\
    """
        .formatted(content, told.key);
  }

  private static void check(Http http, String run, Told told) {
    JsonNode attached = http.run(run).path("input_attachments").path(0);
    String id = attached.path("id").asString();
    assertThat(http.get("/v1/assets/" + id + "/raw").expect(200).text()).isEqualTo(told.text);
    assertThat(
            http.get("/v1/sessions?binding_key=" + told.key).json().at("/0/session_id").asString())
        .isEqualTo(told.session);
  }
}
