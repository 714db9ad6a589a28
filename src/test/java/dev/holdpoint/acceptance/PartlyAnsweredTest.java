package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.Questions;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.Stores;
import dev.holdpoint.vault.AuditKey;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * What a native client sees of answers that were given one by one. Natively all are sent together,
 * so the parts are given by the engine, between two lives of the daemon.
 */
@OnBothDatabases
class PartlyAnsweredTest {
  private static final Answer ROUTING = new Answer("routing", List.of("local"), null);
  private static final Answer NOTES = new Answer("notes", List.of(), "none");

  private final Path folder = Database.newFolder();
  private final Map<String, String> settings;

  PartlyAnsweredTest(Database database) {
    this.settings = database.settings(Map.of());
  }

  private <T> T daemon(Function<Http, T> visit) {
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      return visit.apply(daemon.http());
    }
  }

  private void answer(JsonNode run, Answer part) {
    try (Store store = Stores.open(settings.get("HOLDPOINT_DATABASE"), folder)) {
      Engine engine =
          new Engine(
              store,
              InstantSource.system(),
              prefix -> {
                throw new AssertionError("a part makes nothing that has an id: " + prefix);
              },
              broken -> {
                throw new AssertionError(broken);
              },
              Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
      try (Writer writer = new Writer(engine).start()) {
        new Questions(writer, Clarifications.slots(() -> true))
            .answerOne(Acceptance.id(run), Acceptance.questionId(run), part, Voter.named("ada"));
      }
    }
  }

  private JsonNode asked() {
    return daemon(
        http -> {
          http.session("s");
          String run = http.submit("s", Script.ask(), Script.SAY_LAST_RESULT);
          return http.awaitRun(run, "waiting_for_user_question");
        });
  }

  @Test
  void answers_so_far_are_shown_wherever_the_question_is() {
    JsonNode run = asked();
    assertThat(run.at("/pending_questions/0").has("partial_answers")).isFalse();
    answer(run, ROUTING);

    daemon(
        http -> {
          String id = Acceptance.questionId(run);
          JsonNode now = http.get("/v1/runs/" + Acceptance.id(run)).expect(200).json();
          JsonNode request = now.at("/pending_questions/0");
          assertThat(request.path("partial_answers").toString())
              .isEqualTo(
                  Acceptance.json("[{'question_id':'routing','selected_option_ids':['local']}]"));
          assertThat(Acceptance.status(now)).isEqualTo("waiting_for_user_question");
          assertThat(http.get("/v1/questions").json().at("/0/request")).isEqualTo(request);
          assertThat(http.get("/v1/questions/" + id).json().path("request")).isEqualTo(request);
          assertThat(http.get("/v1/sessions/s").json().at("/snapshot/pending_questions/0"))
              .isEqualTo(request);
          assertThat(request.path("actions").valueStream())
              .allMatch(action -> action.path("allowed").asBoolean());
          return true;
        });
  }

  @Test
  void a_whole_native_answer_wins_over_the_parts() {
    JsonNode run = asked();
    answer(run, ROUTING);

    JsonNode ended =
        daemon(
            http -> {
              http.post(
                      "/v1/runs/" + Acceptance.id(run) + "/questions",
                      Acceptance.answer(Acceptance.questionId(run)))
                  .expect(202);
              return http.awaitRun(Acceptance.id(run), "completed");
            });

    assertThat(Acceptance.JSON.readTree(ended.at("/outputs/0/content").asString()).toString())
        .contains("openai", "Use the fast path.")
        .doesNotContain("local");
  }

  @Test
  void the_last_part_lets_the_run_go_on_and_its_history_tells_of_one_answer() {
    JsonNode run = asked();
    answer(run, ROUTING);
    answer(run, NOTES);

    daemon(
        http -> {
          JsonNode ended = http.awaitRun(Acceptance.id(run), "completed");
          assertThat(ended.at("/outputs/0/content").asString()).contains("local", "none");
          List<JsonNode> resolved =
              http.get("/v1/runs/" + Acceptance.id(run) + "/events")
                  .json()
                  .valueStream()
                  .map(entry -> entry.path("event"))
                  .filter(e -> Acceptance.text(e, "type").equals("user_question_resolved"))
                  .toList();
          assertThat(resolved).hasSize(1);
          assertThat(resolved.getFirst().path("resolution").toString())
              .isEqualTo(
                  Acceptance.json(
                      "{'request_id':'%s','answers':["
                          + "{'question_id':'routing','selected_option_ids':['local']},"
                          + "{'question_id':'notes','selected_option_ids':[],"
                          + "'freeform_answer':'none'}],'declined':false}",
                      Acceptance.questionId(run)));
          JsonNode settled =
              http.get("/v1/questions/" + Acceptance.questionId(run)).expect(200).json();
          assertThat(settled.path("request").has("partial_answers")).isFalse();
          assertThat(settled.at("/resolution/by").asString()).isEqualTo("ada");
          return true;
        });
  }
}
