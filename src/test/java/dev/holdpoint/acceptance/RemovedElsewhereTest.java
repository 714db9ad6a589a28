package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.store.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What one node takes away is gone at the other, which had it in memory. */
final class RemovedElsewhereTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String url = EmbeddedPostgres.shared().newDatabase();
  private final Path keys = Database.newFolder();

  /** Of both nodes. Time stands still unless a test moves it. */
  private final AtomicLong clock = new AtomicLong(System.currentTimeMillis());

  private TestDaemon node(String name, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("HOLDPOINT_DATABASE", url);
    settings.put("HOLDPOINT_CLUSTER_NAME", name);
    settings.put("HOLDPOINT_AUDIT_KEY_FILE", keys.resolve("audit-key").toString());
    settings.put("HOLDPOINT_VAULT_KEY_FILE", keys.resolve("vault-key").toString());
    return TestDaemon.start(
        Database.newFolder(), settings, () -> Instant.ofEpochMilli(clock.get()));
  }

  private static String done(Http http, String session, String words) {
    String run = http.submit(session, Script.say(words));
    http.awaitRun(run, "completed");
    return run;
  }

  /** All that a stream from the beginning shows until these words. */
  private static String shown(Http http, String last) {
    StringBuilder all = new StringBuilder();
    try (Sse stream = http.stream("/v1/events/stream?cursor=0")) {
      String text;
      do {
        text = stream.next().text();
        all.append(text).append('\n');
      } while (!text.contains(last));
    }
    return all.toString();
  }

  @Test
  void a_session_that_was_removed_at_one_node_is_unknown_at_the_other_and_in_its_streams() {
    try (TestDaemon one = node("here", Map.of());
        TestDaemon two = node("there", Map.of())) {
      Http here = one.http();
      Http there = two.http();
      there.session("s");
      there.session("stays");
      String run = done(there, "s", "the secret");
      done(there, "stays", "what stays");
      assertThat(shown(there, "what stays")).contains("the secret");
      there.post("/v1/sessions/s/end", "").expect(200);

      here.send("DELETE", "/v1/sessions/s", null, _ -> {}).expect(204);

      refused(
          there.post("/v1/sessions/s/runs", Http.work(Script.say("more"))),
          404,
          "sessions",
          "session_not_found");
      refused(there.get("/v1/sessions/s"), 404, "sessions", "session_not_found");
      refused(there.post("/v1/sessions/s/end", ""), 404, "sessions", "session_not_found");
      refused(there.get("/v1/runs/" + run), 404, "runs", "run_not_found");
      refused(there.post("/v1/runs/" + run + "/cancel", ""), 404, "runs", "run_not_found");
      refused(
          there.send("DELETE", "/v1/sessions/s", null, _ -> {}),
          404,
          "sessions",
          "session_not_found");
      done(here, "stays", "the last words");
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(shown(there, "the last words"))
                      .contains("what stays")
                      .doesNotContain("the secret"));
      // What comes under the same name is another.
      there.session("s");
      String anew = done(there, "s", "anew");
      assertThat(here.run(anew).path("status").asString()).isEqualTo("completed");
    }
  }

  @Test
  void a_stream_is_told_of_the_gap_that_another_node_has_made() {
    try (TestDaemon one = node("here", Map.of("HOLDPOINT_RETENTION_EVENTS_MS", "1000"));
        TestDaemon two = node("there", Map.of())) {
      Http here = one.http();
      Http there = two.http();
      there.session("s");
      String run = done(there, "s", "not for long");
      clock.addAndGet(2_000);
      here.await("/v1/runs/" + run + "/events", events -> events.isEmpty());
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                try (Sse stream = there.stream("/v1/events/stream?cursor=0")) {
                  done(there, "s", "next");
                  String first = stream.next().text();
                  assertThat(first).contains("stream_gap", "replay_window");
                }
              });
      assertThat(there.get("/v1/runs/" + run + "/events").expect(200).json()).isEmpty();
    }
  }

  @Test
  void two_nodes_that_forget_by_age_forget_the_same_and_nothing_else() {
    Map<String, String> soon = Map.of("HOLDPOINT_RETENTION_RUNS_MS", "1000");
    try (TestDaemon one = node("here", soon);
        TestDaemon two = node("there", soon)) {
      Http here = one.http();
      Http there = two.http();
      here.session("s");
      there.session("t");
      String old = done(here, "s", "old");
      String older = done(there, "s", "older");
      String waits = there.submit("t", Script.approval("may I?"));
      there.awaitApproval(waits);
      clock.addAndGet(2_000);
      for (Http http : new Http[] {here, there}) {
        for (String run : new String[] {old, older}) {
          await().atMost(PATIENCE).until(() -> http.get("/v1/runs/" + run).status() == 404);
        }
        assertThat(http.run(waits).path("status").asString()).isEqualTo("waiting_for_approval");
        http.get("/v1/sessions/s").expect(200);
      }
      here.approve(waits);
      there.awaitRun(waits, "completed");
    }
  }
}
