package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A request of several questions is asked here one after the other, and waits as a whole. */
@OnBothDatabases
class AmbientPartsTest extends AmbientAcceptance {
  private final Database database;

  AmbientPartsTest(Database database) {
    super(database);
    this.database = database;
  }

  private JsonNode asking(String session) {
    return park(session, Script.ask(), Script.SAY_LAST_RESULT);
  }

  private JsonNode shown(String session) {
    return pendingClarify(session).path("pending");
  }

  private static String part(JsonNode run, String question) {
    return questionId(run) + ":" + question;
  }

  private JsonNode question(String question) {
    return http.get("/v1/questions/" + question).expect(200).json();
  }

  @Test
  // H3-48, H3-56, H3-57, H3-75
  void H3_48_H3_56_H3_57_H3_75_each_part_is_shown_in_its_turn_and_the_last_lets_the_run_go_on() {
    String session = session();
    JsonNode run = asking(session);

    assertThat(text(shown(session), "clarify_id")).isEqualTo(part(run, "routing"));
    assertThat(text(shown(session), "question")).isEqualTo("Which provider?");
    assertThat(texts(shown(session).path("choices_offered"))).containsExactly("OpenAI", "Local");
    tell(session, "Local", part(run, "routing")).expect(200);

    assertThat(status(run(id(run)))).isEqualTo("waiting_for_user_question");
    assertThat(eventTypes(id(run))).doesNotContain("user_question_resolved");
    assertThat(text(shown(session), "clarify_id")).isEqualTo(part(run, "notes"));
    assertThat(text(shown(session), "question")).isEqualTo("Anything else?");
    assertThat(shown(session).path("choices_offered").toString()).isEqualTo("[]");
    tell(session, "Be quick", part(run, "notes")).expect(200);

    assertThat(lastWords(id(run)))
        .contains(json("'selected_option_ids':['local']"), json("'freeform_answer':'Be quick'"));
    assertThat(shown(session).isNull()).isTrue();
    assertThat(eventTypes(id(run))).containsOnlyOnce("user_question_resolved");
  }

  @Test
  // H3-68, H3-71
  void H3_68_H3_71_only_the_part_that_is_shown_can_be_answered() {
    String session = session();
    JsonNode run = asking(session);

    leavesUnchanged(
        id(run),
        () -> {
          staleAnswer(tell(session, "x", part(run, "notes")));
          staleAnswer(tell(session, "x", part(run, "nothing")));
          staleAnswer(tell(session, "x", questionId(run) + ":"));
          staleAnswer(tell(session, "x", questionId(run)));
        });
    tell(session, "Local", part(run, "routing")).expect(200);
    leavesUnchanged(id(run), () -> staleAnswer(tell(session, "OpenAI", part(run, "routing"))));

    tell(session, "x", part(run, "notes")).expect(200);
    assertThat(lastWords(id(run))).contains(json("'selected_option_ids':['local']"));
    staleAnswer(tell(session, "y", part(run, "notes")));
  }

  @Test
  void an_answer_so_far_shows_natively_and_gives_way_to_a_whole_answer() {
    String session = session();
    JsonNode run = asking(session);
    assertThat(question(questionId(run)).findPath("partial_answers").size()).isZero();
    tell(session, "Local", part(run, "routing")).expect(200);

    JsonNode soFar = question(questionId(run)).findPath("partial_answers");
    assertThat(soFar.size()).isEqualTo(1);
    assertThat(text(soFar.get(0), "question_id")).isEqualTo("routing");
    assertThat(soFar.get(0).path("selected_option_ids").toString()).isEqualTo(json("['local']"));
    assertThat(
            http.get("/v1/questions?session_id=" + session)
                .expect(200)
                .json()
                .get(0)
                .findPath("partial_answers"))
        .isEqualTo(soFar);

    http.post("/v1/runs/" + id(run) + "/questions", answer(questionId(run))).expect(202);

    assertThat(lastWords(id(run)))
        .contains(json("'selected_option_ids':['openai']"), "Use the fast path.")
        .doesNotContain("local");
    staleAnswer(tell(session, "late", part(run, "notes")));
  }

  @Test
  // H3-60
  void H3_60_a_stream_shows_each_part_once_and_counts_one_request() {
    String session = session();
    JsonNode run = asking(session);
    try (Sse stream = clarifies(session)) {
      JsonNode first = initial(stream).data();
      assertThat(text(first.path("pending"), "clarify_id")).isEqualTo(part(run, "routing"));
      assertThat(first.path("pending_count").asInt()).isEqualTo(1);

      tell(session, "Local", part(run, "routing")).expect(200);

      JsonNode state = state(stream, "clarify");
      assertThat(text(state.path("pending"), "clarify_id")).isEqualTo(part(run, "notes"));
      assertThat(state.path("pending_count").asInt()).isEqualTo(1);
      assertThat(text(prompt(stream, "clarify"), "clarify_id")).isEqualTo(part(run, "notes"));

      tell(session, "x", part(run, "notes")).expect(200);
      assertThat(state(stream, "clarify").toString()).isEqualTo(NOTHING);
    }
  }

  @Test
  // H3-76
  void H3_76_an_answer_so_far_survives_a_restart() {
    Path folder = Database.newFolder();
    Map<String, String> settings = database.settings(Map.of());
    String run;
    String question;
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      http.session("s");
      run = http.submit("s", Script.ask(), Script.SAY_LAST_RESULT);
      question = http.awaitQuestion(run);
      tell(http, "s", "Local", question + ":routing").expect(200);
    }
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      assertThat(
              http.get("/v1/questions/" + question)
                  .json()
                  .findPath("partial_answers")
                  .get(0)
                  .path("selected_option_ids")
                  .toString())
          .isEqualTo(json("['local']"));
      try (Sse stream = http.stream("/api/clarify/stream?session_id=s")) {
        assertThat(text(initial(stream).data().path("pending"), "clarify_id"))
            .isEqualTo(question + ":notes");
      }
      staleAnswer(tell(http, "s", "OpenAI", question + ":routing"));
      tell(http, "s", "Be quick", question + ":notes").expect(200);
      JsonNode done = http.awaitRun(run, "completed");
      assertThat(done.path("outputs").toString()).contains("local", "Be quick");
    }
  }
}
