package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a run does where rules let it, hold it back or have it ask. */
@OnBothDatabases
class RulesAtWorkTest extends Tenancy {
  private static final String LIST = Script.tool("list_files", json("{'path':'.'}"));

  RulesAtWorkTest(Database database) {
    super(database);
  }

  private String rule(String session, String behavior, String tool) {
    return text(
        http.post(
                "/v1/permission-rules",
                json(
                    "{'behavior':'%s','tool':'%s','scope':{'kind':'session','id':'%s'}}",
                    behavior, tool, session))
            .expect(201)
            .json(),
        "rule_id");
  }

  private void decide(JsonNode run, String behavior, String more) {
    http.post(
            "/v1/runs/" + id(run) + "/approvals",
            json(
                "{'resolutions':[{'request_id':'%s','behavior':'%s'%s}]}",
                approvalId(run), behavior, json(more)))
        .expect(202);
  }

  private int children(String session) {
    return http.get("/v1/sessions/" + session).expect(200).json().at("/snapshot/children").size();
  }

  @Test
  void a_denied_tool_does_not_run_though_it_is_allowed_by_default() {
    String session = session();
    String rule = rule(session, "deny", "list_*");
    JsonNode run = park(session, LIST, Script.SAY_LAST_RESULT);
    assertThat(lastWords(id(run))).contains("\"denied\":true", rule);
    JsonNode applied = event(id(run), "permission_rule_applied");
    assertThat(text(applied, "behavior")).isEqualTo("deny");
    assertThat(applied.at("/rule/rule_id").asString()).isEqualTo(rule);
    assertThat(text(applied, "tool_name")).isEqualTo("list_files");
    assertThat(lastWords(id(park(session(), LIST, Script.SAY_LAST_RESULT))))
        .doesNotContain("denied");
  }

  @Test
  void a_denied_question_is_not_asked_and_a_denied_request_is_not_made() {
    String session = session();
    rule(session, "deny", "*");
    JsonNode run =
        park(
            session,
            Script.tool("ask_user_question", json("{'questions':[{'question':'why?'}]}")),
            Script.approval("may I?"),
            Script.tool("spawn_agent", json("{'content':'hello'}")),
            Script.SAY_LAST_RESULT);
    assertThat(status(run)).isEqualTo("completed");
    assertThat(eventTypes(id(run)))
        .doesNotContain("waiting_for_approval", "waiting_for_user_question")
        .filteredOn("permission_rule_applied"::equals)
        .hasSize(3);
    assertThat(children(session)).isZero();
  }

  @Test
  void what_a_rule_wants_asked_is_asked_before_anything_is_begun() {
    String session = session();
    rule(session, "ask", "spawn_agent");
    String spawn = Script.tool("spawn_agent", json("{'content':'hello'}"));
    JsonNode denied = park(session, spawn, Script.SAY_LAST_RESULT);
    assertThat(status(denied)).isEqualTo("waiting_for_approval");
    assertThat(children(session)).isZero();
    decide(denied, "deny", ",'reason':'not today'");
    assertThat(lastWords(id(denied))).contains("not today");
    assertThat(children(session)).isZero();

    JsonNode allowed = park(session, spawn, Script.SAY_LAST_RESULT);
    decide(allowed, "allow", "");
    assertThat(lastWords(id(allowed))).contains("session_id");
    assertThat(children(session)).isEqualTo(1);
  }

  @Test
  void a_question_that_needs_leave_is_asked_with_the_words_that_were_allowed() {
    String session = session();
    rule(session, "ask", "ask_user_question");
    JsonNode run =
        park(
            session,
            Script.tool("ask_user_question", json("{'questions':[{'question':'rude?'}]}")));
    assertThat(status(run)).isEqualTo("waiting_for_approval");
    decide(run, "allow", ",'updated_input':{'questions':[{'question':'polite?'}]}");
    JsonNode waiting = awaitRun(id(run), "waiting_for_user_question");
    assertThat(http.get("/v1/questions/" + questionId(waiting)).expect(200).text())
        .contains("polite?")
        .doesNotContain("rude?");
  }

  @Test
  void an_answer_that_was_taken_is_not_taken_away_by_a_rule_that_came_later() {
    String session = session();
    JsonNode run =
        park(
            session,
            Script.tool("ask_user_question", json("{'questions':[{'id':'q','question':'why?'}]}")),
            Script.SAY_LAST_RESULT);
    rule(session, "deny", "*");
    http.post(
            "/v1/runs/" + id(run) + "/questions",
            json(
                "{'resolution':{'request_id':'%s','answers':"
                    + "[{'question_id':'q','freeform_answer':'because'}]}}",
                questionId(run)))
        .expect(202);
    assertThat(lastWords(id(run))).contains("because").doesNotContain("denied");
  }

  @Test
  void whoever_is_asked_is_told_where_the_command_would_run() {
    JsonNode run = park(session(), Script.tool("bash", json("{'command':'rm -rf *','cwd':'src'}")));
    assertThat(
            http.get("/v1/approvals/" + approvalId(run)).expect(200).json().at("/request/reason"))
        .hasToString("\"The agent wants to run a command in the folder src.\"");
  }

  @Test
  void of_two_calls_of_one_turn_the_allowed_one_waits_for_the_other_and_both_run_once() {
    String session = session();
    http.post(
            "/v1/permission-rules",
            json(
                "{'behavior':'allow','tool':'bash','command':'echo one',"
                    + "'scope':{'kind':'session','id':'%s'}}",
                session))
        .expect(201);
    JsonNode run =
        park(
            session,
            "{\"tools\":[" + Script.bash("echo one") + "," + Script.bash("echo two") + "]}",
            Script.SAY_LAST_RESULT);
    assertThat(status(run)).isEqualTo("waiting_for_approval");
    assertThat(run.path("pending_approval_ids").size()).isEqualTo(1);
    decide(run, "allow", "");
    assertThat(lastWords(id(run))).contains("one", "two");
    assertThat(http.get("/v1/runs/" + id(run) + "/external-actions").expect(200).json().size())
        .isEqualTo(5);
    assertThat(text(event(id(run), "permission_rule_applied"), "tool_call_id")).isNotBlank();
  }

  @Test
  void a_projects_rule_speaks_for_its_members() {
    String member = session();
    String closed = project(json("{'title':'closed','members':['%s']}", member));
    projectRule("allow", closed, "echo member");

    assertThat(status(park(member, Script.bash("echo member")))).isEqualTo("completed");
    assertThat(status(park(session(), Script.bash("echo member"))))
        .isEqualTo("waiting_for_approval");
    awaitRun(task(closed, member, "echo member"), "completed");
  }

  @Test
  void PF_82_a_task_of_a_project_without_members_is_asked_about_although_the_project_allows_it() {
    String worker = session();
    String open = project(json("{'title':'open','members':[]}"));
    projectRule("allow", open, "echo task");
    projectRule("deny", open, "echo never");

    String run = task(open, worker, "echo task");
    awaitRun(run, "waiting_for_approval");
    http.post("/v1/runs/" + run + "/cancel", "{}").expect(200);
    awaitRun(run, "cancelled");
    // Rules that hold back speak for all that is done for the project.
    String denied = task(open, worker, "echo never");
    awaitRun(denied, "completed");
    assertThat(text(event(denied, "permission_rule_applied"), "tool_call_id")).isNotBlank();
  }

  private String task(String project, String session, String command) {
    String content = JSON.writeValueAsString("#!script\n" + Script.bash(command));
    String tasks = "/v1/projects/" + project + "/tasks";
    String task =
        text(
            http.post(
                    tasks,
                    "{\"title\":\"t\",\"session_id\":\""
                        + session
                        + "\",\"content\":"
                        + content
                        + "}")
                .expect(201)
                .json(),
            "task_id");
    return id(http.post(tasks + "/" + task + "/start", "{}").expect(202).json());
  }

  private String project(String body) {
    return text(http.post("/v1/projects", body).expect(201).json(), "project_id");
  }

  private void projectRule(String behavior, String project, String command) {
    http.post(
            "/v1/permission-rules",
            json(
                "{'behavior':'%s','tool':'bash','command':'%s',"
                    + "'scope':{'kind':'project','id':'%s'}}",
                behavior, command, project))
        .expect(201);
  }

  private List<String> warnedOf(Http caller) {
    return StreamSupport.stream(
            caller.get("/v1/status").expect(200).json().at("/health/warnings").spliterator(), false)
        .filter(warning -> text(warning, "code").equals("agent_rule_wide"))
        .map(warning -> text(warning, "message"))
        .toList();
  }

  @Test
  // AG-07
  void AG_07_a_rule_for_every_command_of_an_agent_is_warned_of_until_it_is_revoked() {
    String session = session();
    rule(session, "allow", "acp:claude/Read");
    String wide = rule(session, "allow", "acp:claude/Bash");
    String wider = rule(session, "allow", "acp:*");

    assertThat(warnedOf(http)).anyMatch(said -> said.contains(wide + " (acp:claude/Bash)"));
    assertThat(warnedOf(http)).anyMatch(said -> said.contains(wider + " (acp:*)"));
    assertThat(warnedOf(http)).noneMatch(said -> said.contains("Read"));
    assertThat(warnedOf(bound(tenant(), "admin"))).isEmpty();

    delete("/v1/permission-rules/" + wide).expect(204);
    delete("/v1/permission-rules/" + wider).expect(204);

    assertThat(warnedOf(http)).noneMatch(said -> said.contains(wide) || said.contains(wider));
  }
}
