package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.agent.mcp.HttpStage;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What servers ask while they are called is asked in the session of the run that calls. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class McpElicitationTest extends McpAcceptance {
  private final HttpStage web;

  McpElicitationTest() throws IOException {
    Path log = Database.newFolder().resolve("log");
    HttpStage web = new HttpStage(log);
    super(
        TestDaemon.start(
            Database.newFolder(),
            all(
                List.of(
                    stage("desk", log, "CALL_TIMEOUT_MS", "60000", "ENV", "STAGE_KEY=k3y-8chr"),
                    server(
                        "single",
                        "URL",
                        web.url("/mcp"),
                        "CALLS_AT_ONCE",
                        "1",
                        "CALL_TIMEOUT_MS",
                        "120000"),
                    server("web", "URL", web.url("/mcp"), "CALL_TIMEOUT_MS", "60000"),
                    Map.of("HOLDPOINT_WORKERS", "1")))));
    this.web = web;
  }

  @AfterAll
  void stop() {
    close();
    web.close();
  }

  private JsonNode asked(String session) {
    JsonNode questions =
        http.await(
            "/v1/questions?session_id=" + session, found -> found.isArray() && !found.isEmpty());
    return questions.get(0);
  }

  private Http.Answer answer(JsonNode question, String members) {
    return http.post(
        "/v1/runs/" + text(question, "run_id") + "/questions",
        resolution(question.at("/request/id").asString(), json(members)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"desk", "web"})
  void a_person_answers_and_the_call_goes_on(String server) {
    String session = trusting();
    String run = begin(session, "mcp__" + server + "__ask");
    JsonNode question = asked(session);
    JsonNode waiting = run(text(question, "run_id"));
    assertThat(waiting.at("/request/source_kind").asString()).isEqualTo("elicitation");
    assertThat(waiting.at("/input_metadata/run_id").asString()).isEqualTo(run);
    assertThat(waiting.at("/input_metadata/server").asString()).isEqualTo(server);
    // With its only worker waiting for a person, the daemon still works for others.
    assertThat(lastWords(id(park(session(), Script.say("done"))))).isEqualTo("done");
    refused(
        answer(question, "'answers':[{'question_id':'size','selected_option_ids':['huge']}]"),
        400,
        "questions",
        "question_option_not_found");
    answer(
            question,
            "'answers':[{'question_id':'size','selected_option_ids':['large']},{'question_id':'note','freeform_answer':'now'}]")
        .expect(202);
    assertThat(JSON.readTree(JSON.readTree(lastWords(run)).at("/content/0/text").asString()))
        .isEqualTo(
            JSON.readTree(json("{'action':'accept','content':{'size':'large','note':'now'}}")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"desk", "web"})
  void who_declines_is_taken_at_his_word(String server) {
    String session = trusting();
    String run = begin(session, "mcp__" + server + "__ask");
    answer(asked(session), "'answers':[],'declined':true").expect(202);
    assertThat(lastWords(run)).contains("decline");
  }

  @Test
  // KT-29
  void KT_29_what_a_server_asks_is_in_the_trace_of_the_run_that_calls() {
    String session = trusting();
    String trace = "0af7651916cd43dd8448eb211c80319c";
    String run =
        id(
            http.send(
                    "POST",
                    "/v1/sessions/" + session + "/runs",
                    Http.work(Script.tool("mcp__desk__ask", "{}")),
                    request ->
                        request.header("traceparent", "00-" + trace + "-b7ad6b7169203331-01"))
                .expect(202)
                .json());
    JsonNode question = asked(session);
    assertThat(text(run(text(question, "run_id")), "trace_id")).isEqualTo(trace);
    answer(question, "'answers':[],'declined':true").expect(202);
    assertThat(text(awaitRun(run, "completed"), "trace_id")).isEqualTo(trace);
  }

  @Test
  void a_run_that_is_cancelled_takes_its_question_back() {
    String session = trusting();
    String run = begin(session, "mcp__desk__ask");
    JsonNode question = asked(session);
    http.post("/v1/runs/" + run + "/cancel", "{}").expect(200);
    JsonNode ended = awaitRun(text(question, "run_id"), "interrupted");
    assertThat(text(ended, "error")).contains("the call that asked has ended");
    assertThat(http.get("/v1/questions?session_id=" + session).json()).isEmpty();
    refused(
        answer(question, "'answers':[{'question_id':'size','selected_option_ids':['large']}]"),
        409,
        "questions",
        "question_state_conflict");
  }

  @Test
  void no_key_of_a_server_is_seen_in_what_it_asks() {
    String session = trusting();
    String run = begin(session, "mcp__desk__ask_key");
    JsonNode question = asked(session);
    assertThat(question.toString()).contains("Which for ***?").doesNotContain("k3y-8chr");
    answer(question, "'answers':[],'declined':true").expect(202);
    assertThat(lastWords(run)).contains("decline");
    assertThat(call(session, "mcp__desk__environment", "{}").toString())
        .contains("***")
        .doesNotContain("k3y-8chr");
  }

  @Test
  void who_waits_for_a_turn_behind_a_person_holds_no_worker() {
    String session = trusting();
    String first = begin(session, "mcp__single__ask");
    JsonNode question = asked(session);
    String second = begin(trusting(), "mcp__single__refuse");
    assertThat(lastWords(id(park(session(), Script.say("done"))))).isEqualTo("done");
    answer(question, "'answers':[],'declined':true").expect(202);
    assertThat(lastWords(first)).contains("decline");
    assertThat(lastWords(second)).contains("not today");
  }

  @ParameterizedTest
  @ValueSource(strings = {"desk", "web"})
  @DisplayName("AG-74 a page to open is a question with a link in the older revisions too")
  void a_page_to_open_is_a_question_with_a_link(String server) {
    String session = trusting();
    String run = begin(session, "mcp__" + server + "__ask_url");
    JsonNode question = asked(session);
    assertThat(question.at("/request/link/url").asString()).isEqualTo("https://example.org/");
    answer(question, "'answers':[{'question_id':'open','selected_option_ids':['opened']}]")
        .expect(202);
    assertThat(lastWords(run)).contains("accept");
    assertThat(call(session, "mcp__" + server + "__ask_file", "{}").toString()).contains("decline");
    assertThat(http.get("/v1/questions?session_id=" + session).json()).isEmpty();
  }

  @Test
  @DisplayName("AG-74 notifications/elicitation/complete withdraws the question")
  void a_page_that_is_done_is_asked_for_no_more() {
    String session = trusting();
    assertThat(lastWords(begin(session, "mcp__desk__ask_done"))).contains("cancel");
    await()
        .untilAsserted(
            () -> assertThat(http.get("/v1/questions?session_id=" + session).json()).isEmpty());
  }

  @Test
  void two_calls_over_http_are_each_asked_in_their_own_session() {
    String one = trusting();
    String two = trusting();
    String first = begin(one, "mcp__web__ask");
    String second = begin(two, "mcp__web__ask");
    answer(asked(two), "'answers':[],'declined':true").expect(202);
    answer(asked(one), "'answers':[{'question_id':'size','selected_option_ids':['small']}]")
        .expect(202);
    assertThat(lastWords(first)).contains("small");
    assertThat(lastWords(second)).contains("decline");
  }
}
