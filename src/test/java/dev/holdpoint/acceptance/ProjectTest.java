package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A project's task is a run like any other, in the session it is for. */
@OnBothDatabases
class ProjectTest extends Acceptance {
  ProjectTest(Database database) {
    super(database);
  }

  private String project(String members) {
    JsonNode made =
        http.post("/v1/projects", json("{'title':'Move','members':[" + members + "]}"))
            .expect(201)
            .json();
    assertThat(members(made)).containsExactly("project_id", "title", "members", "created_at_ms");
    return text(made, "project_id");
  }

  private Http.Answer add(String project, String session, String content) {
    return http.post(
        "/v1/projects/" + project + "/tasks",
        "{\"title\":\"Pack\",\"session_id\":\"%s\",\"content\":%s}"
            .formatted(session, JSON.writeValueAsString(content)));
  }

  private static String path(JsonNode task) {
    return "/v1/projects/" + text(task, "project_id") + "/tasks/" + text(task, "task_id");
  }

  @Test
  // K4-04
  void K4_04_a_task_is_started_as_a_normal_run_in_its_session() {
    String session = session();
    String project = project("'" + session + "'");
    JsonNode task =
        add(project, session, "#!script\n" + Script.approval("box?") + "\n" + Script.say("packed"))
            .expect(201)
            .json();
    assertThat(members(task))
        .containsExactly(
            "task_id", "project_id", "title", "session_id", "content", "status", "created_at_ms");
    assertThat(status(task)).isEqualTo("open");
    assertThat(http.get("/v1/runs?session_id=" + session).json().size()).isZero();

    JsonNode run = http.post(path(task) + "/start", null).expect(202).json();
    assertThat(text(run, "kind")).isEqualTo("input");
    assertThat(text(run, "session_id")).isEqualTo(session);
    assertThat(text(run.path("request"), "source_kind")).isEqualTo("project_task");
    assertThat(text(run.path("request"), "actor_id")).isEqualTo(text(task, "task_id"));
    JsonNode waiting = awaitRun(id(run), "waiting_for_approval");
    assertThat(status(http.get(path(task)).json())).isEqualTo("waiting_for_approval");
    assertThat(id(http.post(path(task) + "/start", null).expect(202).json()))
        .as("what is being done is not begun twice")
        .isEqualTo(id(run));

    http.post("/v1/runs/" + id(run) + "/approvals", allow(approvalId(waiting))).expect(202);
    assertThat(lastWords(id(run))).isEqualTo("packed");
    JsonNode done = http.get(path(task)).expect(200).json();
    assertThat(status(done)).isEqualTo("completed");
    assertThat(text(done, "run_id")).isEqualTo(id(run));
    assertThat(done.path("started_at_ms").isNumber()).isTrue();
    assertThat(http.get("/v1/projects/" + project + "/tasks").expect(200).json().get(0))
        .isEqualTo(done);

    JsonNode again = http.post(path(task) + "/start", null).expect(202).json();
    assertThat(id(again)).isNotEqualTo(id(run));
    assertThat(text(http.get(path(task)).json(), "run_id")).isEqualTo(id(again));
  }

  @Test
  void only_members_take_tasks_unless_there_are_none() {
    String member = session();
    String other = session();
    JsonNode problem =
        refused(add(project("'" + member + "'"), other, "x"), 400, "api", "invalid_request");
    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/session_id");
    add(project(""), other, "x").expect(201);
    refused(add(project(""), "nobody-here", "x"), 404, "sessions", "session_not_found");
    http.post("/v1/sessions/" + other + "/end", null).expect(200);
    refused(add(project(""), other, "x"), 409, "sessions", "session_conflict");
  }

  @Test
  void what_is_not_there_is_not_found() {
    String session = session();
    JsonNode task = add(project(""), session, "x").expect(201).json();
    String elsewhere = "/v1/projects/" + project("") + "/tasks/" + text(task, "task_id");
    refused(http.get(elsewhere), 404, "projects", "task_not_found");
    refused(http.post(elsewhere + "/start", null), 404, "projects", "task_not_found");
    refused(http.get("/v1/projects/nothing"), 404, "projects", "project_not_found");
    refused(http.get("/v1/projects/nothing/tasks"), 404, "projects", "project_not_found");
    refused(add("nothing", session, "x"), 404, "projects", "project_not_found");
    refused(
        http.post("/v1/projects", json("{'project_id':'..','title':'t'}")),
        400,
        "projects",
        "invalid_project_id");
    refused(http.post("/v1/projects", "{}"), 400, "api", "invalid_request");
  }

  @Test
  void a_project_keeps_the_name_it_was_given() {
    String body = json("{'project_id':'of-%s','title':'t','members':[]}", session());
    JsonNode made = http.post("/v1/projects", body).expect(201).json();
    assertThat(http.post("/v1/projects", body).expect(201).json()).isEqualTo(made);
    refused(
        http.post("/v1/projects", body.replace("\"t\"", "\"u\"")),
        409,
        "projects",
        "project_conflict");
    assertThat(http.get("/v1/projects/" + text(made, "project_id")).expect(200).json())
        .isEqualTo(made);
    assertThat(http.get("/v1/projects?limit=100").json().valueStream()).contains(made);
  }
}
