package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.json;
import static dev.holdpoint.acceptance.Acceptance.questionId;
import static dev.holdpoint.acceptance.Acceptance.refused;
import static dev.holdpoint.acceptance.Acceptance.status;
import static dev.holdpoint.acceptance.Acceptance.text;
import static dev.holdpoint.acceptance.Staged.ask;
import static dev.holdpoint.acceptance.Staged.ended;
import static dev.holdpoint.acceptance.Staged.permission;
import static dev.holdpoint.acceptance.Staged.question;
import static dev.holdpoint.acceptance.Staged.said;
import static dev.holdpoint.acceptance.Staged.tell;
import static dev.holdpoint.acceptance.Staged.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What an agent has asked survives its process, if the agent does. */
@OnBothDatabases
class AgentRestartTest {
  private final Path folder = Database.newFolder();
  private final Path sessions = Database.newFolder();
  private final Map<String, String> settings;

  AgentRestartTest(Database database) {
    this.settings = database.settings(Staged.settings(sessions));
  }

  private <T> T daemon(Function<Http, T> visit) {
    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      return visit.apply(daemon.http());
    }
  }

  private static String session(Http http) {
    http.session("s");
    return "s";
  }

  private static @Nullable Boolean loads(Http http, String agent) {
    for (JsonNode one : http.get("/v1/agents").expect(200).json().path("agents")) {
      if (text(one, "id").equals(agent)) {
        JsonNode said = one.at("/capabilities/sessionLoad");
        return said.isBoolean() ? said.booleanValue() : null;
      }
    }
    throw new AssertionError(agent);
  }

  private static String waits(String who) {
    return "\"waits\":\"" + who + "\"";
  }

  private static Http.Answer choose(Http http, JsonNode parked) {
    JsonNode asked = http.get("/v1/questions/" + questionId(parked)).expect(200).json();
    return http.post(
        "/v1/runs/" + Acceptance.id(parked) + "/questions",
        Acceptance.resolution(
            questionId(parked),
            json(
                "'answers':[{'question_id':'%s','selected_option_ids':['lite']}]",
                asked.at("/request/questions/0/id").asString())));
  }

  @Test
  // A2-59
  void an_agent_that_forgets_is_told_of_by_the_end_of_its_run() {
    JsonNode parked =
        daemon(http -> waiting(http, tell(http, session(http), "stage", ask(question("Which?")))));

    daemon(
        http -> {
          JsonNode ended = ended(http, Acceptance.id(parked));
          assertThat(status(ended)).isEqualTo("interrupted");
          assertThat(text(ended, "error")).contains("agent");
          assertThat(http.get("/v1/questions").json()).isEmpty();
          refused(choose(http, parked), 409, "questions", "question_state_conflict");
          return ended;
        });
  }

  @Test
  // A2-59, AG-28
  void an_agent_that_remembers_gets_the_answer_when_it_asks_again() {
    JsonNode parked =
        daemon(
            http -> {
              assertThat(loads(http, "keeper")).as("nobody has asked it yet").isNull();
              JsonNode run =
                  waiting(
                      http,
                      tell(
                          http,
                          session(http),
                          "keeper",
                          "{'say':'One. '}",
                          ask(question("Which?"))));
              assertThat(loads(http, "keeper")).isTrue();
              http.session("other");
              ended(http, tell(http, "other", "stage", "{'say':'Hello.'}"));
              assertThat(loads(http, "stage")).isFalse();
              return run;
            });

    daemon(
        http -> {
          assertThat(loads(http, "keeper")).as("AG-28 after a restart").isTrue();
          assertThat(loads(http, "stage")).isFalse();
          JsonNode same = http.run(Acceptance.id(parked));
          assertThat(parked.toString()).as("AG-23 its process is there").contains(waits("now"));
          assertThat(same.toString())
              .as("it waits as before, and its agent is brought back to the answer")
              .isEqualTo(parked.toString().replace(waits("now"), waits("comes_back")));

          choose(http, parked).expect(202);

          JsonNode ended = ended(http, Acceptance.id(parked));
          assertThat(status(ended)).isEqualTo("completed");
          assertThat(said(ended)).endsWith("[{\"status\":\"answered\",\"answers\":[[\"lite\"]]}]");
          assertThat(
                  http.events(Acceptance.id(parked)).stream()
                      .filter(
                          e -> e.at("/event/type").asString().equals("waiting_for_user_question")))
              .as("it is one question, asked once here")
              .hasSize(1);
          return ended;
        });
  }

  @Test
  @DisplayName("AG-28 what an agent said outlives the session in which it was heard first")
  // AG-28
  void AG_28_what_it_said_outlives_its_session() {
    daemon(
        http -> {
          http.session("other");
          for (String session : List.of(session(http), "other")) {
            ended(http, tell(http, session, "keeper", "{'say':'Hello.'}"));
          }
          http.post("/v1/sessions/s/end", "").expect(200);
          http.send("DELETE", "/v1/sessions/s", null, _ -> {}).expect(204);
          return assertThat(loads(http, "keeper")).as("its session was removed").isTrue();
        });

    daemon(
        http -> {
          assertThat(loads(http, "keeper")).as("after a restart").isTrue();
          ended(http, tell(http, "other", "stage", "{'say':'Hello.'}"));
          ended(http, tell(http, "other", "keeper", "{'say':'Hello.'}"));
          assertThat(loads(http, "stage")).as("its session went to another agent").isFalse();
          return assertThat(loads(http, "keeper")).isTrue();
        });
  }

  @Test
  void what_the_agent_does_on_an_answer_is_not_done_again() {
    Path effect = sessions.resolveSibling(sessions.getFileName() + "-effect");
    String[] runs =
        daemon(
            http -> {
              String answered =
                  tell(
                      http,
                      session(http),
                      "keeper",
                      ask(question("Which?")),
                      "{'effect':'" + effect + "'}",
                      "{'hang':true}");
              choose(http, waiting(http, answered)).expect(202);
              http.session("denied");
              String denied =
                  tell(
                      http,
                      "denied",
                      "keeper",
                      ask(permission("c1", "a")),
                      "{'effect':'" + effect + "'}",
                      "{'hang':true}");
              http.post(
                      "/v1/runs/" + denied + "/approvals",
                      Acceptance.deny(Acceptance.approvalId(waiting(http, denied)), "no"))
                  .expect(202);
              await()
                  .untilAsserted(
                      () -> assertThat(effect).isRegularFile().content().hasLineCount(2));
              return new String[] {answered, denied};
            });

    daemon(
        http -> {
          for (String run : runs) {
            assertThat(status(ended(http, run))).isEqualTo("interrupted");
          }
          assertThat(effect).content().hasLineCount(2);
          return runs;
        });
  }

  @Test
  void an_agent_that_dies_and_remembers_is_brought_back_by_the_answer() {
    daemon(
        http -> {
          String run =
              tell(http, session(http), "keeper", "{'pid':true}", ask(permission("c1", "a")));
          JsonNode parked = waiting(http, run);
          long pid = Long.parseLong(said(parked).substring("pid ".length()).strip());
          ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
          process.destroyForcibly();
          process.onExit().join();

          http.post(
                  "/v1/runs/" + run + "/approvals", Acceptance.allow(Acceptance.approvalId(parked)))
              .expect(202);

          JsonNode ended = ended(http, run);
          assertThat(status(ended)).isEqualTo("completed");
          assertThat(said(ended))
              .endsWith(json("[{'outcome':{'outcome':'selected','optionId':'once'}}]"));
          return ended;
        });
  }

  @Test
  void an_agent_whose_memory_is_lost_leaves_the_prompt_to_be_cancelled() {
    JsonNode parked =
        daemon(
            http -> waiting(http, tell(http, session(http), "keeper", ask(permission("c1", "a")))));

    daemon(
        http -> {
          String run = Acceptance.id(parked);
          forgetSessions();
          Http.Answer refused =
              http.post(
                  "/v1/runs/" + run + "/approvals",
                  Acceptance.allow(Acceptance.approvalId(parked)));
          refused(refused, 409, "agents", "gateway_run_unavailable");
          assertThat(http.run(run).toString())
              .as("the request is still pending")
              .isEqualTo(parked.toString().replace(waits("now"), waits("comes_back")));
          http.post("/v1/runs/" + run + "/cancel", "{}").expect(200);
          return ended(http, run);
        });
  }

  @Test
  // H3-40, H3-41
  void a_click_that_nobody_would_hear_is_refused_and_the_prompt_stays() {
    JsonNode parked =
        daemon(
            http -> waiting(http, tell(http, session(http), "keeper", ask(permission("c1", "a")))));
    Path hidden = sessions.resolveSibling(sessions.getFileName() + "-away");

    daemon(
        http -> {
          move(sessions, hidden);
          Http.Answer answer = click(http, parked);
          assertThat(answer.status()).as(answer.text()).isEqualTo(409);
          assertThat(answer.json().path("code").asString()).isEqualTo("gateway_run_unavailable");
          assertThat(answer.json().path("ok").asBoolean()).isFalse();
          assertThat(http.run(Acceptance.id(parked)).toString())
              .as("it is still pending")
              .isEqualTo(parked.toString().replace(waits("now"), waits("comes_back")));

          move(hidden, sessions);
          assertThat(click(http, parked).expect(200).json().path("ok").asBoolean()).isTrue();
          assertThat(status(ended(http, Acceptance.id(parked)))).isEqualTo("completed");
          return answer;
        });
  }

  @Test
  // DX-75
  void DX_75_all_of_them_together_brings_back_each_agent_that_is_away() {
    List<JsonNode> parked =
        daemon(
            http ->
                Stream.of("s1", "s2", "s3", "s4")
                    .map(
                        session -> {
                          http.session(session);
                          return waiting(
                              http, tell(http, session, "keeper", ask(permission("c1", "a"))));
                        })
                    .toList());
    Path hidden = sessions.resolveSibling(sessions.getFileName() + "-away");

    daemon(
        http -> {
          move(sessions, hidden);
          refused(
              together(http, parked.subList(0, 2), "deny", "allow"),
              409,
              "agents",
              "gateway_run_unavailable");
          parked.forEach(
              run ->
                  assertThat(status(http.run(Acceptance.id(run))))
                      .isEqualTo("waiting_for_approval"));
          together(http, parked.subList(0, 2), "deny", "deny").expect(200);
          parked
              .subList(0, 2)
              .forEach(
                  run ->
                      assertThat(status(ended(http, Acceptance.id(run)))).isEqualTo("interrupted"));

          move(hidden, sessions);
          together(http, parked.subList(2, 4), "allow", "allow").expect(200);
          parked
              .subList(2, 4)
              .forEach(
                  run ->
                      assertThat(status(ended(http, Acceptance.id(run)))).isEqualTo("completed"));
          return parked;
        });
  }

  private static Http.Answer together(Http http, List<JsonNode> parked, String... behaviors) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < behaviors.length; i++) {
      JsonNode request = parked.get(i).at("/pending_approvals/0");
      all.add(
          "{'request_id':'%s','behavior':'%s','expected_digest':'%s'}"
              .formatted(text(request, "id"), behaviors[i], text(request, "digest")));
    }
    return http.post(
        "/v1/approvals/resolutions",
        json("{'mode':'all','resolutions':[" + String.join(",", all) + "]}"));
  }

  private static Http.Answer click(Http http, JsonNode parked) {
    return http.post(
        "/api/approval/respond",
        json(
            "{'session_id':'s','choice':'once','approval_id':'%s'}",
            Acceptance.approvalId(parked)));
  }

  private void forgetSessions() {
    try (var files = Files.list(sessions)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
