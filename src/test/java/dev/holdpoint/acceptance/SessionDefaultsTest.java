package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the runs of a session inherit: who it is, what it may do, how the model is asked. */
@OnBothDatabases
class SessionDefaultsTest extends Acceptance {
  private static final String ASK = "{'type':'structured_json','schema':{'type':'object'}}";

  SessionDefaultsTest(Database database) {
    super(database);
  }

  private Http.Answer put(String session, String what, String body) {
    return send("PUT", "/v1/sessions/" + session + "/" + what, json(body));
  }

  private Http.Answer post(String session, String what, String body) {
    return http.post("/v1/sessions/" + session + "/" + what, json(body));
  }

  private Http.Answer delete(String session, String what) {
    return send("DELETE", "/v1/sessions/" + session + "/" + what, null);
  }

  private Http.Answer send(String method, String path, @Nullable String body) {
    return http.send(method, path, body, _ -> {});
  }

  private JsonNode view(String session) {
    return http.get("/v1/sessions/" + session).expect(200).json();
  }

  /** What a model would be sent now. */
  private JsonNode request(String session, String more) {
    String script = JSON.writeValueAsString("#!script\n" + Script.sayRequest());
    http.post("/v1/sessions/" + session + "/input", "{\"content\":" + script + json(more) + "}")
        .expect(200);
    JsonNode outputs = view(session).path("outputs");
    return JSON.readTree(text(outputs.get(outputs.size() - 1), "content"));
  }

  private JsonNode lastRun(String session) {
    return http.get("/v1/runs?limit=1&session_id=" + session).expect(200).json().get(0);
  }

  private String persona(String body) {
    String id = "persona-of-" + session();
    http.post("/v1/personas", json("{'persona_id':'%s',%s}".formatted(id, body))).expect(201);
    return id;
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT"})
  // K4-24, K4-25, K4-73, K4-74, K4-246
  void K4_24_K4_25_K4_73_K4_74_a_route_policy_is_kept_whichever_way_it_comes(String method) {
    String session = session();
    String policy =
        "{'provider':'alt','generation':{'model':'m','fallback_model':'f',"
            + "'tool_choice':'required','allow_parallel_tool_calls':false,"
            + "'max_output_tokens':7,'temperature':0.50,'response_format':"
            + ASK
            + "}}";
    JsonNode view =
        send(
                method,
                "/v1/sessions/" + session + "/route-policy",
                json("{'route_policy':" + policy + "}"))
            .expect(200)
            .json();
    JsonNode kept = view.path("route_policy");
    assertThat(text(kept, "provider")).isEqualTo("alt");
    assertThat(kept.path("generation"))
        .isEqualTo(
            JSON.readTree(json(policy).replace("\"required\"", "{\"type\":\"required\"}"))
                .path("generation"));
    assertThat(view(session).path("route_policy")).isEqualTo(kept);
  }

  @Test
  // K4-72, K4-75, K4-76, K4-77, K4-78, K4-79, K4-80, K4-81
  void K4_72_K4_75_K4_76_K4_77_K4_78_K4_79_K4_80_K4_81_the_next_run_is_asked_as_the_policy_says() {
    String session = session();
    post(
            session,
            "route-policy",
            "{'route_policy':{'generation':{'model':'m','fallback_model':'f','tool_choice':"
                + "{'type':'specific','name':'bash'},'allow_parallel_tool_calls':true,"
                + "'max_output_tokens':9,'temperature':1,'response_format':"
                + ASK
                + "}}}")
        .expect(200);

    JsonNode generation = request(session, "").path("generation");

    assertThat(generation)
        .isEqualTo(
            JSON.readTree(
                json(
                    "{'model':'m','fallback_model':'f','tool_choice':{'type':'specific','name':"
                        + "'bash'},'allow_parallel_tool_calls':true,'max_output_tokens':9,"
                        + "'temperature':1,'response_format':"
                        + ASK
                        + "}")));
    assertThat(lastRun(session).at("/request/model").asString()).isEqualTo("m");
  }

  @Test
  // K4-82, K4-83, K4-84, K4-85, K4-87, K4-26, K4-197
  void
      K4_82_K4_83_K4_84_K4_85_K4_87_K4_26_the_run_wins_over_the_session_and_that_over_the_daemon() {
    String session = session();
    request(session, "");
    assertThat(lastRun(session).at("/request/provider").asString()).isEqualTo("scripted");
    assertThat(lastRun(session).at("/request/model").asString()).isEqualTo("scripted");

    post(
            session,
            "route-policy",
            "{'route_policy':{'provider':'alt','generation':{'temperature':1,'model':'mine'}}}")
        .expect(200);
    request(session, "");
    assertThat(lastRun(session).at("/request/provider").asString()).isEqualTo("alt");
    assertThat(lastRun(session).at("/request/model").asString()).isEqualTo("mine");

    JsonNode asked = request(session, ",'provider':'scripted','generation':{'temperature':0}");
    assertThat(lastRun(session).at("/request/provider").asString()).isEqualTo("scripted");
    assertThat(lastRun(session).at("/request/model").asString())
        .as("a model of another route means nothing here")
        .isEqualTo("scripted");
    assertThat(asked.path("generation")).isEqualTo(JSON.readTree("{\"temperature\":0}"));

    assertThat(delete(session, "route-policy").expect(200).json().path("route_policy").isNull())
        .isTrue();
    request(session, "");
    assertThat(lastRun(session).at("/request/provider").asString()).isEqualTo("scripted");
  }

  @Test
  // K4-85, K4-86
  void K4_85_K4_86_a_named_route_has_its_own_model() {
    String session = session();
    request(session, ",'provider':'alt'");
    assertThat(lastRun(session).at("/request/model").asString()).isEqualTo("alt-model");
    assertThat(lastRun(session).at("/request/provider").asString())
        .as("in a run the provider is the route")
        .isEqualTo("alt");
    JsonNode route =
        http.get("/v1/routes")
            .expect(200)
            .json()
            .valueStream()
            .filter(one -> text(one, "name").equals("alt"))
            .findFirst()
            .orElseThrow();
    assertThat(text(route, "provider"))
        .as("of a route it is what stands behind it")
        .isEqualTo("scripted");
    refused(
        http.post("/v1/sessions/" + session + "/runs", json("{'content':'x','provider':'openai'}")),
        400,
        "routes",
        "route_not_found");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'route_policy':{'provider':'none'}}|routes|route_not_found",
        "{'route_policy':{'provder':'alt'}}|api|invalid_request",
        "{'route_policy':{'generation':{'modle':'m'}}}|api|invalid_request",
        "{'route_policy':{'generation':{'tool_choice':'sometimes'}}}|api|invalid_request",
        "{'route_policy':{'generation':{'tool_choice':'specific'}}}|api|invalid_request",
        "{'route_policy':{'generation':{'tool_choice':7}}}|api|invalid_request",
        "{'route_policy':{'generation':{'temperature':2.1}}}|api|invalid_request",
        "{'route_policy':{'generation':{'temperature':-0.1}}}|api|invalid_request",
        "{'route_policy':{'generation':{'max_output_tokens':0}}}|api|invalid_request",
        "{'route_policy':{'generation':{'response_format':{'type':'xml'}}}}|api|invalid_request",
        "{'route_policy':{'generation':{'response_format':{'type':'structured_json'}}}}|api|invalid_request",
        "{'route_policy':{'generation':{'response_format':{'type':'structured_json','schema':{'$ref':'#'}}}}}|api|invalid_request",
        "{'route_policy':{'generation':{'response_format':{'type':'structured_json','schema':{'pattern':'(a'}}}}}|api|invalid_request",
        "{'route_policy':null}|api|invalid_request",
        "{}|api|invalid_request",
        "{'provider':'alt'}|api|invalid_request"
      })
  void a_policy_that_makes_no_sense_is_refused_and_changes_nothing(
      String body, String domain, String code) {
    String session = session();
    JsonNode before = post(session, "route-policy", "{'route_policy':{}}").expect(200).json();
    refused(put(session, "route-policy", body), 400, domain, code);
    assertThat(view(session)).isEqualTo(before);
  }

  @Test
  // K4-14, K4-15, K4-16, K4-89, K4-92, K4-93, K4-94, K4-95, K4-110, K4-111, K4-112, K4-113, K4-114
  void K4_14_K4_15_K4_16_K4_89_K4_110_K4_111_K4_112_K4_113_K4_114_a_capability_scope_is_normal() {
    String session = session();
    String body =
        "{'capability_scope':{'skill_allow':[' b','a ','a'],'skill_deny':['z'],"
            + "'mcp_server_allow':['s','*'],'mcp_server_deny':['*','q'],'mcp_tool_allow':['t'],"
            + "'mcp_tool_deny':['u']}}";
    JsonNode posted = post(session, "capability-scope", body).expect(200).json();
    JsonNode kept = posted.path("capability_scope");
    assertThat(kept)
        .isEqualTo(
            JSON.readTree(
                json(
                    "{'skill_allow':['a','b'],'skill_deny':['z'],'mcp_server_allow':['*'],"
                        + "'mcp_server_deny':['*'],'mcp_tool_allow':['t'],'mcp_tool_deny':['u']}")));
    assertThat(put(session, "capability-scope", body).expect(200).json()).isEqualTo(posted);
    assertThat(posted.path("credential_scope").isNull()).isTrue();

    JsonNode cleared = delete(session, "capability-scope").expect(200).json();
    assertThat(cleared.path("capability_scope").isNull()).isTrue();
    assertThat(cleared.path("effective_capability_scope").isNull()).isTrue();
  }

  @Test
  // K4-17, K4-18, K4-19, K4-97, K4-98, K4-99, K4-100, K4-101, K4-102, K4-103, K4-104, K4-105,
  // K4-106, K4-115
  void K4_17_K4_18_K4_19_K4_97_K4_98_K4_115_a_credential_scope_leaves_the_capabilities_alone() {
    String session = session();
    post(session, "capability-scope", "{'capability_scope':{'skill_deny':['x']}}").expect(200);
    String body =
        "{'credential_scope':{'route_allow':['scripted',' alt'],'route_deny':['q'],"
            + "'connector_allow':['c'],'connector_deny':['d'],'connector_credential_allow':[],"
            + "'connector_credential_deny':['e'],'mcp_server_allow':['f'],'mcp_server_deny':['g']}}";
    JsonNode view = post(session, "credential-scope", body).expect(200).json();
    assertThat(view.path("credential_scope"))
        .isEqualTo(
            JSON.readTree(
                json(
                    "{'route_allow':['alt','scripted'],'route_deny':['q'],'connector_allow':['c'],"
                        + "'connector_deny':['d'],'connector_credential_allow':[],"
                        + "'connector_credential_deny':['e'],'mcp_server_allow':['f'],"
                        + "'mcp_server_deny':['g']}")));
    assertThat(texts(view.at("/effective_credential_scope/connector_credential_deny")))
        .containsExactly("*");
    assertThat(texts(view.at("/capability_scope/skill_deny"))).containsExactly("x");
    assertThat(put(session, "credential-scope", body).expect(200).json()).isEqualTo(view);
    assertThat(delete(session, "credential-scope").expect(200).json().path("credential_scope"))
        .isEqualTo(JSON.nullNode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'capability_scope':{'skil_allow':['a']}}",
        "{'capability_scope':{'skill_allow':['a*']}}",
        "{'capability_scope':{'skill_allow':['   ']}}",
        "{'capability_scope':{'skill_allow':'a'}}",
        "{'capability_scope':{'skill_allow':[7]}}",
        "{'capability_scope':null}",
        "{'skill_allow':['a']}",
        "{}"
      })
  void a_scope_with_a_mistake_never_widens_access(String body) {
    String session = session();
    JsonNode before =
        post(session, "capability-scope", "{'capability_scope':{'skill_allow':['only']}}")
            .expect(200)
            .json();
    refused(put(session, "capability-scope", body), 400, "api", "invalid_request");
    assertThat(view(session)).isEqualTo(before);
  }

  @Test
  // K4-99, K4-100, K4-108
  void K4_99_K4_100_K4_108_a_route_that_the_scope_denies_cannot_be_used_and_says_why() {
    String session = session();
    put(session, "credential-scope", "{'credential_scope':{'route_allow':['alt']}}").expect(200);
    JsonNode problem =
        refused(post(session, "runs", "{'content':'hi'}"), 400, "routes", "route_not_ready");
    assertThat(text(problem, "detail")).contains("credential scope", "scripted");
    post(session, "runs", "{'content':'hi','provider':'alt'}").expect(202);
    awaitRun(id(lastRun(session)), "completed");

    put(session, "credential-scope", "{'credential_scope':{'route_deny':['alt']}}").expect(200);
    refused(
        post(session, "input", "{'content':'hi','provider':'alt'}"),
        400,
        "routes",
        "route_not_ready");
    post(session, "input", "{'content':'hi'}").expect(200);

    put(session, "credential-scope", "{'credential_scope':{'route_deny':['*']}}").expect(200);
    refused(post(session, "input", "{'content':'hi'}"), 400, "routes", "route_not_ready");
    assertThat(view(session).path("outputs")).hasSize(2);
  }

  @Test
  // K4-96, K4-107
  void K4_96_K4_107_a_session_cannot_go_beyond_its_persona() {
    String persona =
        persona(
            "'capability_scope':{'skill_allow':['a','b'],'skill_deny':['c'],'mcp_tool_deny':['x']}");
    String session = session();
    post(session, "persona", "{'persona_id':'%s'}".formatted(persona)).expect(200);

    JsonNode wide =
        put(
                session,
                "capability-scope",
                "{'capability_scope':{'skill_allow':['b','z'],'skill_deny':['d']}}")
            .expect(200)
            .json()
            .path("effective_capability_scope");
    assertThat(texts(wide.path("skill_allow"))).containsExactly("b");
    assertThat(texts(wide.path("skill_deny"))).containsExactly("c", "d");
    assertThat(texts(wide.path("mcp_tool_deny"))).containsExactly("x");

    JsonNode nothing =
        put(session, "capability-scope", "{'capability_scope':{'skill_allow':['z']}}")
            .expect(200)
            .json()
            .path("effective_capability_scope");
    assertThat(texts(nothing.path("skill_deny")))
        .as("what is left of two lists that share nothing is nothing, not everything")
        .containsExactly("*");
  }

  @Test
  // K4-11, K4-12, K4-13, K4-49, K4-59, K4-64, K4-185, K4-186
  void K4_11_K4_12_K4_13_K4_49_K4_59_K4_64_K4_185_K4_186_a_bound_persona_stays_as_it_was() {
    String persona = persona("'display_name':'Ada','instructions':'Be brief.'");
    String other = persona("'instructions':'Be long.'");
    String session = "bound-" + session();
    JsonNode made =
        http.post("/v1/sessions", json("{'session_id':'%s','persona_id':'%s'}", session, persona))
            .expect(201)
            .json();
    assertThat(made.at("/persona/display_name").asString()).isEqualTo("Ada");
    assertThat(text(request(session, ""), "system")).isEqualTo("Be brief.");

    send("PUT", "/v1/personas/" + persona, json("{'display_name':'Eve','instructions':'!'}"))
        .expect(200);
    assertThat(view(session).at("/persona/instructions").asString()).isEqualTo("Be brief.");
    assertThat(text(request(session, ""), "system")).isEqualTo("Be brief.");

    refused(
        http.post("/v1/sessions", json("{'session_id':'%s','persona_id':'%s'}", session, other)),
        409,
        "sessions",
        "session_conflict");
    http.post("/v1/sessions", json("{'session_id':'%s','persona_id':'%s'}", session, persona))
        .expect(201);

    assertThat(ids("/v1/sessions?persona_id=" + persona)).containsExactly(session);
    assertThat(ids("/v1/sessions?persona_id=" + other)).isEmpty();
    assertThat(
            http.get("/v1/sessions?page=true&persona_id=" + persona)
                .expect(200)
                .json()
                .at("/pagination/total_count")
                .asInt())
        .isEqualTo(1);

    put(session, "persona", "{'persona_id':'%s'}".formatted(other)).expect(200);
    assertThat(ids("/v1/sessions?persona_id=" + other)).containsExactly(session);
    JsonNode free = delete(session, "persona").expect(200).json();
    assertThat(free.path("persona").isNull()).isTrue();
    assertThat(text(request(session, ""), "system")).isEmpty();
    assertThat(http.get("/v1/personas/" + other).expect(200).json().path("instructions").asString())
        .isEqualTo("Be long.");
  }

  private List<String> ids(String path) {
    return http.get(path)
        .expect(200)
        .json()
        .valueStream()
        .map(row -> text(row, "session_id"))
        .toList();
  }

  @Test
  void personas_are_made_once_listed_replaced_and_removed() {
    String id =
        persona(
            "'display_name':'A','instructions':'i','capability_scope':{'skill_deny':['b','a']}");
    JsonNode view = http.get("/v1/personas/" + id).expect(200).json();
    assertThat(view)
        .isEqualTo(
            JSON.readTree(
                json(
                    "{'persona_id':'%s','display_name':'A','instructions':'i','capability_scope':"
                        + "{'skill_allow':[],'skill_deny':['a','b'],'mcp_server_allow':[],"
                        + "'mcp_server_deny':[],'mcp_tool_allow':[],'mcp_tool_deny':[]}}",
                    id)));
    refused(
        http.post("/v1/personas", json("{'persona_id':'%s'}", id)),
        409,
        "personas",
        "persona_conflict");
    refused(
        send("PUT", "/v1/personas/" + id, json("{'persona_id':'other'}")),
        400,
        "api",
        "invalid_request");
    refused(
        http.post("/v1/personas", json("{'instruction':'typo'}")), 400, "api", "invalid_request");
    assertThat(text(http.get("/v1/personas?limit=1").expect(200).json().get(0), "persona_id"))
        .isEqualTo(id);
    send("DELETE", "/v1/personas/" + id, null).expect(204);
    refused(http.get("/v1/personas/" + id), 404, "personas", "persona_not_found");
    refused(send("DELETE", "/v1/personas/" + id, null), 404, "personas", "persona_not_found");
    refused(
        http.post("/v1/sessions", json("{'persona_id':'%s'}", id)),
        404,
        "personas",
        "persona_not_found");
  }

  @Test
  void a_persona_made_again_with_its_key_is_the_same_one() {
    String key = "persona-" + session();
    JsonNode first = keyed("/v1/personas", json("{'display_name':'K'}"), key).expect(201).json();
    Http.Answer again = keyed("/v1/personas", json("{'display_name':'K'}"), key);
    assertThat(again.expect(201).json()).isEqualTo(first);
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    refused(
        keyed("/v1/personas", json("{'display_name':'L'}"), key),
        409,
        "idempotency",
        "idempotency_conflict");
  }

  @ParameterizedTest
  @ValueSource(strings = {"running", "waiting_for_approval", "waiting_for_user_question", "queued"})
  // K4-116, K4-117, K4-118, K4-119, K4-120, K4-121
  void K4_116_K4_117_K4_118_K4_119_K4_120_K4_121_who_a_session_is_changes_only_while_it_is_idle(
      String state) {
    String persona = persona("'instructions':'x'");
    String session = session();
    String line =
        switch (state) {
          case "waiting_for_approval" -> Script.bash("true");
          case "waiting_for_user_question" -> Script.ask();
          default -> Script.work();
        };
    String work = "{\"content\":" + JSON.writeValueAsString("#!script\n" + line) + "}";
    JsonNode first = http.post("/v1/sessions/" + session + "/runs", work).expect(202).json();
    if (state.equals("queued")) {
      http.post("/v1/sessions/" + session + "/runs", work).expect(202);
    }
    awaitRun(id(first), state.equals("queued") ? "running" : state);

    for (String method : List.of("POST", "PUT")) {
      notIdle(send(method, path(session, "persona"), json("{'persona_id':'%s'}", persona)));
      notIdle(send(method, path(session, "capability-scope"), json("{'capability_scope':{}}")));
      notIdle(send(method, path(session, "credential-scope"), json("{'credential_scope':{}}")));
    }
    notIdle(delete(session, "persona"));
    notIdle(delete(session, "capability-scope"));
    notIdle(delete(session, "credential-scope"));
    JsonNode view = view(session);
    assertThat(view.path("persona").isNull()).isTrue();
    assertThat(view.path("capability_scope").isNull()).isTrue();
    assertThat(view.path("credential_scope").isNull()).isTrue();

    post(session, "route-policy", "{'route_policy':{'provider':'alt'}}").expect(200);
    post(session, "reply-targets", "{'reply_targets':[{'type':'raw','plugin':'p','address':'a'}]}")
        .expect(200);
    http.post("/v1/sessions/" + session + "/interrupt", "").expect(200);
    http.post("/v1/sessions/" + session + "/interrupt", "").expect(200);
  }

  private static String path(String session, String what) {
    return "/v1/sessions/" + session + "/" + what;
  }

  private static void notIdle(Http.Answer answer) {
    refused(answer, 409, "sessions", "session_not_idle");
  }

  @Test
  void nothing_changes_in_a_session_that_has_ended() {
    String session = session();
    http.post(path(session, "end"), "").expect(200);
    refused(
        post(session, "route-policy", "{'route_policy':{}}"), 409, "sessions", "session_conflict");
    refused(delete(session, "persona"), 409, "sessions", "session_conflict");
    refused(
        put("no-such", "capability-scope", "{'capability_scope':{}}"),
        404,
        "sessions",
        "session_not_found");
  }
}
