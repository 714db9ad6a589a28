package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Sessions are made, found again, listed and shown. */
@OnBothDatabases
class SessionTest extends Acceptance {
  SessionTest(Database database) {
    super(database);
  }

  private Http.Answer create(String body) {
    return http.post("/v1/sessions", json(body));
  }

  @Test
  // K4-05, K4-47, K4-53
  void K4_05_K4_47_K4_53_a_session_gets_the_id_that_its_caller_chose() {
    JsonNode view = create("{'session_id':'chosen by me: ünï ✓'}").expect(201).json();

    assertThat(text(view, "session_id")).isEqualTo("chosen by me: ünï ✓");
    assertThat(text(view, "agent_id")).startsWith("agt_");
    assertThat(text(view, "conversation_id")).startsWith("con_");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{'session_id':null}"})
  // K4-52
  void K4_52_without_one_it_gets_an_id_of_its_own(String body) {
    Http.Answer one = body.isEmpty() ? http.post("/v1/sessions", null) : create(body);
    Http.Answer other = create("{}");

    assertThat(text(one.expect(201).json(), "session_id"))
        .matches("ses_[0-9A-Z]{26}")
        .isNotEqualTo(text(other.expect(201).json(), "session_id"));
  }

  @Test
  // K4-48
  void K4_48_a_provider_thread_may_be_named() {
    JsonNode view = create("{'thread_id':'thread-1'}").expect(201).json();
    String session = text(view, "session_id");

    assertThat(text(view, "thread_id")).isEqualTo("thread-1");
    assertThat(http.get("/v1/sessions/" + session).expect(200).json()).isEqualTo(view);
    // The session is found again by its id, with the thread that it has and with no other.
    String id = "{'session_id':'" + session + "'";
    assertThat(create(id + "}").expect(201).json()).isEqualTo(view);
    assertThat(create(id + ",'thread_id':'thread-1'}").expect(201).json()).isEqualTo(view);
    refused(create(id + ",'thread_id':'thread-2'}"), 409, "sessions", "session_conflict");
    refused(
        create("{'session_id':'" + session() + "','thread_id':'thread-1'}"),
        409,
        "sessions",
        "session_conflict");
    assertThat(http.get("/v1/sessions/" + session).expect(200).json()).isEqualTo(view);
  }

  @Test
  // K4-54
  void K4_54_the_same_id_is_the_same_session_with_its_runs() {
    String session = session();
    JsonNode run = park(session, Script.say("said"));

    JsonNode again = create("{'session_id':'" + session + "'}").expect(201).json();

    assertThat(again).isEqualTo(http.get("/v1/sessions/" + session).expect(200).json());
    assertThat(text(again, "agent_id")).isEqualTo(text(run, "agent_id"));
    assertThat(text(again.path("outputs").get(0), "content")).isEqualTo("said");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "''",
        "'.'",
        "'..'",
        "'a/b'",
        "'a%b'",
        "'a;b'",
        "'a?b'",
        "'a#b'",
        "'a\\\\b'",
        "'a\\u0000b'",
        "'a\\nb'",
        "'a\\u0085b'"
      })
  // K4-55, K4-56, K4-57
  void K4_55_K4_56_K4_57_an_id_that_a_path_would_bend_is_refused(String id) {
    refused(create("{'session_id':" + id + "}"), 400, "sessions", "invalid_session_id");
  }

  @Test
  void an_id_is_at_most_200_characters_long() {
    create("{'session_id':'" + "x".repeat(200) + "'}").expect(201);
    refused(
        create("{'session_id':'" + "x".repeat(201) + "'}"), 400, "sessions", "invalid_session_id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%2e", "%2E", "%2e%2e", "%2E%2E", ".%2e", "%2e."})
  // K4-58
  void K4_58_dot_segments_in_a_path_select_nothing(String segment) {
    for (String path : List.of("/v1/sessions/" + segment, "/v1/sessions/" + segment + "/runs")) {
      assertThat(http.get(path).status()).as(path).isBetween(400, 499);
    }
    Http.Answer submitted =
        http.post("/v1/sessions/" + segment + "/runs", json("{'content':'hi'}"));
    assertThat(submitted.status()).isBetween(400, 499);
    assertThat(submitted.header("Content-Type")).startsWith("application/problem+json");
  }

  @Test
  // K4-50, K4-51, K4-247, K4-248, K4-249, K4-250
  void K4_50_K4_51_K4_247_K4_248_K4_249_K4_250_scopes_are_kept_in_normal_form() {
    JsonNode view =
        create(
                "{'capability_scope':{'skill_allow':[' b ','a','b'],'mcp_tool_deny':['x','*']},"
                    + "'credential_scope':{'route_allow':['scripted'],'connector_deny':['c','a']}}")
            .expect(201)
            .json();

    JsonNode capability = view.path("capability_scope");
    assertThat(texts(capability.path("skill_allow"))).containsExactly("a", "b");
    assertThat(texts(capability.path("mcp_tool_deny"))).containsExactly("*");
    assertThat(view.path("effective_capability_scope")).isEqualTo(capability);
    JsonNode credential = view.path("credential_scope");
    assertThat(texts(credential.path("route_allow"))).containsExactly("scripted");
    assertThat(texts(credential.path("connector_deny"))).containsExactly("a", "c");
    JsonNode effective = view.path("effective_credential_scope");
    assertThat(effective.path("connector_deny")).isEqualTo(credential.path("connector_deny"));
    assertThat(texts(effective.path("connector_credential_deny"))).containsExactly("*");
    assertThat(http.get("/v1/sessions/" + text(view, "session_id")).json()).isEqualTo(view);
  }

  @Test
  // K4-60, K4-61, K4-62
  void K4_60_K4_61_K4_62_reuse_with_another_scope_is_a_conflict_and_with_an_equal_one_is_not() {
    String scopes =
        ",'capability_scope':{'skill_allow':['a','b']},'credential_scope':{'route_deny':['r']}";
    String id =
        text(
            create("{'session_id':'scoped-" + session() + "'" + scopes + "}").expect(201).json(),
            "session_id");
    JsonNode before = http.get("/v1/sessions/" + id).json();
    String reuse = "{'session_id':'" + id + "'";

    refused(
        create(reuse + ",'capability_scope':{'skill_allow':['a']}}"),
        409,
        "sessions",
        "session_conflict");
    refused(create(reuse + ",'capability_scope':{}}"), 409, "sessions", "session_conflict");
    refused(
        create(reuse + ",'credential_scope':{'route_deny':['other']}}"),
        409,
        "sessions",
        "session_conflict");
    create(
            reuse
                + ",'capability_scope':{'skill_allow':['b ','a','b']},"
                + "'credential_scope':{'route_deny':['r','r']}}")
        .expect(201);
    create(reuse + "}").expect(201);
    assertThat(http.get("/v1/sessions/" + id).json()).isEqualTo(before);
  }

  @Test
  void a_misspelt_member_of_a_scope_is_refused_since_it_would_widen_access() {
    refused(create("{'capability_scope':{'skil_deny':['a']}}"), 400, "api", "invalid_request");
  }

  @Test
  // K4-63
  void K4_63_many_creations_at_once_make_one_session() {
    String body = json("{'session_id':'raced-%s'}", session());

    List<Http.Answer> answers = atOnce(16, () -> http.post("/v1/sessions", body));

    assertThat(answers).allSatisfy(answer -> answer.expect(201));
    assertThat(answers.stream().map(a -> text(a.json(), "agent_id")).distinct()).hasSize(1);
  }

  @Test
  // K4-06, K4-64
  void K4_06_K4_64_the_list_shows_each_session_with_its_gates_counted() {
    String session = session();
    park(session, Script.together(Script.approval("one"), Script.approval("two")));

    JsonNode row = http.get("/v1/sessions?limit=1").expect(200).json().get(0);

    assertThat(text(row, "session_id")).isEqualTo(session);
    assertThat(status(row)).isEqualTo("waiting_for_approval");
    assertThat(row.path("pending_approvals").asInt()).isEqualTo(2);
    assertThat(row.path("pending_questions").asInt()).isZero();
    assertThat(members(row)).doesNotContain("snapshot", "outputs");
    assertThat(http.get("/v1/sessions?persona_id=nobody").expect(200).text()).isEqualTo("[]");
  }

  @Test
  // K4-07, K4-243, K4-244, K4-245, K4-246, K4-251, K4-252
  void K4_07_K4_243_K4_244_K4_245_K4_246_K4_251_K4_252_the_view_has_every_member_though_unset() {
    String session = session();

    JsonNode view = http.get("/v1/sessions/" + session).expect(200).json();

    assertThat(members(view))
        .containsExactly(
            "session_id",
            "agent_id",
            "conversation_id",
            "owner_id",
            "snapshot",
            "route_policy",
            "capability_scope",
            "effective_capability_scope",
            "credential_scope",
            "effective_credential_scope",
            "persona",
            "reply_targets",
            "outputs");
    assertThat(view.path("reply_targets").toString()).isEqualTo("[]");
    assertThat(view.path("outputs").toString()).isEqualTo("[]");
    JsonNode snapshot = view.path("snapshot");
    assertThat(snapshot.toString())
        .isEqualTo(
            json(
                "{'status':'idle','queued_runs':0,'pending_approvals':[],'pending_questions':[],"
                    + "'last_assistant_message':null,'last_error':null,'children':[],"
                    + "'transcript_len':0}"));
  }

  @Test
  void the_snapshot_follows_the_sessions_runs() {
    String session = session();
    park(session, Script.say("first"));
    park(session, Script.fail("broken"));

    JsonNode snapshot = http.get("/v1/sessions/" + session).json().path("snapshot");
    assertThat(status(snapshot)).isEqualTo("failed");
    assertThat(text(snapshot, "last_assistant_message")).isEqualTo("first");
    assertThat(text(snapshot, "last_error")).isEqualTo("broken");
    assertThat(snapshot.path("transcript_len").asInt()).isGreaterThanOrEqualTo(3);

    String running = http.submit(session, Script.work());
    http.submit(session, Script.say("later"));
    awaitRun(running, "running");
    snapshot = http.get("/v1/sessions/" + session).json().path("snapshot");
    assertThat(status(snapshot)).isEqualTo("running");
    assertThat(text(snapshot, "active_run_id")).isEqualTo(running);
    assertThat(snapshot.path("queued_runs").asInt()).isEqualTo(1);
    http.post("/v1/runs/" + running + "/cancel", null).expect(200);
  }

  @Test
  // K4-253, K4-255
  void K4_253_K4_255_outputs_are_what_its_runs_have_said_oldest_first() {
    String session = session();
    JsonNode spoke = park(session, Script.say("one"));
    JsonNode showed =
        park(
            session,
            Script.tool(
                "emit_output", json("{'parts':[{'type':'text','text':'shown'}],'content':'two'}")),
            Script.say("three"));
    JsonNode silent = park(session, Script.fail("no"));
    JsonNode waiting = park(session, Script.approval("before it speaks"), Script.say("four"));

    JsonNode outputs = http.get("/v1/sessions/" + session).expect(200).json().path("outputs");

    assertThat(
            outputs
                .valueStream()
                .map(
                    o ->
                        text(o, "run_id")
                            + " "
                            + text(o, "source_kind")
                            + " "
                            + text(o, "content")))
        .containsExactly(
            id(spoke) + " assistant_text one",
            id(showed) + " emit_output two",
            id(showed) + " assistant_text three");
    assertThat(outputs.valueStream().map(o -> text(o, "session_id"))).containsOnly(session);
    assertThat(outputs.get(1).at("/parts/0/text").asString()).isEqualTo("shown");
    List<JsonNode> ofRuns = new ArrayList<>();
    for (JsonNode run : List.of(spoke, showed, silent, waiting)) {
      run(id(run)).path("outputs").forEach(ofRuns::add);
    }
    assertThat(outputs.valueStream().toList()).as("the runs show the same").isEqualTo(ofRuns);
    JsonNode log = http.get("/v1/sessions/" + session + "/events").expect(200).json();
    assertThat(log.path("daemon_outputs")).isEqualTo(outputs);

    http.post("/v1/runs/" + id(waiting) + "/approvals", allow(approvalId(waiting))).expect(202);
    awaitRun(id(waiting), "completed");
    log = http.get("/v1/sessions/" + session + "/events").expect(200).json();
    assertThat(log.path("daemon_outputs").valueStream().map(o -> text(o, "content")))
        .containsExactly("one", "two", "three", "four");
    assertThat(log.path("daemon_outputs")).isEqualTo(log.at("/session/outputs"));
    assertThat(http.get("/v1/sessions/" + session() + "/events").json().path("daemon_outputs"))
        .as("what another session has said is not here")
        .isEmpty();
  }

  @Test
  // K4-27, K4-254, K4-256
  void K4_27_K4_254_K4_256_the_log_shows_the_session_its_outputs_and_its_history() {
    String session = session();
    JsonNode one = park(session, Script.say("one"));
    JsonNode two = park(session, Script.approval("two"));

    JsonNode log = http.get("/v1/sessions/" + session + "/events").expect(200).json();

    assertThat(members(log)).containsExactly("session", "daemon_outputs", "run_events");
    assertThat(log.path("session")).isEqualTo(http.get("/v1/sessions/" + session).json());
    assertThat(log.path("daemon_outputs").valueStream().map(o -> text(o, "content")))
        .containsExactly("one");
    List<JsonNode> both = new ArrayList<>(events(id(one)));
    both.addAll(events(id(two)));
    assertThat(log.path("run_events").valueStream().toList()).isEqualTo(both);
  }
}
