package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.endpoint.Endpoint.Method;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An agent's token knows its own sessions, and no door tells it of others. */
@OnBothDatabases
class OwnedSessionsTest extends Acceptance {
  private static final AtomicInteger NAMES = new AtomicInteger();

  private static final Map<String, String> UNKNOWN =
      Map.of(
          "run_id", "run_01JZZZZZZZZZZZZZZZZZZZZZZZ",
          "approval_id", "apr_01JZZZZZZZZZZZZZZZZZZZZZZZ",
          "permit_id", "prm_01JZZZZZZZZZZZZZZZZZZZZZZZ",
          "question_id", "qst_01JZZZZZZZZZZZZZZZZZZZZZZZ",
          "schedule_id", "sch_01JZZZZZZZZZZZZZZZZZZZZZZZ",
          "observation_id", "obs_01JZZZZZZZZZZZZZZZZZZZZZZZ",
          "task_id", "tsk_01JZZZZZZZZZZZZZZZZZZZZZZZ",
          "rule_id", "rul_01JZZZZZZZZZZZZZZZZZZZZZZZ");

  OwnedSessionsTest(Database database) {
    super(database);
  }

  private record Agent(String id, Http http) {}

  private Agent agent() {
    JsonNode made =
        http.post(
                "/v1/tokens",
                json("{'name':'own agent %d','role':'agent'}", NAMES.incrementAndGet()))
            .expect(201)
            .json();
    assertThat(text(made, "session_access")).isEqualTo("own");
    return new Agent(text(made, "token_id"), http.as(text(made, "token")));
  }

  // PF-71
  @Test
  void PF_71_sharing_leads_into_no_other_tenant() {
    String tenant =
        text(
            http.post("/v1/tenants", json("{'name':'owned %d'}", NAMES.incrementAndGet()))
                .expect(201)
                .json(),
            "tenant_id");
    String bound =
        text(
            http.post(
                    "/v1/tokens",
                    json(
                        "{'name':'bound %d','role':'agent','tenant_id':'%s'}",
                        NAMES.incrementAndGet(), tenant))
                .expect(201)
                .json(),
            "token_id");
    refused(
        http.send(
            "PUT",
            "/v1/sessions/" + make(http) + "/access",
            json("{'token_ids':['%s']}", bound),
            _ -> {}),
        400,
        "api",
        "invalid_request");
  }

  // PF-71
  @Test
  void PF_71_a_taken_binding_key_does_not_name_the_session_that_has_it() {
    Agent first = agent();
    Agent second = agent();
    String taken = make(first.http);
    String keyed = json("{'content':'x','binding_keys':['key of %s']}", taken);
    first.http.post("/v1/sessions/" + taken + "/runs", keyed).expect(202);
    Http.Answer refused = second.http.post("/v1/sessions/" + make(second.http) + "/runs", keyed);
    assertThat(refused.code()).isEqualTo("binding_key_conflict");
    assertThat(refused.text()).doesNotContain("session '" + taken).doesNotContain(taken);
  }

  private static String in(Map<String, String> ids, String name) {
    return Objects.requireNonNull(ids.get(name), name);
  }

  private static String make(Http by) {
    return text(by.post("/v1/sessions", "{}").expect(201).json(), "session_id");
  }

  // PF-71
  @Test
  void PF_71_the_token_that_a_permit_names_redeems_it_and_reaches_nothing_else_of_its_session() {
    Agent asking = agent();
    Agent runner = agent();
    Agent other = agent();
    String session = make(asking.http);
    JsonNode raised =
        asking
            .http
            .post(
                "/v1/sessions/" + session + "/approval-requests",
                json(
                    "{'tool_name':'deploy','input':{},'reason':'release','permit':{'audience':'%s'}}",
                    runner.id))
            .expect(201)
            .json();
    String gate = text(raised.path("request"), "id");
    http.post("/v1/runs/" + id(raised) + "/approvals", allow(gate)).expect(202);
    String path = "/v1/permits/prm_" + gate.substring(4);
    String jws = text(runner.http.get(path).expect(200).json(), "permit");
    String redeem =
        json(
            "{'permit':'%s','redeemer_key':'0123456789abcdef','tool_name':'deploy','input':{}}",
            jws);
    String result = json("{'redeemer_key':'0123456789abcdef','outcome':'succeeded'}");

    refused(other.http.get(path), 404, "permits", "permit_not_found");
    refused(other.http.post(path + "/redeem", redeem), 404, "permits", "permit_not_found");
    refused(overMcp(other, path, redeem), "There is no such permit");
    refused(runner.http.post(path + "/revoke", "{}"), 404, "permits", "permit_not_found");
    refused(runner.http.get("/v1/approvals/" + gate), 404, "approvals", "approval_not_found");
    refused(runner.http.get("/v1/sessions/" + session), 404, "sessions", "session_not_found");
    assertThat(runner.http.get("/v1/permits?approval_id=" + gate).expect(200).json()).isEmpty();
    assertThat(overMcp(runner, path, redeem).expect(200).text()).contains("started");
    runner.http.post(path + "/redeem", redeem).expect(200);
    runner.http.post(path + "/result", result).expect(200);
  }

  private static void refused(Http.Answer overMcp, String words) {
    assertThat(overMcp.expect(200).text()).contains("\"isError\":true", words);
  }

  private static Http.Answer overMcp(Agent agent, String path, String redeem) {
    String arguments =
        "{\"permit_id\":\""
            + path.substring(path.lastIndexOf('/') + 1)
            + "\","
            + redeem.substring(1);
    return agent.http.post(
        "/mcp",
        json(
                "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'redeem_permit','arguments':")
            + arguments
            + "}}");
  }

  /** A permit that the agent has redeemed, so that lists have it. */
  private String permit(Agent agent, String session) {
    JsonNode raised =
        agent
            .http
            .post(
                "/v1/sessions/" + session + "/approval-requests",
                json("{'tool_name':'deploy','input':{},'reason':'release'}"))
            .expect(201)
            .json();
    String gate = text(raised.path("request"), "id");
    http.post("/v1/runs/" + id(raised) + "/approvals", allow(gate)).expect(202);
    String id = "prm_" + gate.substring(4);
    String jws = text(agent.http.get("/v1/permits/" + id).expect(200).json(), "permit");
    agent
        .http
        .post(
            "/v1/permits/" + id + "/redeem",
            json(
                "{'permit':'%s','redeemer_key':'0123456789abcdef','tool_name':'deploy','input':{}}",
                jws))
        .expect(200);
    return id;
  }

  /** Ids of everything that one agent has, by the names that paths have for them. */
  private Map<String, String> world(Agent agent) {
    String session = make(agent.http);
    String run = agent.http.submit(session, Script.approval("x"), Script.SAY_LAST_RESULT);
    String asking = agent.http.submit(make(agent.http), Script.ask(), Script.SAY_LAST_RESULT);
    Map<String, String> ids = new LinkedHashMap<>();
    ids.put("session_id", session);
    ids.put("run_id", run);
    ids.put("approval_id", agent.http.awaitApproval(run));
    ids.put("permit_id", permit(agent, session));
    ids.put("question_id", questionId(awaitRun(asking, "waiting_for_user_question")));
    ids.put(
        "schedule_id",
        made(
            agent,
            "/v1/schedules",
            "{'session_id':'%s','content':'x','trigger':{'type':'once','at_ms':4102444800000}}",
            session,
            "schedule_id"));
    ids.put(
        "observation_id",
        made(
            agent,
            "/v1/observations",
            "{'session_id':'%s','source':'x','content':'x','at_ms':4102444800000}",
            session,
            "observation_id"));
    ids.put(
        "channel_id",
        made(agent, "/v1/channels", "{'title':'t','members':['%s']}", session, "channel_id"));
    ids.put(
        "project_id",
        made(agent, "/v1/projects", "{'title':'t','members':['%s']}", session, "project_id"));
    ids.put(
        "task_id",
        made(
            agent,
            "/v1/projects/" + ids.get("project_id") + "/tasks",
            "{'title':'t','session_id':'%s','content':'x'}",
            session,
            "task_id"));
    ids.put(
        "rule_id",
        text(
            http.post(
                    "/v1/permission-rules",
                    json(
                        "{'behavior':'allow','tool':'x','scope':{'kind':'session','id':'%s'}}",
                        session))
                .expect(201)
                .json(),
            "rule_id"));
    return ids;
  }

  /** Older ones are first in lists of what waits: a page must reach beyond them. */
  private void othersAsk(int many) {
    Agent other = agent();
    String session = make(other.http);
    for (int i = 0; i < many; i++) {
      other
          .http
          .post(
              "/v1/sessions/" + session + "/question-requests",
              json(
                  "{'questions':[{'id':'q','question':'Which"
                      + " one?','options':[{'id':'a','label':'A'}]}]}"))
          .expect(201);
    }
  }

  private static String made(Agent agent, String path, String body, String session, String member) {
    Http.Answer answer = agent.http.post(path, json(body, session));
    assertThat(answer.status()).as(path + answer.text()).isBetween(200, 299);
    return text(answer.json(), member);
  }

  private static String unknown(String name) {
    return UNKNOWN.getOrDefault(name, "nobody");
  }

  private static Stream<Endpoint> doors() {
    return Endpoints.ALL.stream()
        .filter(each -> each.access() != Access.OPEN && Role.AGENT.may(each.access()));
  }

  private static Http.Answer call(Http caller, Endpoint endpoint, String path) {
    String body =
        endpoint.method() == Method.GET || endpoint.method() == Method.DELETE ? null : "{}";
    return caller.send(endpoint.method().name(), path, body, _ -> {});
  }

  private static String without(Http.Answer answer, String id) {
    return answer.status()
        + answer.text().replaceAll("\"(request_id|instance)\":\"[^\"]*\"", "").replace(id, "ID");
  }

  // PF-71
  @Test
  void PF_71_what_is_anothers_does_not_exist_in_any_path() {
    Agent mine = agent();
    Map<String, String> own = world(mine);
    Map<String, String> theirs = world(agent());
    int asked = 0;
    for (Endpoint door : doors().toList()) {
      for (String name : door.pathParameters()) {
        if (!theirs.containsKey(name)) {
          continue;
        }
        asked++;
        String path = door.path();
        for (String other : door.pathParameters()) {
          path = other.equals(name) ? path : path.replace("{" + other + "}", own.get(other));
        }
        String foreign = theirs.get(name);
        Http.Answer seen = call(mine.http, door, path.replace("{" + name + "}", foreign));
        Http.Answer nothing = call(mine.http, door, path.replace("{" + name + "}", unknown(name)));
        assertThat(seen.status()).as(door.id() + " " + seen.text()).isEqualTo(404);
        assertThat(without(seen, foreign)).as(door.id()).isEqualTo(without(nothing, unknown(name)));
        if (door.method() == Method.GET && door.form() == Endpoint.Form.JSON) {
          assertThat(call(mine.http, door, path.replace("{" + name + "}", in(own, name))).status())
              .as(door.id() + " of its own")
              .isEqualTo(door.id().equals("getReceipt") ? 409 : 200);
        }
      }
    }
    assertThat(asked).isGreaterThan(30);
    assertThat(status(run(in(theirs, "run_id")))).isEqualTo("waiting_for_approval");
  }

  // PF-71
  @Test
  void PF_71_what_is_anothers_does_not_exist_in_any_query() {
    Agent mine = agent();
    Map<String, String> own = world(mine);
    Map<String, String> theirs = world(agent());
    int asked = 0;
    for (Endpoint door : doors().filter(each -> each.pathParameters().isEmpty()).toList()) {
      for (String name : List.of("session_id", "run_id", "project_id")) {
        if (door.takes(name)) {
          asked++;
          String at = door.path() + "?" + name + "=";
          Http.Answer seen = call(mine.http, door, at + in(theirs, name));
          Http.Answer nothing = call(mine.http, door, at + unknown(name));
          assertThat(seen.status()).as(at + seen.text()).isEqualTo(404);
          assertThat(without(seen, in(theirs, name)))
              .as(at)
              .isEqualTo(without(nothing, unknown(name)));
          if (door.form() == Endpoint.Form.JSON) {
            assertThat(call(mine.http, door, at + in(own, name)).status()).as(at).isEqualTo(200);
          }
        }
      }
    }
    assertThat(asked).isGreaterThan(10);
    Http.Answer learnings =
        mine.http.get("/v1/learnings?scope_kind=session&scope_id=" + in(theirs, "session_id"));
    assertThat(learnings.status()).isEqualTo(404);
  }

  // PF-71
  @Test
  void PF_71_what_is_anothers_does_not_exist_in_any_body() {
    Agent mine = agent();
    Map<String, String> own = world(mine);
    Map<String, String> theirs = world(agent());
    String session = in(theirs, "session_id");
    Map<String, String> bodies = new LinkedHashMap<>();
    bodies.put(
        "/v1/schedules",
        "{'session_id':'ID','content':'x','trigger':{'type':'once','at_ms':4102444800000}}");
    bodies.put("/v1/observations", "{'session_id':'ID','source':'x','content':'x'}");
    bodies.put("/v1/channels", "{'title':'t','members':['ID']}");
    bodies.put("/v1/projects", "{'title':'t','members':['ID']}");
    bodies.put(
        "/v1/projects/" + in(own, "project_id") + "/tasks",
        "{'title':'t','session_id':'ID','content':'x'}");
    bodies.put(
        "/v1/channels/" + in(own, "channel_id") + "/messages",
        "{'author':'a','content':'x','to':['ID']}");
    bodies.put("/api/chat", "{'session_id':'ID','message':'x'}");
    bodies.forEach(
        (path, body) -> {
          Http.Answer seen = mine.http.post(path, json(body).replace("ID", session));
          Http.Answer nothing = mine.http.post(path, json(body).replace("ID", "nobody"));
          assertThat(seen.status()).as(path + seen.text()).isIn(400, 404);
          assertThat(without(seen, session)).as(path).isEqualTo(without(nothing, "nobody"));
        });
    Http.Answer taken = mine.http.post("/v1/sessions", json("{'session_id':'%s'}", session));
    assertThat(taken.status()).isEqualTo(409);
    assertThat(taken.text()).doesNotContain(in(theirs, "run_id"));
  }

  // PF-71
  @Test
  void PF_71_lists_have_its_own_alone() {
    Agent mine = agent();
    othersAsk(50);
    Map<String, String> own = world(mine);
    Map<String, String> theirs = world(agent());
    Map<String, String> lists = new LinkedHashMap<>();
    lists.put("/v1/sessions", "session_id");
    lists.put("/v1/runs", "run_id");
    lists.put("/v1/approvals", "approval_id");
    lists.put("/v1/permits", "permit_id");
    lists.put("/v1/questions", "question_id");
    lists.put("/v1/schedules", "schedule_id");
    lists.put("/v1/observations", "observation_id");
    lists.put("/v1/channels", "channel_id");
    lists.put("/v1/projects", "project_id");
    lists.put("/v1/permission-rules", "rule_id");
    lists.forEach(
        (path, name) -> {
          String all = mine.http.get(path).expect(200).text();
          assertThat(all).as(path).contains(in(own, name));
          theirs.values().forEach(id -> assertThat(all).as(path).doesNotContain(id));
          JsonNode page = mine.http.get(path + "?page=true&limit=1").expect(200).json();
          assertThat(page.path("items").size()).as(path).isEqualTo(1);
          assertThat(page.at("/pagination/total_count").asInt())
              .as(path)
              .isEqualTo(mine.http.get(path + "?limit=1000").expect(200).json().size());
          // Others who share this daemon may have asked more than a page of questions.
          assertThat(
                  List.of("question_id", "approval_id").contains(name)
                      ? http.get(path + "/" + in(own, name)).expect(200).text()
                      : http.get(path + "?limit=1000").expect(200).text())
              .contains(in(own, name));
        });
    assertThat(mine.http.get("/v1/deliveries").expect(200).json()).isEmpty();
    assertThat(mine.http.get("/v1/sessions?page=true").json().at("/pagination/total_count").asInt())
        .isEqualTo(2);
  }

  // PF-71
  @Test
  void PF_71_the_stream_of_all_events_carries_its_own_alone() {
    Agent mine = agent();
    Agent other = agent();
    String own = make(mine.http);
    String theirs = make(other.http);
    try (Sse stream = mine.http.stream("/v1/events/stream", _ -> {})) {
      other.http.awaitRun(other.http.submit(theirs, Script.say("theirs")), "completed");
      String run = mine.http.submit(own, Script.say("mine"));
      mine.http.awaitRun(run, "completed");
      String first = stream.next(frame -> frame.text().contains(run)).text();
      assertThat(first).contains(run);
      stream.next(frame -> frame.text().contains("completed"));
      assertThat(stream.taken().toString()).contains(run).doesNotContain(theirs, "theirs");
    }
  }

  // PF-71
  @Test
  void PF_71_a_session_that_is_shared_is_reached_with_its_children_until_it_is_not() {
    Agent maker = agent();
    Agent guest = agent();
    String session = make(maker.http);
    String run =
        maker.http.submit(
            session,
            Script.spawnAs(session + "-child", Script.approval("y")),
            Script.SAY_LAST_RESULT);
    awaitRun(run, "completed");
    String later = session + "-later";
    List<String> doors =
        new ArrayList<>(List.of("/v1/sessions/" + session, "/v1/sessions/" + session + "-child"));
    doors.add("/v1/runs/" + run);
    maker.http.get(doors.get(1)).expect(200);
    doors.forEach(door -> assertThat(guest.http.get(door).status()).as(door).isEqualTo(404));

    String access = "/v1/sessions/" + session + "/access";
    String body = json("{'token_ids':['%s']}", guest.id);
    assertThat(maker.http.send("PUT", access, body, _ -> {}).status()).isEqualTo(403);
    JsonNode shared = http.send("PUT", access, body, _ -> {}).expect(200).json();
    assertThat(text(shared, "owner_id")).isEqualTo(maker.id);
    JsonNode shown = guest.http.get("/v1/sessions/" + session).expect(200).json();
    assertThat(shown.at("/shared_with/0").asString()).isEqualTo(guest.id);
    String second =
        guest.http.submit(session, Script.spawnAs(later, Script.say("z")), Script.SAY_LAST_RESULT);
    awaitRun(second, "completed");
    doors.add("/v1/sessions/" + later);
    doors.forEach(door -> assertThat(guest.http.get(door).status()).as(door).isEqualTo(200));
    doors.forEach(door -> assertThat(maker.http.get(door).status()).as(door).isEqualTo(200));
    assertThat(guest.http.get("/v1/sessions").text()).contains(session + "-child", later);

    http.send("PUT", access, "{\"token_ids\":[]}", _ -> {}).expect(200);
    doors.forEach(door -> assertThat(guest.http.get(door).status()).as(door).isEqualTo(404));
    assertThat(guest.http.get("/v1/sessions").expect(200).json()).isEmpty();
    refused(
        http.send("PUT", access, "{\"token_ids\":[\"tok_nobody\"]}", _ -> {}),
        400,
        "api",
        "invalid_request");
  }

  // PF-71
  @Test
  void PF_71_no_other_surface_leads_to_anothers_session() {
    Agent mine = agent();
    Map<String, String> theirs = world(agent());
    String session = in(theirs, "session_id");
    String approval = in(theirs, "approval_id");

    String hook =
        "{'session_id':'%s','hook_event_name':'PreToolUse','tool_name':'Bash','tool_use_id':'t1',"
            + "'tool_input':{'command':'ls'},'cwd':'/'}";
    Http.Answer hooked =
        mine.http.post("/hooks/claude/pre-tool-use?wait_ms=0", json(hook, session));
    assertThat(hooked.text()).as("hook").doesNotContain(approval, in(theirs, "run_id"));
    assertThat(hooked.status()).isEqualTo(404);

    assertThat(mine.http.get("/ag-ui/" + session).status()).isEqualTo(404);
    String input = "{'threadId':'%s','runId':'r1','messages':[{'role':'user','content':'x'}]}";
    Http.Answer fronted = mine.http.post("/ag-ui", json(input, session));
    assertThat(fronted.status()).as(fronted.text()).isEqualTo(404);

    Http.Answer foreign = mcp(mine, approval);
    Http.Answer nothing = mcp(mine, "apr_01JZZZZZZZZZZZZZZZZZZZZZZZ");
    assertThat(foreign.text()).contains("There is no such request");
    assertThat(without(foreign, approval))
        .isEqualTo(without(nothing, "apr_01JZZZZZZZZZZZZZZZZZZZZZZZ"));
    assertThat(http.get("/v1/runs?session_id=" + session).json().size())
        .as("nothing was raised there")
        .isEqualTo(http.get("/v1/runs?page=true&session_id=" + session).json().at("/items").size());
    assertThat(status(run(in(theirs, "run_id")))).isEqualTo("waiting_for_approval");
  }

  private static Http.Answer mcp(Agent agent, String requestId) {
    String body =
        "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'check_decision',"
            + "'arguments':{'request_id':'%s'}}}";
    return agent.http.send(
        "POST",
        "/mcp",
        json(body, requestId),
        request -> request.header("Accept", "application/json, text/event-stream"));
  }

  // PF-72
  @Test
  void PF_72_a_token_that_reaches_all_is_bound_by_a_change_and_at_once() {
    String session = session();
    JsonNode made =
        http.post(
                "/v1/tokens",
                json(
                    "{'name':'old agent %d','role':'agent','session_access':'all'}",
                    NAMES.incrementAndGet()))
            .expect(201)
            .json();
    Http old = http.as(text(made, "token"));
    old.get("/v1/sessions/" + session).expect(200);
    http.send(
            "PATCH",
            "/v1/tokens/" + text(made, "token_id"),
            json("{'session_access':'own'}"),
            _ -> {})
        .expect(200);
    assertThat(old.get("/v1/sessions/" + session).status()).isEqualTo(404);
    assertThat(told("token.create", text(made, "token_id"))).isEqualTo("all");
    assertThat(told("token.change", text(made, "token_id"))).isEqualTo("own");
    String own = make(old);
    old.get("/v1/sessions/" + own).expect(200);
  }

  /** Which sessions the token reaches, as the admin chain has it. */
  private String told(String target, String tokenId) {
    return http.get("/v1/audit/records?kind=admin&page=true&limit=500&target=" + target)
        .expect(200)
        .json()
        .path("items")
        .valueStream()
        .map(one -> one.at("/evidence/what"))
        .filter(what -> text(what, "token_id").equals(tokenId))
        .map(what -> what.path("session_access").asString("none"))
        .findFirst()
        .orElse("no record");
  }
}
