package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.agent.mcp.ModernStage;
import dev.holdpoint.agent.mcp.ModernStage.Received;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Calls that servers carry out as tasks, and what servers want to know before they go on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class McpServerTasksTest extends McpAcceptance {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ModernStage stage;

  McpServerTasksTest() throws IOException {
    ModernStage stage = new ModernStage();
    super(
        TestDaemon.start(
            Database.newFolder(),
            all(
                List.of(
                    server("web", "URL", stage.url("/modern")),
                    server("moody", "URL", stage.url("/brief")),
                    server("hasty", "URL", stage.url("/modern"), "TASK_TIMEOUT_MS", "1000"),
                    Map.of("HOLDPOINT_WORKERS", "1")))));
    this.stage = stage;
  }

  @AfterAll
  void stop() {
    close();
    stage.close();
  }

  /** Begins a call with that input. */
  private String begin(String session, String tool, String input) {
    return id(
        http.post(
                "/v1/sessions/" + session + "/runs",
                Http.work(Script.tool(tool, json(input)), Script.SAY_LAST_RESULT))
            .expect(202)
            .json());
  }

  private void awaitPolls(String task) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                stage.received("tasks/get").stream()
                    .anyMatch(one -> text(one.params(), "taskId").equals(task)));
  }

  private List<Received> of(String method, String task) {
    return sent(stage, method, task);
  }

  private JsonNode asked(String session, int count) {
    return http.await("/v1/questions?session_id=" + session, found -> found.size() == count);
  }

  private Http.Answer answer(JsonNode question, String members) {
    return http.post(
        "/v1/runs/" + text(question, "run_id") + "/questions",
        resolution(question.at("/request/id").asString(), json(members)));
  }

  private static String chosen(String size) {
    return "'answers':[{'question_id':'size','selected_option_ids':['" + size + "']}]";
  }

  @Test
  @DisplayName("AG-69 a call that became a task has its result, was made once, and held no worker")
  void a_task_has_its_result() {
    String run = begin(trusting(), "mcp__web__job", "{'id':'slow'}");
    awaitPolls("slow");
    // The only worker is free for others.
    assertThat(lastWords(id(park(session(), Script.say("done"))))).isEqualTo("done");
    stage.task(
        "slow", "'status':'completed','result':{'content':[{'type':'text','text':'built'}]}");
    assertThat(lastWords(run)).contains("built");
    assertThat(stage.calls("job").stream())
        .filteredOn(one -> one.params().at("/arguments/id").asString().equals("slow"))
        .hasSize(1);
    assertThat(of("tasks/get", "slow").getFirst().header("Mcp-Name")).isEqualTo("slow");
    assertThat(of("tasks/cancel", "slow")).isEmpty();
  }

  @Test
  @DisplayName("AG-70 cancelling the run cancels its task, once")
  void cancelling_the_run_cancels_the_task() {
    String run = begin(trusting(), "mcp__web__job", "{'id':'unwanted'}");
    awaitPolls("unwanted");
    http.post("/v1/runs/" + run + "/cancel", "{}").expect(200);
    http.post("/v1/runs/" + run + "/cancel", "{}").expect(200);
    awaitRun(run, "cancelled");
    await().atMost(PATIENCE).until(() -> !of("tasks/cancel", "unwanted").isEmpty());
    assertThat(lastWords(id(park(session(), Script.say("done"))))).isEqualTo("done");
    assertThat(of("tasks/cancel", "unwanted")).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Database.class)
  @DisplayName(
      "AG-70 a server that is away is told of a cancelled task later, also after a restart")
  void a_server_that_is_away_hears_of_it_later(Database database) throws IOException {
    Path folder = Database.newFolder();
    try (ModernStage far = new ModernStage()) {
      Map<String, String> settings =
          database.settings(all(List.of(server("far", "URL", far.url("/modern")))));
      String[] tasks = {"left-" + database, "late-" + database};
      try (TestDaemon before = TestDaemon.start(folder, settings)) {
        far.away(true);
        for (String task : tasks) {
          Http own = before.http();
          own.session(task);
          JsonNode run =
              own.post(
                      "/v1/sessions/" + task + "/runs",
                      Http.work(Script.tool("mcp__far__job", json("{'id':'" + task + "'}"))))
                  .expect(202)
                  .json();
          JsonNode asked =
              own.await("/v1/approvals?session_id=" + task, found -> found.size() == 1).get(0);
          own.post("/v1/runs/" + id(run) + "/approvals", allow(asked.at("/request/id").asString()))
              .expect(202);
          await().atMost(PATIENCE).until(() -> !sent(far, "tasks/get", task).isEmpty());
          own.post("/v1/runs/" + id(run) + "/cancel", "{}").expect(200);
          await().atMost(PATIENCE).until(() -> !sent(far, "tasks/cancel", task).isEmpty());
          if (task.equals(tasks[0])) {
            far.away(false);
            int refused = sent(far, "tasks/cancel", task).size();
            await().atMost(PATIENCE).until(() -> sent(far, "tasks/cancel", task).size() > refused);
            far.away(true);
          }
        }
      }
      far.away(false);
      int first = sent(far, "tasks/cancel", tasks[0]).size();
      int refused = sent(far, "tasks/cancel", tasks[1]).size();
      try (TestDaemon after = TestDaemon.start(folder, settings)) {
        await()
            .atMost(PATIENCE.multipliedBy(3))
            .until(() -> sent(far, "tasks/cancel", tasks[1]).size() == refused + 1);
        after.http().get("/v1/agents").expect(200);
      }
      assertThat(sent(far, "tasks/cancel", tasks[0])).hasSize(first);
      assertThat(sent(far, "tasks/cancel", tasks[1])).hasSize(refused + 1);
    }
  }

  private static List<Received> sent(ModernStage to, String method, String task) {
    return to.received(method).stream()
        .filter(one -> text(one.params(), "taskId").equals(task))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"mcp__hasty__job,too-slow", "mcp__web__brief_job,too-brief"})
  @DisplayName("AG-70 a task whose time is over is cancelled, once, and is an error")
  void a_task_whose_time_is_over_is_cancelled(String tool, String task) {
    String run = begin(trusting(), tool, "{'id':'" + task + "'}");
    assertThat(lastWords(run)).contains("was not finished in time, and was cancelled");
    assertThat(of("tasks/cancel", task)).hasSize(1);
  }

  @Test
  @DisplayName("AG-70 a task whose time is over while a person is asked is cancelled, once")
  void a_task_that_asks_ends_with_its_time() {
    stage.task(
        "asks-too-long",
        "'status':'input_required','inputRequests':{'a':%s}".formatted(ModernStage.form("Which?")));
    String session = trusting();
    String run = begin(session, "mcp__hasty__asking_job", "{'id':'asks-too-long'}");
    assertThat(lastWords(run)).contains("was not finished in time, and was cancelled");
    assertThat(of("tasks/cancel", "asks-too-long")).hasSize(1);
    assertThat(of("tasks/update", "asks-too-long")).isEmpty();
    assertThat(http.get("/v1/questions?session_id=" + session).json()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "broke,'\"status\":\"failed\",\"error\":{\"code\":-32000,\"message\":\"no disk left\"}',no disk left",
    "stopped,'\"status\":\"cancelled\",\"statusMessage\":\"by its owner\"',by its owner"
  })
  @DisplayName("AG-70 failed and cancelled tasks are tool errors with the server's words")
  void failed_and_cancelled_are_errors(String task, String members, String said) {
    stage.task(task, members);
    JsonNode told = call(trusting(), "mcp__web__job", "{'id':'" + task + "'}");
    assertThat(text(told, "error")).contains(said);
    assertThat(of("tasks/cancel", task)).isEmpty();
  }

  @Test
  @DisplayName("AG-71 two elicitations are two questions, and both answers go back at once")
  void two_elicitations_are_two_questions() {
    String session = trusting();
    String run = begin(session, "mcp__web__ask", "{'mark':'two'}");
    JsonNode both = asked(session, 2);
    assertThat(text(both.get(0), "run_id")).isEqualTo(run);
    assertThat(both.get(0).at("/request/why").asString())
        .isEqualTo("The MCP server web asks this.");
    answer(both.get(0), chosen("small")).expect(202);
    answer(both.get(1), "'answers':[],'declined':true").expect(202);
    assertThat(lastWords(run)).contains("state é", "small").contains("decline");
    List<Received> calls =
        stage.calls("ask").stream()
            .filter(one -> one.params().at("/arguments/mark").asString("").equals("two"))
            .toList();
    assertThat(calls).hasSize(2);
    assertThat(calls.getLast().params().path("inputResponses").propertyNames())
        .containsExactlyInAnyOrder("a", "b");
    assertThat(text(calls.getLast().params(), "requestState")).isEqualTo("state é");
  }

  @Test
  @DisplayName("AG-71 answers are not sent to a tool that has changed since its approval")
  void a_tool_that_has_changed_gets_no_answers() {
    String session = session();
    String run = begin(session, "mcp__moody__ask", "{'mark':'moody'}");
    JsonNode approval =
        http.await("/v1/approvals?session_id=" + session, found -> found.size() == 1).get(0);
    http.post("/v1/runs/" + run + "/approvals", allow(approval.at("/request/id").asString()))
        .expect(202);
    JsonNode both = asked(session, 2);
    stage.describe("ask", "does something else");
    // A client that looks at the tools lists them anew; one that lists again has read them before.
    int listed = stage.lists("/brief");
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              park(session(), Script.say("look"));
              return stage.lists("/brief") > listed + 1;
            });
    answer(both.get(0), chosen("small")).expect(202);
    answer(both.get(1), chosen("large")).expect(202);
    assertThat(lastWords(run)).contains("has changed since its approval");
    assertThat(
            stage.calls("ask").stream()
                .filter(one -> one.params().at("/arguments/mark").asString("").equals("moody")))
        .hasSize(1);
  }

  @Test
  @DisplayName("AG-71 what a task wants to know goes back by tasks/update, each key once")
  void a_task_asks() {
    stage.task(
        "curious",
        "'status':'input_required','pollIntervalMs':250,'inputRequests':{'a':%s}"
            .formatted(ModernStage.form("Which?")));
    String session = trusting();
    String run = begin(session, "mcp__web__asking_job", "{'id':'curious'}");
    answer(asked(session, 1).get(0), chosen("large")).expect(202);
    await().atMost(PATIENCE).until(() -> of("tasks/update", "curious").size() == 1);
    int polls = of("tasks/get", "curious").size();
    // It is slow to see the answer, and asks on.
    await().atMost(PATIENCE).until(() -> of("tasks/get", "curious").size() > polls + 2);
    stage.task(
        "curious",
        "'status':'completed','result':{'content':[{'type':'text','text':'large it is'}]}");
    assertThat(lastWords(run)).contains("large it is");
    assertThat(of("tasks/update", "curious")).hasSize(1);
    assertThat(
            of("tasks/update", "curious").getFirst().params().at("/inputResponses/a/content/size"))
        .hasToString("\"large\"");
  }

  @Test
  @DisplayName("AG-70 cancelling a run that waits for a person cancels its task too")
  void cancelling_a_run_that_waits_cancels_the_task() {
    stage.task(
        "asks-in-vain",
        "'status':'input_required','inputRequests':{'a':%s}".formatted(ModernStage.form("Which?")));
    String session = trusting();
    String run = begin(session, "mcp__web__asking_job", "{'id':'asks-in-vain'}");
    asked(session, 1);
    http.post("/v1/runs/" + run + "/cancel", "{}").expect(200);
    await().atMost(PATIENCE).until(() -> !of("tasks/cancel", "asks-in-vain").isEmpty());
    assertThat(of("tasks/cancel", "asks-in-vain")).hasSize(1);
    assertThat(http.get("/v1/questions?session_id=" + session).json()).isEmpty();
  }

  @Test
  @DisplayName("AG-72 an eleventh round ends the call with an error")
  void an_eleventh_round_ends_the_call() {
    String session = trusting();
    String run = begin(session, "mcp__web__endless", "{}");
    for (int i = 0; i < 10; i++) {
      answer(asked(session, 1).get(0), chosen("small")).expect(202);
    }
    assertThat(lastWords(run)).contains("asks for input more than 10 times");
    assertThat(stage.calls("endless")).hasSize(11);
  }

  @ParameterizedTest
  @CsvSource({
    "sample,'asks for sampling/createMessage, which this client does not offer'",
    "strange,'the result type ''hologram'', which is not supported'"
  })
  @DisplayName("AG-72 sampling and an unknown result type end the call with a clear error")
  void what_is_not_offered_ends_the_call(String tool, String error) {
    assertThat(text(call(trusting(), "mcp__web__" + tool, "{}"), "error")).contains(error);
  }

  @Test
  @DisplayName(
      "AG-74 a page to open is a question with a link: opened is accept, or it is declined")
  void a_page_to_open() {
    String session = trusting();
    String run = begin(session, "mcp__web__open", "{'url':'https://example.org/login?a=b'}");
    JsonNode question = asked(session, 1).get(0);
    assertThat(question.at("/request/link/url").asString())
        .isEqualTo("https://example.org/login?a=b");
    assertThat(question.at("/request/link/host").asString()).isEqualTo("example.org");
    answer(question, "'answers':[{'question_id':'open','selected_option_ids':['opened']}]")
        .expect(202);
    assertThat(lastWords(run)).contains("accept");

    String again = begin(session, "mcp__web__open", "{'url':'https://example.org/'}");
    answer(asked(session, 1).get(0), "'answers':[],'declined':true").expect(202);
    assertThat(lastWords(again)).contains("decline");
  }

  @ParameterizedTest
  @CsvSource({"javascript:alert(1)", "http://example.org/", "https://me@example.org/"})
  @DisplayName("AG-74 a page that could not be shown as a link is declined, and nobody is asked")
  void a_page_that_is_none(String url) {
    String session = trusting();
    assertThat(call(session, "mcp__web__open", "{'url':'" + url + "'}").toString())
        .contains("decline");
    assertThat(http.get("/v1/questions?session_id=" + session).json()).isEmpty();
  }
}
