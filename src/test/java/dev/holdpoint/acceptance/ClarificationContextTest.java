package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A question that a child puts to its parent names the projects and channels it comes from. */
@OnBothDatabases
class ClarificationContextTest extends Families {
  ClarificationContextTest(Database database) {
    super(database);
  }

  private String project(String... members) {
    return made("projects", "project_id", members);
  }

  private String channel(String... members) {
    return made("channels", "channel_id", members);
  }

  private String made(String what, String id, String... members) {
    String body = "{\"title\":\"t\",\"members\":" + JSON.writeValueAsString(members) + "}";
    return text(http.post("/v1/" + what, body).expect(201).json(), id);
  }

  /** A child that has done its first work and rests. */
  private String child(String parent) {
    JsonNode spawned = tell(parent, Script.spawn(Script.say("ready")));
    awaitRun(text(spawned, "run_id"), "completed");
    return text(spawned, "session_id");
  }

  private static List<List<String>> contexts(JsonNode question) {
    return List.of(
        texts(question.path("requester_project_ids")),
        texts(question.path("requester_channel_ids")),
        texts(question.path("parent_project_ids")),
        texts(question.path("parent_channel_ids")));
  }

  private JsonNode asked(String parent) {
    return http.await("/v1/sessions/" + parent + "/questions", list -> !list.isEmpty()).get(0);
  }

  @Test
  // K0-37, K0-38, K0-39, K0-40, K0-42, K0-44
  void K0_37_K0_38_K0_39_K0_40_K0_42_K0_44_the_contexts_are_those_of_the_moment_it_asked() {
    String parent = session();
    String child = child(parent);
    String own = project(child);
    String shared = project(parent, child);
    String parents = project(parent);
    String plaza = channel(child);
    String hall = channel(child, parent);
    String yard = channel(parent);
    // What others are in, and what is open to all, is no context of these two.
    project(session());
    channel(session());
    project();

    http.submit(parent, Script.message(child, Script.clarify(), Script.SAY_LAST_RESULT));
    JsonNode question = asked(parent);

    List<List<String>> active =
        List.of(
            List.of(own, shared),
            List.of(plaza, hall),
            List.of(shared, parents),
            List.of(hall, yard));
    assertThat(contexts(question)).isEqualTo(active);
    JsonNode run = run(text(question, "requester_run_id"));
    assertThat(text(question, "run_kind")).isEqualTo("parent_clarification");
    assertThat(text(question, "requester_session_id")).isEqualTo(child);
    assertThat(text(run, "session_id")).isEqualTo(child);
    assertThat(text(question, "requester_agent_id")).isEqualTo(text(run, "agent_id"));
    assertThat(text(question, "requester_tool_call_id"))
        .isEqualTo(question.at("/request/tool_call_id").asString())
        .isNotBlank();

    // Both leave their channels, and come into others.
    for (String left : List.of(plaza, hall, yard)) {
      http.send("DELETE", "/v1/channels/" + left, null, _ -> {}).expect(204);
    }
    project(child, parent);
    channel(child, parent);
    assertThat(contexts(asked(parent))).isEqualTo(active);
    assertThat(contexts(http.get("/v1/questions?session_id=" + parent).json().get(0)))
        .isEqualTo(active);

    // The next question comes from where they are then.
    http.post(
            "/v1/runs/" + text(question, "run_id") + "/questions",
            answer(question.at("/request/id").asString()))
        .expect(202);
    awaitRun(id(run), "completed");
    http.submit(parent, Script.message(child, Script.clarify()));
    List<List<String>> later = contexts(asked(parent));
    assertThat(later.get(0)).hasSize(3).startsWith(own, shared);
    assertThat(later.get(1)).hasSize(1).doesNotContain(plaza, hall);
    assertThat(later.get(3)).isEqualTo(later.get(1));
    // What was asked is told as it was, though it is settled.
    assertThat(contexts(http.get("/v1/questions/" + question.at("/request/id").asString()).json()))
        .isEqualTo(active);
  }

  @Test
  // K0-42, K0-44
  void K0_42_K0_44_a_task_brings_its_project_along_while_it_is_done() {
    String parent = session();
    String child = child(parent);
    String open = project();
    JsonNode task =
        http.post(
                "/v1/projects/" + open + "/tasks",
                "{\"title\":\"t\",\"session_id\":\"%s\",\"content\":%s}"
                    .formatted(child, JSON.writeValueAsString("#!script\n" + Script.clarify())))
            .expect(201)
            .json();
    String path = "/v1/projects/" + open + "/tasks/" + text(task, "task_id") + "/start";
    String run = id(http.post(path, null).expect(202).json());

    JsonNode question = asked(parent);
    assertThat(contexts(question))
        .isEqualTo(List.of(List.of(open), List.of(), List.of(), List.of()));

    // Its task is over, and the project is left; the question was asked in it all the same.
    String asked = question.at("/request/id").asString();
    http.post("/v1/runs/" + text(question, "run_id") + "/questions", answer(asked)).expect(202);
    awaitRun(run, "completed");
    assertThat(contexts(http.get("/v1/questions/" + asked).expect(200).json()).getFirst())
        .containsExactly(open);
    http.submit(parent, Script.message(child, Script.clarify()));
    assertThat(contexts(asked(parent)).getFirst()).isEmpty();
  }
}
