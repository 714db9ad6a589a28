package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Memories.context;
import static dev.holdpoint.acceptance.Memories.fact;
import static dev.holdpoint.acceptance.Memories.found;
import static dev.holdpoint.acceptance.Memories.learn;
import static dev.holdpoint.acceptance.Memories.recovered;
import static dev.holdpoint.acceptance.Memories.search;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What can be found of what a session remembers. */
@OnBothDatabases
class MemorySearchTest extends Acceptance {
  private final Database database;

  MemorySearchTest(Database database) {
    super(database);
    this.database = database;
  }

  // K4-09, K4-144, K4-145, K4-153, K4-162, K4-163, K4-164, K4-165, K4-166, K4-167, K4-168, K4-169
  @Test
  void a_search_has_these_members() {
    String session = session();
    String id = fact(http, session, "A puffin digs its burrow");

    JsonNode view = search(http, session, "puffin session");

    assertThat(members(view)).containsExactly("session_id", "query", "truncated", "results");
    assertThat(text(view, "query")).isEqualTo("puffin session");
    assertThat(view.path("truncated").asBoolean()).isFalse();
    JsonNode result = view.path("results").get(0);
    assertThat(members(result))
        .containsExactly(
            "kind",
            "source_id",
            "title",
            "excerpt",
            "score",
            "timestamp_ms",
            "scope",
            "prompt_eligible",
            "matched_fields");
    assertThat(text(result, "kind")).isEqualTo("learning");
    assertThat(text(result, "source_id")).isEqualTo(id);
    assertThat(text(result, "excerpt")).isEqualTo("A puffin digs its burrow");
    assertThat(result.path("score").asInt()).isEqualTo(2);
    assertThat(result.path("scope"))
        .isEqualTo(JSON.readTree(json("{'kind':'session','id':'%s'}", session)));
    assertThat(texts(result.path("matched_fields"))).containsExactly("content", "scope");
  }

  // K4-148, K4-149
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Crème brûlée est prête   | CREME          | true
          Straßenbahn              | STRASSENBAHN   | true
          Ёжик в тумане            | ежик           | true
          東京タワーに行く            | 東京            | true
          東京タワーに行く            | 塔             | false
          서울에서 만나자              | 서울            | true
          İstanbul                 | istanbul       | true
          kitten                   | kit            | false
          anything                 | preference     | true
          """)
  void terms_are_matched_in_every_script(String content, String query, boolean matches) {
    String session = session();
    String id = learn(http, "session:" + session, "preference", content, "");

    JsonNode first = search(http, session, query);

    assertThat(found(first).contains(id)).isEqualTo(matches);
    assertThat(search(http, session, query)).isEqualTo(first);
  }

  // K4-150, K4-151, K4-160
  @Test
  void a_session_finds_its_own_runs_and_no_others() {
    String session = session();
    String other = session();
    String run = http.submit(session, Script.say("the marmot whistled"));
    awaitRun(run, "completed");

    JsonNode own = search(http, session, "marmot").path("results").get(0);

    assertThat(text(own, "kind")).isEqualTo("recovered_run");
    assertThat(text(own, "source_id")).isEqualTo(run);
    assertThat(own.path("score").asInt()).isEqualTo(1);
    assertThat(own.path("prompt_eligible").asBoolean()).isTrue();
    assertThat(texts(own.path("matched_fields")))
        .containsExactly("summary", "request_preview", "outcome_preview");
    assertThat(found(search(http, other, "marmot"))).isEmpty();
  }

  // K4-147
  @Test
  void without_a_query_the_newest_are_shown() {
    String session = session();
    String run = http.submit(session, Script.say("first"));
    awaitRun(run, "completed");
    long after = run(run).path("finished_at_ms").asLong() + 1;
    String later =
        learn(http, "session:" + session, "fact", "second", ",'published_at_ms':" + after);
    String latest =
        learn(http, "session:" + session, "fact", "third", ",'published_at_ms':" + (after + 1));

    JsonNode view = http.get(Memories.path(session, "memory-search", "")).expect(200).json();

    assertThat(members(view)).containsExactly("session_id", "truncated", "results");
    assertThat(found(view).stream().filter(List.of(run, later, latest)::contains))
        .containsExactly(latest, later, run);
    assertThat(view.path("results").valueStream().map(r -> r.path("score").asInt()))
        .containsOnly(0);
  }

  // K4-146, K4-156, K4-157
  @Test
  void results_are_bounded() {
    String session = session();
    for (int i = 0; i < 52; i++) {
      fact(http, session, "lemming " + i);
    }
    String path = "/v1/sessions/" + session + "/memory-search?query=lemming";

    JsonNode usual = http.get(path).expect(200).json();
    assertThat(found(usual)).hasSize(12);
    assertThat(usual.path("truncated").asBoolean()).isTrue();
    assertThat(found(http.get(path + "&limit=1000").expect(200).json())).hasSize(50);
    assertThat(found(http.get(path + "&limit=3").expect(200).json()))
        .isEqualTo(found(usual).subList(0, 3));
    for (String limit : List.of("0", "-1", "x", "", "1e3")) {
      refused(http.get(path + "&limit=" + limit), 400, "pagination", "invalid_limit");
    }
  }

  // K4-152, K4-160
  @Test
  void a_policy_lets_sessions_find_the_runs_of_those_they_share_a_scope_with() {
    try (TestDaemon daemon =
        TestDaemon.start(
            Database.newFolder(),
            database.settings(
                Map.of("HOLDPOINT_RUN_MEMORY_POLICY_SEARCH_VISIBILITY", "learning_scopes")))) {
      Http own = daemon.http();
      own.session("a");
      own.session("b");
      String run = own.submit("a", Script.say("the marmot whistled"));
      own.awaitRun(run, "completed");

      JsonNode result = search(own, "b", "marmot").path("results").get(0);

      assertThat(text(result, "source_id")).isEqualTo(run);
      assertThat(result.at("/scope/id").asString()).isEqualTo("a");
      assertThat(result.path("prompt_eligible").asBoolean()).isFalse();
      assertThat(found(search(own, "b", ""))).containsExactly(run);
      assertThat(recovered(context(own, "b", "marmot"))).isEmpty();
      assertThat(recovered(context(own, "a", "marmot"))).containsExactly(run);
    }
  }

  // K4-158
  @Test
  void what_has_expired_is_thrown_away_and_not_shown() {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    Map<String, String> brief = new java.util.HashMap<>(settings);
    brief.put("HOLDPOINT_RUN_MEMORY_POLICY_TTL_MS", "1");
    String run;
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      daemon.http().session("s");
      run = daemon.http().submit("s", Script.say("the marmot whistled"));
      daemon.http().awaitRun(run, "completed");
      assertThat(recovered(context(daemon.http(), "s", ""))).containsExactly(run);
    }
    try (TestDaemon daemon = TestDaemon.start(folder, brief)) {
      assertThat(found(search(daemon.http(), "s", "marmot"))).isEmpty();
    }
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      assertThat(recovered(context(daemon.http(), "s", ""))).as("it was not only hidden").isEmpty();
      daemon.http().awaitRun(run, "completed");
    }
  }

  // K4-158
  @Test
  void what_cannot_be_read_is_thrown_away_and_not_shown() throws Exception {
    Assumptions.assumeTrue(database == Database.SQLITE, "the file is at hand");
    Path folder = Database.newFolder();
    String kept;
    try (TestDaemon daemon = TestDaemon.start(folder, Map.of())) {
      daemon.http().session("s");
      daemon.http().awaitRun(daemon.http().submit("s", Script.say("a")), "completed");
      daemon.http().awaitRun(daemon.http().submit("s", Script.say("b")), "completed");
      kept = daemon.http().submit("s", Script.say("c"));
      daemon.http().awaitRun(kept, "completed");
    }
    try (Connection file =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("holdpoint.db"));
        Statement sql = file.createStatement()) {
      sql.executeUpdate(
          "UPDATE run_memories SET doc = '{broken' WHERE key = (SELECT min(key) FROM run_memories)");
      sql.executeUpdate(
          "UPDATE run_memories SET doc = '{}' WHERE doc <> '{broken'"
              + " AND key < (SELECT max(key) FROM run_memories)");
    }
    try (TestDaemon daemon = TestDaemon.start(folder, Map.of())) {
      assertThat(found(search(daemon.http(), "s", ""))).containsExactly(kept);
    }
    try (Connection file =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("holdpoint.db"));
        Statement sql = file.createStatement();
        ResultSet rows = sql.executeQuery("SELECT count(*) FROM run_memories")) {
      assertThat(rows.getInt(1)).isEqualTo(1);
    }
  }
}
