package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Memories.context;
import static dev.holdpoint.acceptance.Memories.fact;
import static dev.holdpoint.acceptance.Memories.found;
import static dev.holdpoint.acceptance.Memories.learn;
import static dev.holdpoint.acceptance.Memories.learned;
import static dev.holdpoint.acceptance.Memories.recovered;
import static dev.holdpoint.acceptance.Memories.search;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What the next run of a session is told, and that a run is really told it. */
@OnBothDatabases
class MemoryContextTest extends Acceptance {
  MemoryContextTest(Database database) {
    super(database);
  }

  // K4-08, K4-122, K4-125, K4-126, K4-127, K4-128, K4-129, K4-130
  @Test
  void a_context_has_these_members() {
    String session = session();
    fact(http, session, "Ada likes tea");
    String run = http.submit(session, Script.say("done"));
    awaitRun(run, "completed");

    JsonNode context = context(http, session, "");

    assertThat(members(context))
        .containsExactly(
            "session_id",
            "effective_capability_scope",
            "learning_scopes",
            "learned_context",
            "recovered_memory",
            "visible_skills");
    assertThat(text(context, "session_id")).isEqualTo(session);
    assertThat(context.path("effective_capability_scope").isNull()).isTrue();
    assertThat(context.path("learning_scopes"))
        .isEqualTo(
            JSON.readTree(
                json(
                    "[{'kind':'session','id':'%s'},{'kind':'workspace','id':'default'}]",
                    session)));
    assertThat(members(context.path("learned_context"))).containsExactly("entries", "truncated");
    assertThat(members(context.at("/learned_context/entries/0")))
        .containsExactly("learning_id", "kind", "published_at_ms", "content");
    JsonNode left = context.at("/recovered_memory/entries/0");
    assertThat(members(left))
        .containsExactly(
            "run_id", "recorded_at_ms", "status", "request_preview", "outcome_preview", "summary");
    assertThat(text(left, "run_id")).isEqualTo(run);
    assertThat(text(left, "status")).isEqualTo("completed");
    assertThat(text(left, "outcome_preview")).isEqualTo("done");
    assertThat(context.path("visible_skills").isArray()).isTrue();
  }

  // K4-133, K4-134, K4-135, K4-136, K4-139, K4-140, K4-141, K4-142, K4-154, K4-159, K4-161
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          fact        |                                                              | true  | true
          preference  |                                                              | true  | true
          decision    |                                                              | true  | true
          procedure   |                                                              | false | true
          run_summary |                                                              | false | true
          fact        | ,'sensitivity':'sensitive'                                    | false | false
          fact        | ,'publish_tier':'provisional'                                | false | true
          fact        | ,'verification_status':'failed'                              | false | true
          fact        | ,'policy_decision':'automatic'                               | false | true
          fact        | ,'policy_decision':'automatic','verification_status':'pending' | false | true
          fact        | ,'policy_decision':'automatic','verification_status':'verified' | true | true
          fact        | ,'policy_decision':'escalated'                               | false | true
          """)
  void a_learning_is_told_or_only_found_or_neither(
      String kind, String more, boolean told, boolean searched) {
    String session = session();
    String id = learn(http, "session:" + session, kind, "walrus", more == null ? "" : more);

    assertThat(learned(context(http, session, "")).contains(id)).isEqualTo(told);
    assertThat(learned(context(http, session, "walrus")).contains(id)).isEqualTo(told);
    assertThat(found(search(http, session, "walrus")).contains(id)).isEqualTo(searched);
    assertThat(found(search(http, session, "")).contains(id)).isEqualTo(searched);
    if (searched) {
      JsonNode result = search(http, session, "walrus").path("results").get(0);
      assertThat(result.path("prompt_eligible").asBoolean()).isEqualTo(told);
    }
  }

  // K4-123, K4-124, K4-137, K4-138
  @Test
  void a_query_puts_the_context_into_order_and_starts_no_run() {
    String session = session();
    String narwhal = fact(http, session, "The narwhal sleeps");
    String both = fact(http, session, "The narwhal sings at dusk");
    String none = fact(http, session, "Bread needs salt");

    JsonNode asked = context(http, session, "when does the NARWHAL sing at dusk?");

    assertThat(learned(asked)).containsExactly(both, narwhal);
    assertThat(asked.at("/learned_context/entries/0/score").asInt()).isEqualTo(4);
    assertThat(learned(context(http, session, "unheard-of")).subList(0, 3))
        .containsExactly(none, both, narwhal);
    assertThat(http.get("/v1/runs?session_id=" + session).expect(200).json()).isEmpty();
  }

  @Test
  void what_does_not_fit_is_said() {
    String session = session();
    for (int i = 0; i < 25; i++) {
      fact(http, session, "otter number " + i);
    }

    JsonNode context = context(http, session, "otter");

    assertThat(learned(context)).hasSize(24);
    assertThat(context.at("/learned_context/truncated").asBoolean()).isTrue();
  }

  // K4-131, K4-132
  @Test
  void a_run_is_told_what_the_preview_shows() {
    String session = session();
    fact(http, session, "The heron waits");
    fact(http, session, "Bread needs salt");
    awaitRun(http.submit(session, Script.say("a heron was seen")), "completed");
    awaitRun(http.submit(session, Script.say("nothing")), "completed");
    String work = "#!script\n{\"say_request\":true}\n\n\n";
    String about = work + "{\"say\":\"heron\"}";

    JsonNode shown = context(http, session, about);
    String run =
        text(
            http.post(
                    "/v1/sessions/" + session + "/runs",
                    "{\"content\":" + JSON.writeValueAsString(about) + "}")
                .expect(202)
                .json(),
            "run_id");
    awaitRun(run, "completed");
    JsonNode request = JSON.readTree(text(run(run).path("outputs").get(0), "content"));

    assertThat(request.path("learned_context")).isEqualTo(shown.path("learned_context"));
    assertThat(request.path("recovered_memory")).isEqualTo(shown.path("recovered_memory"));
    assertThat(learned(request)).hasSize(1);
    assertThat(recovered(request)).hasSize(2);
    assertThat(request.at("/recovered_memory/entries/0/score").asInt()).isGreaterThan(0);
  }

  @Test
  void every_end_of_a_run_that_worked_is_remembered_without_its_secrets() {
    String session = session();
    String failed = http.submit(session, Script.fail("no luck with password=hunter2"));
    awaitRun(failed, "failed");
    String parked = id(park(session, Script.approval("x")));
    String queued = http.submit(session, Script.say("never"));
    http.post("/v1/runs/" + queued + "/cancel", "").expect(200);
    assertThat(recovered(context(http, session, ""))).containsExactly(failed);
    http.post("/v1/runs/" + parked + "/cancel", "").expect(200);
    String said = http.submit(session, Script.say("use Bearer abcdef0123456789 now"));
    awaitRun(said, "completed");
    String outside =
        text(
            http.post(
                    "/v1/sessions/" + session + "/approval-requests",
                    json("{'tool_name':'t','input':{},'reason':'r'}"))
                .expect(201)
                .json(),
            "run_id");
    http.post("/v1/runs/" + outside + "/cancel", "").expect(200);

    JsonNode context = context(http, session, "");

    assertThat(recovered(context)).containsExactly(said, parked, failed);
    List<JsonNode> left = context.at("/recovered_memory/entries").valueStream().toList();
    assertThat(left.stream().map(one -> text(one, "status")))
        .containsExactly("completed", "cancelled", "failed");
    assertThat(text(left.get(2), "outcome_preview")).isEqualTo("no luck with password=[redacted]");
    assertThat(text(left.get(1), "summary")).startsWith("Cancelled, 1 approval asked for.");
    assertThat(context.toString()).doesNotContain("hunter2", "abcdef0123456789");
  }

  @Test
  void a_session_that_is_not_there_has_no_memory() {
    for (String what : List.of("memory-context", "memory-search", "skills")) {
      refused(http.get("/v1/sessions/nobody/" + what), 404, "sessions", "session_not_found");
      refused(
          http.get("/v1/sessions/" + session() + "/" + what + "?query=" + "x".repeat(4_097)),
          400,
          "api",
          "invalid_request");
    }
  }

  @Test
  void sessions_of_a_persona_share_what_it_learned() {
    String persona = "persona-of-" + session();
    http.post(
            "/v1/personas",
            json("{'persona_id':'%s','display_name':'Ada','instructions':'Be Ada.'}", persona))
        .expect(201);
    String bound = "bound-" + persona;
    http.post("/v1/sessions", json("{'session_id':'%s','persona_id':'%s'}", bound, persona))
        .expect(201);
    String id = learn(http, "persona:" + persona, "fact", "quokkas smile", "");

    assertThat(context(http, bound, "").at("/learning_scopes/1"))
        .isEqualTo(JSON.readTree(json("{'kind':'persona','id':'%s'}", persona)));
    assertThat(learned(context(http, bound, "quokkas"))).containsExactly(id);
    assertThat(learned(context(http, session(), "quokkas"))).isEmpty();
    assertThat(found(search(http, session(), "quokkas"))).isEmpty();
  }
}
