package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** A rule is tried on what was called before, and tells which of it a person had denied. */
@OnBothDatabases
class PermissionPreviewTest extends Acceptance {
  private static final String RULES = "/v1/permission-rules";

  PermissionPreviewTest(Database database) {
    super(database);
  }

  private Http.Answer previewed(String body) {
    return http.post(RULES + "/preview", json(body));
  }

  private JsonNode preview(String session, String members) {
    return previewed("{%s,'scope':{'kind':'session','id':'%s'}}".formatted(members, session))
        .expect(200)
        .json();
  }

  private void decide(JsonNode run, String behavior, String more) {
    http.post(
            "/v1/runs/" + id(run) + "/approvals",
            resolutions(one(approvalId(run), behavior, json(more))))
        .expect(202);
    awaitRun(id(run), "completed");
  }

  private JsonNode run(String session, String command, String behavior, String more) {
    JsonNode run = park(session, Script.bash(command));
    decide(run, behavior, more);
    return run;
  }

  private static List<String> seen(JsonNode preview) {
    return preview
        .path("matched")
        .valueStream()
        .map(match -> text(match, "command") + " " + text(match, "decision"))
        .toList();
  }

  private String raised(String session, String more) {
    return http.post(
            "/v1/sessions/" + session + "/approval-requests",
            json(
                "{'tool_name':'bash','reason':'r','input':{'command':'git push late'}"
                    + more
                    + "}"))
        .expect(201)
        .json()
        .path("run_id")
        .asString();
  }

  @Test
  void what_a_rule_would_have_matched_is_told_with_what_became_of_it() {
    String session = session();
    run(session, "git push a", "allow", "");
    JsonNode denied = run(session, "git push b", "deny", ",'reason':'not on a Friday'");
    run(session, "git push c; id", "deny", "");
    run(session, "git pull", "allow", "");
    park(session, Script.tool("list_files", "{\"path\":\".\"}"));
    String expiring = raised(session, ",'expires_after_ms':1");
    awaitRun(expiring, "failed");
    String withdrawn = raised(session, "");
    http.post("/v1/runs/" + withdrawn + "/cancel", "{}").expect(200);
    JsonNode waiting = park(session, Script.bash("git push d"));

    JsonNode preview = preview(session, "'behavior':'allow','tool':'bash','command':'git push *'");

    assertThat(seen(preview))
        .containsExactly(
            "git push d pending",
            "git push late withdrawn",
            "git push late expired",
            "git push b denied",
            "git push a allowed");
    assertThat(preview.path("examined").asInt()).isEqualTo(8);
    assertThat(preview.path("truncated").asBoolean()).isFalse();
    assertThat(preview.path("denied_by_a_person").asInt()).isEqualTo(1);
    assertThat(preview.path("allowed_by_a_person").asInt()).isEqualTo(1);
    JsonNode match = preview.at("/matched/3");
    assertThat(text(match, "session_id")).isEqualTo(session);
    assertThat(text(match, "run_id")).isEqualTo(id(denied));
    assertThat(text(match, "tool_name")).isEqualTo("bash");
    assertThat(match.at("/input/command").asString()).isEqualTo("git push b");
    assertThat(text(match, "by")).isEqualTo("admin");
    assertThat(text(match, "reason")).isEqualTo("not on a Friday");
    assertThat(text(match, "approval_id")).isEqualTo(approvalId(denied));
    assertThat(text(match, "tool_call_id")).isNotBlank();
    assertThat(match.path("requested_at_ms").asLong()).isPositive();
    assertThat(match.has("rule_id")).isFalse();
    assertThat(members(preview.at("/matched/0"))).doesNotContain("by", "reason");

    JsonNode all = preview(session, "'behavior':'deny','tool':'*'");
    assertThat(all.path("matched").size()).isEqualTo(8);
    assertThat(all.path("matched").valueStream().map(one -> text(one, "decision")))
        .contains("not_asked");
    decide(waiting, "deny", "");
  }

  @Test
  void a_compound_command_is_matched_by_what_holds_back_and_not_by_what_lets_through() {
    String session = session();
    run(session, "cd x && git push", "allow", "");
    String pattern = ",'tool':'bash','command':'git push *'";

    assertThat(seen(preview(session, "'behavior':'allow'" + pattern))).isEmpty();
    assertThat(seen(preview(session, "'behavior':'deny'" + pattern)))
        .containsExactly("cd x && git push allowed");
    assertThat(seen(preview(session, "'behavior':'ask'" + pattern))).hasSize(1);
  }

  @Test
  void what_a_rule_decided_is_told_with_the_rule() {
    String session = session();
    JsonNode asked = run(session, "echo r1", "allow", ",'grant':{'scope':'session'}");
    String rule =
        http.get("/v1/approvals/" + approvalId(asked))
            .expect(200)
            .json()
            .at("/resolution/rule_id")
            .asString();
    park(session, Script.bash("echo r1"));
    String deny =
        text(
            http.post(
                    RULES,
                    json(
                        "{'behavior':'deny','tool':'bash','command':'echo r2',"
                            + "'scope':{'kind':'session','id':'%s'}}",
                        session))
                .expect(201)
                .json(),
            "rule_id");
    park(session, Script.bash("echo r2"));

    JsonNode preview = preview(session, "'behavior':'allow','tool':'bash','command':'echo *'");

    assertThat(seen(preview))
        .containsExactly("echo r2 denied_by_rule", "echo r1 allowed_by_rule", "echo r1 allowed");
    assertThat(text(preview.at("/matched/0"), "rule_id")).isEqualTo(deny);
    assertThat(text(preview.at("/matched/1"), "rule_id")).isEqualTo(rule);
    assertThat(text(preview.at("/matched/2"), "rule_id")).isEqualTo(rule);
    assertThat(preview.path("denied_by_a_person").asInt()).as("a rule is no person").isZero();
    assertThat(preview.path("allowed_by_a_person").asInt()).isEqualTo(1);

    JsonNode existing = previewed("{'rule_id':'" + rule + "'}").expect(200).json();
    assertThat(seen(existing)).containsExactly("echo r1 allowed_by_rule", "echo r1 allowed");
  }

  @Test
  void only_the_newest_calls_of_the_scope_are_looked_at() {
    String session = session();
    String other = session();
    String[] turns = new String[70];
    for (int i = 0; i < turns.length; i++) {
      turns[i] = Script.tool("list_files", "{\"path\":\".\",\"n\":" + i + "}");
    }
    park(session, turns);
    park(other, turns[0]);
    String rule = "'behavior':'deny','tool':'list_files'";

    JsonNode preview = preview(session, rule + ",'limit':68");
    assertThat(preview.path("examined").asInt()).isEqualTo(68);
    assertThat(preview.path("truncated").asBoolean()).isFalse();
    assertThat(preview.path("matched").valueStream().map(match -> match.at("/input/n").asInt()))
        .hasSize(68)
        .startsWith(69, 68, 67)
        .endsWith(3, 2);
    assertThat(preview(session, rule).path("examined").asInt()).isEqualTo(70);
    assertThat(preview(other, rule).path("examined").asInt()).isEqualTo(1);
    JsonNode everywhere =
        previewed("{" + rule + ",'scope':{'kind':'user'},'limit':71}").expect(200).json();
    assertThat(everywhere.path("matched").valueStream().map(match -> text(match, "session_id")))
        .startsWith(other, session);
  }

  @Test
  void a_project_is_its_members_and_what_was_done_for_its_tasks() {
    String member = session();
    String worker = session();
    String project = "prj-" + member;
    http.post(
            "/v1/projects",
            json("{'project_id':'%s','title':'t','members':['%s']}", project, member))
        .expect(201);
    String calls = Script.tool("list_files", "{\"path\":\".\"}");
    park(member, calls);
    park(worker, calls);

    assertThat(sessionsOf(project)).containsExactly(member);

    String open = "open-" + member;
    http.post("/v1/projects", json("{'project_id':'%s','title':'t','members':[]}", open))
        .expect(201);
    assertThat(sessionsOf(open)).isEmpty();
    String tasks = "/v1/projects/" + open + "/tasks";
    String content = JSON.writeValueAsString("#!script\n" + calls);
    String task =
        text(
            http.post(
                    tasks,
                    json("{'title':'t','session_id':'%s','content':", worker) + content + "}")
                .expect(201)
                .json(),
            "task_id");
    awaitRun(id(http.post(tasks + "/" + task + "/start", "").expect(202).json()), "completed");
    assertThat(sessionsOf(open)).as("the task's run, and not the other").containsExactly(worker);
  }

  private List<String> sessionsOf(String project) {
    return previewed(
            "{'behavior':'ask','tool':'*','scope':{'kind':'project','id':'" + project + "'}}")
        .expect(200)
        .json()
        .path("matched")
        .valueStream()
        .map(match -> text(match, "session_id"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"operator, 200", "agent, 403", "viewer, 403"})
  void what_others_have_called_is_shown_to_whoever_decides(String role, int status) {
    String token =
        text(
            http.post("/v1/tokens", json("{'name':'a %s','role':'%s'}", role, role))
                .expect(201)
                .json(),
            "token");

    http.as(token)
        .post(RULES + "/preview", json("{'behavior':'deny','tool':'*','scope':{'kind':'user'}}"))
        .expect(status);
  }

  @Test
  void nothing_is_written_by_looking() {
    String session = session();
    run(session, "echo x", "deny", "");
    JsonNode before = http.get(RULES).expect(200).json();
    String events = "/v1/sessions/" + session + "/events";
    JsonNode history = http.get(events).expect(200).json();

    preview(session, "'behavior':'allow','tool':'*'");

    assertThat(http.get(RULES).expect(200).json()).isEqualTo(before);
    assertThat(http.get(events).expect(200).json()).isEqualTo(history);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                                              | api         | /behavior
          {'behavior':'allow','scope':{'kind':'user'}}                    | api         | /tool
          {'behavior':'allow','tool':'x'}                                 | api         | /scope
          {'rule_id':'rul_1','tool':'x'}                                  | api         | /rule_id
          {'behavior':'allow','tool':'x','scope':{'kind':'user'},'limit':0}    | api    | /limit
          {'behavior':'allow','tool':'x','scope':{'kind':'user'},'limit':1001} | api    | /limit
          {'behavior':'allow','tool':'x','scope':{'kind':'user'},'n':1}   | api         | /n
          {'behavior':'allow','tool':'x*x','scope':{'kind':'user'}}       | permissions | /tool
          {'behavior':'allow','tool':'x','command':'y','scope':{'kind':'user'}} | permissions | /command
          {'behavior':'allow','tool':'x','scope':{'kind':'session','id':'nobody'}} | permissions | /scope/id
          """)
  void a_preview_of_nothing_is_refused(String body, String domain, String pointer) {
    JsonNode problem =
        refused(
            previewed(body),
            400,
            domain,
            domain.equals("api") ? "invalid_request" : "invalid_permission_rule");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo(pointer);
  }

  @Test
  void a_rule_that_is_not_there_cannot_be_tried() {
    refused(
        previewed("{'rule_id':'rul_01M7EP4BTA0000D5JFGYZTA0B9'}"),
        404,
        "permissions",
        "permission_rule_not_found");
  }
}
