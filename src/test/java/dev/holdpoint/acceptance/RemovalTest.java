package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What is taken away: a session by whoever asks, runs and events by their age. */
@OnBothDatabases
class RemovalTest extends Acceptance {
  private final Database database;

  /** Of a daemon of the test's own. Time stands still unless the test moves it. */
  private final AtomicLong clock = new AtomicLong(System.currentTimeMillis());

  RemovalTest(Database database) {
    super(database);
    this.database = database;
  }

  /** One that keeps what the setting names for a second. */
  private TestDaemon forgetting(String setting) {
    return TestDaemon.start(
        Database.newFolder(),
        database.settings(Map.of(setting, "1000")),
        () -> Instant.ofEpochMilli(clock.get()));
  }

  private static Http.Answer delete(Http http, String session) {
    return http.send("DELETE", "/v1/sessions/" + session, null, _ -> {});
  }

  @Test
  void a_session_that_has_ended_is_removed_with_everything_in_it() {
    String session = session();
    String other = session();
    JsonNode run = park(session, Script.say("the secret"), Script.approval("may I?"));
    String approval = text(run.path("pending_approvals").get(0), "id");
    // All of the session's events come after this; those before it are of other tests, and many.
    long before = Long.parseLong(text(events(id(run)).getFirst(), "event_id")) - 1;
    park(other, Script.say("stays"));
    refused(delete(http, session), 409, "sessions", "session_conflict");
    http.post("/v1/runs/" + id(run) + "/cancel", "").expect(200);
    refused(delete(http, session), 409, "sessions", "session_conflict");
    http.post("/v1/sessions/" + session + "/end", "").expect(200);

    delete(http, session).expect(204);

    refused(http.get("/v1/sessions/" + session), 404, "sessions", "session_not_found");
    refused(delete(http, session), 404, "sessions", "session_not_found");
    refused(http.get("/v1/runs/" + id(run)), 404, "runs", "run_not_found");
    refused(http.get("/v1/runs/" + id(run) + "/events"), 404, "runs", "run_not_found");
    refused(http.get("/v1/approvals/" + approval), 404, "approvals", "approval_not_found");
    assertThat(http.get("/v1/runs?session_id=" + session).expect(200).json()).isEmpty();
    assertThat(http.get("/v1/sessions/" + other).expect(200).text()).contains("stays");
    try (Sse stream = http.stream("/v1/events/stream?cursor=" + before)) {
      http.post("/v1/sessions/" + other + "/runs", json("{'content':'the last one'}")).expect(202);
      List<String> seen = new ArrayList<>();
      do {
        seen.add(stream.next().data().toString());
      } while (!seen.getLast().contains("the last one"));
      assertThat(String.join("\n", seen)).doesNotContain("the secret").contains("stays");
    }
  }

  @Test
  void its_name_is_free_again_and_brings_nothing_back() {
    String session = session();
    park(session, Script.say("before"));
    http.post("/v1/sessions/" + session + "/end", "").expect(200);
    delete(http, session).expect(204);

    JsonNode anew =
        http.post("/v1/sessions", json("{'session_id':'%s'}", session)).expect(201).json();

    assertThat(anew.path("outputs")).isEmpty();
    assertThat(anew.at("/snapshot/status").asString()).isEqualTo("idle");
    assertThat(anew.at("/snapshot/transcript_len").asInt()).isZero();
    assertThat(eventTypes(id(park(session, Script.say("after"))))).contains("completed");
  }

  @Test
  void its_workspace_goes_too_and_a_link_out_of_it_harms_nobody() throws Exception {
    Path folder = Database.newFolder();
    Path precious = Files.writeString(folder.resolve("precious"), "keep");
    try (TestDaemon daemon = TestDaemon.start(folder, database.settings(Map.of()))) {
      Http http = daemon.http();
      http.session("w");
      String script =
          "#!script\n" + Script.bash("mkdir -p a/b; echo x > a/b/c; ln -s " + precious + " l");
      JsonNode view =
          http.post("/v1/sessions/w/input", "{\"content\":" + JSON.writeValueAsString(script) + "}")
              .expect(200)
              .json();
      String approval = text(view.at("/snapshot/pending_approvals").get(0), "id");
      http.post(
              "/v1/sessions/w/approvals",
              json("{'resolutions':[{'request_id':'%s','behavior':'allow'}]}", approval))
          .expect(200);
      Path workspace = folder.resolve("workspaces");
      assertThat(workspace.toFile().list()).hasSize(1);
      http.post("/v1/sessions/w/end", "").expect(200);
      delete(http, "w").expect(204);
      assertThat(workspace.toFile().list()).isEmpty();
      assertThat(precious).hasContent("keep");
    }
  }

  @Test
  void a_session_whose_children_may_still_ask_it_is_kept() {
    String session = session();
    park(session, Script.spawn(Script.say("child")));
    JsonNode view = http.get("/v1/sessions/" + session).expect(200).json();
    String child = view.at("/snapshot/children").get(0).asString();
    http.post("/v1/sessions/" + session + "/end", "").expect(200);
    refused(delete(http, session), 409, "sessions", "session_conflict");
    await()
        .until(
            () -> http.get("/v1/sessions/" + child).json().at("/snapshot/status").asString(),
            "idle"::equals);
    http.post("/v1/sessions/" + child + "/end", "").expect(200);
    delete(http, session).expect(204);
    http.get("/v1/sessions/" + child).expect(200);
  }

  @Test
  void runs_go_when_their_time_is_over_and_live_ones_stay() {
    try (TestDaemon daemon = forgetting("HOLDPOINT_RETENTION_RUNS_MS")) {
      Http http = daemon.http();
      http.session("s");
      JsonNode waits = submit(http, "#!script\n" + Script.approval("may I?"));
      http.session("t");
      JsonNode done = http.post("/v1/sessions/t/runs", json("{'content':'x'}")).expect(202).json();
      http.awaitRun(id(done), "completed");
      clock.addAndGet(2_000);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> http.get("/v1/runs/" + id(done)).status(), Integer.valueOf(404)::equals);
      assertThat(status(http.get("/v1/runs/" + id(waits)).expect(200).json()))
          .isEqualTo("waiting_for_approval");
      http.get("/v1/sessions/t").expect(200);
    }
  }

  @Test
  void events_go_when_their_time_is_over_and_a_stream_says_so() {
    try (TestDaemon daemon = forgetting("HOLDPOINT_RETENTION_EVENTS_MS")) {
      Http http = daemon.http();
      http.session("s");
      JsonNode done = submit(http, "hello");
      clock.addAndGet(2_000);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> http.get("/v1/runs/" + id(done) + "/events").expect(200).json().size(),
              Integer.valueOf(0)::equals);
      JsonNode run = http.get("/v1/runs/" + id(done)).expect(200).json();
      assertThat(status(run)).isEqualTo("completed");
      assertThat(text(run.path("outputs").get(0), "content")).isEqualTo("You said: hello");
      try (Sse stream = http.stream("/v1/events/stream?cursor=0")) {
        JsonNode first = stream.next().data();
        assertThat(text(first, "type")).isEqualTo("stream_gap");
        assertThat(text(first, "reason")).isEqualTo("replay_window");
      }
      assertThat(status(submit(http, "again"))).isEqualTo("completed");
    }
  }

  private static JsonNode submit(Http http, String content) {
    http.post("/v1/sessions/s/input", "{\"content\":" + JSON.writeValueAsString(content) + "}")
        .expect(200);
    return http.get("/v1/runs?limit=1&session_id=s").expect(200).json().get(0);
  }

  @Test
  void a_parent_can_go_on_after_the_child_that_asked_it_is_gone() {
    String session = session();
    park(session, Script.spawn(Script.clarify()));
    JsonNode view =
        http.await("/v1/sessions/" + session, v -> !v.at("/snapshot/pending_questions").isEmpty());
    String child = view.at("/snapshot/children").get(0).asString();
    String question = text(view.at("/snapshot/pending_questions").get(0), "id");
    http.post("/v1/sessions/" + child + "/interrupt", "").expect(200);
    http.post("/v1/sessions/" + child + "/end", "").expect(200);
    delete(http, child).expect(204);

    http.post(
            "/v1/sessions/" + session + "/questions",
            json("{'resolution':{'request_id':'%s','declined':true}}", question))
        .expect(200);

    http.post("/v1/sessions/" + session + "/end", "").expect(200);
  }

  @Test
  void a_key_that_made_a_session_that_is_gone_says_so() {
    String key = "gone-" + session();
    String made =
        text(
            keyed("/v1/sessions", json("{'thread_id':'t'}"), key).expect(201).json(), "session_id");
    http.post("/v1/sessions/" + made + "/end", "").expect(200);
    delete(http, made).expect(204);
    refused(
        keyed("/v1/sessions", json("{'thread_id':'t'}"), key),
        404,
        "sessions",
        "session_not_found");
  }

  @Test
  void a_request_key_of_a_session_that_is_gone_asks_anew() {
    String session = session();
    String body = json("{'tool_name':'x','input':{},'reason':'y','request_key':'r'}");
    String path = "/v1/sessions/" + session + "/approval-requests";
    JsonNode first = http.post(path, body).expect(201).json();
    http.post("/v1/runs/" + id(first) + "/cancel", "").expect(200);
    http.post("/v1/sessions/" + session + "/end", "").expect(200);
    delete(http, session).expect(204);
    http.session(session);
    JsonNode anew = http.post(path, body).expect(201).json();
    assertThat(id(anew)).isNotEqualTo(id(first));
    assertThat(id(http.post(path, body).expect(201).json())).isEqualTo(id(anew));
  }

  @Test
  void a_workspace_that_its_agent_has_locked_is_removed_all_the_same() throws Exception {
    Path folder = Database.newFolder();
    try (TestDaemon daemon = TestDaemon.start(folder, database.settings(Map.of()))) {
      Http http = daemon.http();
      http.session("w");
      Path locked = folder.resolve("workspaces").resolve("w").resolve("a/b");
      Files.createDirectories(locked);
      Files.writeString(locked.resolve("c"), "x");
      locked.toFile().setWritable(false);
      http.post("/v1/sessions/w/end", "").expect(200);
      delete(http, "w").expect(204);
      assertThat(folder.resolve("workspaces").resolve("w")).doesNotExist();
      http.post("/v1/sessions", json("{'session_id':'w'}")).expect(201);
    }
  }

  @Test
  void events_that_go_make_no_new_ones() {
    try (TestDaemon daemon = forgetting("HOLDPOINT_RETENTION_EVENTS_MS")) {
      Http http = daemon.http();
      http.session("s");
      JsonNode failed = submit(http, "#!script\n" + Script.fail("out of luck"));
      assertThat(status(failed)).isEqualTo("failed");
      try (Sse stream = http.stream("/v1/sessions/s/stream?cursor=0")) {
        stream.next(
            f -> f.type().equals("session_state_changed") && status(f.data()).equals("failed"));
        clock.addAndGet(2_000);
        await()
            .atMost(Duration.ofSeconds(30))
            .until(
                () -> http.get("/v1/runs/" + id(failed) + "/events").expect(200).json().size(),
                Integer.valueOf(0)::equals);
        // Whatever had come of it would come before this.
        String next = id(submit(http, "#!script\n" + Script.say("next")));
        JsonNode entry = stream.next().data().path("entry");
        assertThat(entry.at("/event/type").asString()).isEqualTo("accepted");
        assertThat(id(entry)).isEqualTo(next);
      }
    }
  }
}
