package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * What a child has asked, and what it was answered, over restarts. The resolution, the mail, the
 * output, the event and the child's going on are one transaction; these tests show that a start
 * finds all of them and adds nothing. What happens when the process dies right before or after that
 * transaction is shown by {@code ClarificationCrashTest}, {@code SimulationTest} and {@code
 * ClarificationKills}.
 */
@OnBothDatabases
class ClarificationRestartTest {
  private final Path folder = Database.newFolder();
  private final Map<String, String> settings;
  private Clock clock = Clock.systemUTC();

  ClarificationRestartTest(Database database) {
    this.settings = database.settings(Map.of());
  }

  private <T> T daemon(Function<Http, T> visit) {
    try (TestDaemon daemon = TestDaemon.start(folder, settings, clock)) {
      return visit.apply(daemon.http());
    }
  }

  private static JsonNode question(Http http) {
    JsonNode all = http.await("/v1/sessions/parent/questions", list -> !list.isEmpty());
    assertThat(all.size()).isEqualTo(1);
    return all.get(0);
  }

  private static List<String> everything(Http http, JsonNode question) {
    return List.of(
            "/v1/questions/" + question.at("/request/id").asString(),
            "/v1/runs/" + Acceptance.text(question, "run_id"),
            "/v1/runs/" + Acceptance.text(question, "run_id") + "/events",
            "/v1/runs/" + Acceptance.text(question, "requester_run_id"),
            "/v1/runs/" + Acceptance.text(question, "requester_run_id") + "/events",
            "/v1/mailboxes/child",
            "/v1/mailboxes/child/dead-letter",
            "/v1/sessions/parent",
            "/v1/sessions/child",
            "/v1/sessions/child/events")
        .stream()
        .map(path -> http.get(path).expect(200).text())
        .toList();
  }

  @Test
  // K0-143, K0-145, K0-146, K0-147, K0-148
  void K0_143_K0_145_K0_146_K0_147_K0_148_Q48_nothing_is_lost_and_nothing_is_done_again() {
    JsonNode asked =
        daemon(
            http -> {
              http.session("parent");
              http.submit(
                  "parent",
                  Script.spawnAs(
                      "child", Script.clarify(), Script.approval("hold"), Script.SAY_LAST_RESULT));
              JsonNode question = question(http);
              http.awaitRun(
                  Acceptance.text(question, "requester_run_id"), "waiting_for_user_question");
              return question;
            });
    String childRun = Acceptance.text(asked, "requester_run_id");
    String path = "/v1/runs/" + Acceptance.text(asked, "run_id") + "/questions";
    String body = Acceptance.answer(asked.at("/request/id").asString());
    List<String> before =
        daemon(
            http -> {
              assertThat(question(http)).as("it waits again under the same id").isEqualTo(asked);
              assertThat(Acceptance.status(http.run(childRun)))
                  .isEqualTo("waiting_for_user_question");
              http.post(path, body).expect(202);
              http.awaitRun(childRun, "waiting_for_approval");
              return everything(http, asked);
            });
    for (int restart = 0; restart < 3; restart++) {
      List<String> after = daemon(http -> everything(http, asked));
      assertThat(after).isEqualTo(before);
    }
    daemon(
        http -> {
          assertThat(http.post(path, body).expect(202).json().path("status").asString())
              .isEqualTo("completed");
          Acceptance.refused(
              http.post(path, Acceptance.decline(asked.at("/request/id").asString())),
              409,
              "questions",
              "question_resolution_conflict");
          // It is kept with the question, in its parent's history, and the child heard nothing.
          assertThat(everything(http, asked))
              .filteredOn(told -> !told.contains("\"late_answer\"") && !told.contains("\"triage\""))
              .hasSize(8)
              .isSubsetOf(before);
          http.approve(childRun);
          return http.awaitRun(childRun, "completed");
        });
  }

  @Test
  void a_deadline_that_passed_while_the_daemon_was_down_is_a_decline_at_start() {
    JsonNode asked =
        daemon(
            http -> {
              http.session("parent");
              http.submit(
                  "parent",
                  Script.spawnAs(
                      "child",
                      Script.clarify(",\"expires_after_ms\":3600000"),
                      Script.SAY_LAST_RESULT));
              return question(http);
            });
    clock = Clock.offset(clock, Duration.ofHours(2));
    daemon(
        http -> {
          assertThat(http.get("/v1/questions").text()).isEqualTo("[]");
          JsonNode child = http.awaitRun(Acceptance.text(asked, "requester_run_id"), "completed");
          assertThat(child.at("/outputs/0/content").asString()).contains("deadline");
          assertThat(http.get("/v1/mailboxes/child").json().size()).isEqualTo(1);
          return child;
        });
  }

  @Test
  void an_ended_session_stays_ended_with_what_it_never_got() {
    daemon(
        http -> {
          http.session("parent");
          http.submit("parent", Script.spawnAs("child", Script.clarify()));
          JsonNode question = question(http);
          String childRun = Acceptance.text(question, "requester_run_id");
          http.awaitRun(childRun, "waiting_for_user_question");
          http.post("/v1/runs/" + childRun + "/cancel", null).expect(200);
          return http.post("/v1/sessions/child/end", null).expect(200);
        });
    daemon(
        http -> {
          JsonNode question = question(http);
          return http.post(
                  "/v1/runs/" + Acceptance.text(question, "run_id") + "/questions",
                  Acceptance.answer(question.at("/request/id").asString()))
              .expect(202);
        });
    daemon(
        http -> {
          assertThat(http.get("/v1/sessions/child").json().at("/snapshot/status").asString())
              .isEqualTo("ended");
          assertThat(http.get("/v1/mailboxes/child/dead-letter").json().size()).isEqualTo(1);
          return http;
        });
  }
}
