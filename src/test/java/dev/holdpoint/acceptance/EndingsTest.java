package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * What policies match, and what their endings do to the waiting agent. All of it in one daemon for
 * each database, whose clock is ours; every policy here is for sessions or a tenant of its own.
 */
@OnBothDatabases
class EndingsTest extends Acceptance {
  private static final Map<Database, Moving> DAEMONS = new EnumMap<>(Database.class);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String NOBODY = "nobody decided before the deadline";
  private static final String POLICIES = "/v1/approval-policies";

  private final Moving moving;

  EndingsTest(Database database) {
    Moving moving =
        DAEMONS.computeIfAbsent(
            database, each -> Moving.start(each, Staged.settings(Database.newFolder())));
    super(moving.http());
    this.moving = moving;
  }

  private static String name() {
    return "p-" + UUID.randomUUID();
  }

  private String policy(String needs, String more) {
    String name = name();
    http.post(POLICIES, json("{'name':'%s','needs':'%s'%s}", name, needs, json(more))).expect(201);
    return name;
  }

  private JsonNode raise(String session, String tool, String more) {
    return http.post(
            "/v1/sessions/" + session + "/approval-requests",
            json("{'tool_name':'%s','reason':'why'%s}", tool, json(more)))
        .expect(201)
        .json();
  }

  private static String requestId(JsonNode raised) {
    return text(raised.path("request"), "id");
  }

  private JsonNode row(String id) {
    return http.get((id.startsWith("apr_") ? "/v1/approvals/" : "/v1/questions/") + id)
        .expect(200)
        .json();
  }

  private String open(String prefix, String more) {
    String session = prefix + UUID.randomUUID();
    http.post("/v1/sessions", json("{'session_id':'%s'%s}", session, json(more))).expect(201);
    return session;
  }

  private String ruledBy(String requestId) {
    return row(requestId).at("/request/standing/policy/name").asString("none");
  }

  @Test
  // DX-13
  void DX_13_each_way_to_match_has_a_gate_that_does_and_one_that_does_not() {
    String two = "2 of anyone";
    SoftAssertions soft = new SoftAssertions();
    String own = open("m-ses-", "");
    String other = open("m-other-", "");
    String bySession = policy(two, ",'match':{'sessions':['m-ses-*']}");
    matches(
        soft,
        bySession,
        raise(own, "deploy", ",'input':{}"),
        raise(other, "deploy", ",'input':{}"));

    String tenant = Host.tenant(http, null);
    String byTenant = policy(two, ",'tenant_id':'" + tenant + "'");
    String theirs = open("m-ten-", ",'tenant_id':'" + tenant + "'");
    matches(
        soft,
        byTenant,
        raise(theirs, "deploy", ",'input':{}"),
        raise(other, "deploy", ",'input':{}"));

    String persona = "careful-" + UUID.randomUUID();
    http.post("/v1/personas", json("{'persona_id':'%s','display_name':'Careful'}", persona))
        .expect(201);
    String byPersona = policy(two, ",'match':{'persona_ids':['" + persona + "']}");
    String bound = open("m-per-", ",'persona_id':'" + persona + "'");
    matches(
        soft,
        byPersona,
        raise(bound, "deploy", ",'input':{}"),
        raise(other, "deploy", ",'input':{}"));

    String mixed = open("m-agt-", "");
    String byAgent = policy(two, ",'match':{'agents':['external'],'sessions':['m-agt-*']}");
    JsonNode native1 = park(mixed, Script.approval("x"));
    soft.assertThat(ruledBy(requestId(raise(mixed, "deploy", ",'input':{}")))).isEqualTo(byAgent);
    soft.assertThat(ruledBy(approvalId(native1))).as("native").isEqualTo("none");
    String byNative = policy(two, ",'match':{'agents':['native'],'sessions':['m-nat-*']}");
    String natives = open("m-nat-", "");
    soft.assertThat(ruledBy(approvalId(park(natives, Script.approval("x"))))).isEqualTo(byNative);
    soft.assertThat(ruledBy(requestId(raise(natives, "deploy", ",'input':{}")))).isEqualTo("none");
    String byAcp = policy(two, ",'match':{'agents':['acp:stage'],'sessions':['m-acp-*']}");
    String staged = open("m-acp-", "");
    String run = Staged.tell(http, staged, "stage", Staged.ask(Staged.permission("c1", "a")));
    soft.assertThat(ruledBy(approvalId(Staged.waiting(http, run)))).isEqualTo(byAcp);

    String byTool = policy(two, ",'match':{'tools':['dep*'],'sessions':['m-too-*']}");
    String tools = open("m-too-", "");
    matches(
        soft, byTool, raise(tools, "deploy", ",'input':{}"), raise(tools, "read", ",'input':{}"));

    String byCommand = policy(two, ",'match':{'commands':['rm *'],'sessions':['m-cmd-*']}");
    String commands = open("m-cmd-", "");
    matches(
        soft,
        byCommand,
        raise(commands, "bash", ",'input':{'command':'cd /tmp && rm -rf build'}"),
        raise(commands, "bash", ",'input':{'command':'cd /tmp && ls build'}"));

    String byKind =
        policy("1 of role:admin", ",'match':{'kinds':['question'],'sessions':['m-knd-*']}");
    String kinds = open("m-knd-", "");
    JsonNode question =
        http.post(
                "/v1/sessions/" + kinds + "/question-requests",
                json("{'questions':[{'id':'q','question':'?'}]}"))
            .expect(201)
            .json();
    matches(soft, byKind, question, raise(kinds, "deploy", ",'input':{}"));

    String byRisk = policy(two, ",'match':{'risks':['high'],'sessions':['m-rsk-*']}");
    String risky = open("m-rsk-", "");
    matches(
        soft,
        byRisk,
        raise(risky, "deploy", ",'input':{},'risk':'high'"),
        raise(risky, "deploy", ",'input':{}"));
    soft.assertAll();
  }

  private void matches(SoftAssertions soft, String policy, JsonNode one, JsonNode not) {
    soft.assertThat(ruledBy(requestId(one))).isEqualTo(policy);
    soft.assertThat(ruledBy(requestId(not))).isEqualTo("none");
  }

  /** Of the five surfaces, what the ending has left there. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // ending | native run | outside gate | ACP agent | hook | conversation
        "deny   | completed | completed | completed | deny  | failed",
        "fail   | failed    | failed    | failed    | deny  | failed",
        "cancel | cancelled | cancelled | cancelled | deny  | failed",
        "allow  | completed | completed | completed | allow | completed"
      })
  // DX-34
  void DX_34_an_ending_does_what_the_table_says(
      String ending, String loop, String outside, String agent, String hook, String conversation) {
    boolean allow = ending.equals("allow");
    String needs = (allow ? "1" : "2") + " of anyone within 1h else " + ending;
    String prefix = "e-" + ending + "-";
    String low = ",'risk':'low'";
    String tools = "'tools':['request_approval','deploy','Bash','Write*','edit*','acp*']";
    policy(
        needs,
        ",'match':{'sessions':['"
            + prefix
            + "*']"
            + (allow ? "," + tools : "")
            + "}"
            + (allow ? low : ""));
    Host host = Host.of(http, moving::now);
    policy(
        needs,
        ",'tenant_id':'%s'".formatted(host.tenant())
            + (allow ? ",'match':{" + tools + "}" + low : ""));

    JsonNode native1 = park(open(prefix, ""), Script.approval("may I?"), Script.SAY_LAST_RESULT);
    JsonNode raised = raise(open(prefix, ""), "deploy", ",'input':{}");
    String told =
        Staged.tell(
            http,
            open(prefix, ""),
            "stage",
            Staged.ask(Staged.permission("c1", "a")),
            "{'say':'!'}");
    String asked = approvalId(Staged.waiting(http, told));
    String hooked = open(prefix, "");
    CompletableFuture<Http.Answer> waits =
        CompletableFuture.supplyAsync(
            () ->
                http.post(
                    "/hooks/claude/pre-tool-use",
                    ClaudeHookTest.fixture("pre-tool-use.bash.json")
                        .replace("5d1f3c0a-7b52-4d0e-9a1c-0e7f2b9d4c11", hooked)),
            task -> Thread.ofVirtual().start(task));
    String used =
        requestId(
            http.await("/v1/approvals?session_id=" + hooked, list -> list.size() == 1).get(0));
    Parked parked =
        host.park(
            SignedAcceptance.asks("May I?", json("{'kind':'action','description':'do it'}"), ""),
            Script.say("went on"));

    moving.pass(HOUR);

    SoftAssertions soft = new SoftAssertions();
    Map<String, String> gates = new LinkedHashMap<>();
    gates.put("native", approvalId(native1));
    gates.put("outside", requestId(raised));
    gates.put("agent", asked);
    gates.put("hook", used);
    gates.forEach(
        (where, id) -> {
          JsonNode row = http.get("/v1/approvals/" + id + "?wait_ms=30000").expect(200).json();
          soft.assertThat(row.at("/resolution/outcome").asString()).as(where).isEqualTo("expired");
          soft.assertThat(row.at("/resolution/applied").asString()).as(where).isEqualTo(ending);
          soft.assertThat(row.at("/resolution/by").asString()).as(where).isEqualTo("deadline");
        });
    JsonNode looped = Staged.ended(http, id(native1));
    soft.assertThat(status(looped)).as("native").isEqualTo(loop);
    soft.assertThat(looped.toString())
        .as("native")
        .contains(
            switch (ending) {
              case "deny" -> NOBODY;
              case "fail" -> "approval_expired";
              case "allow" -> "approved";
              default -> "cancelled";
            });
    soft.assertThat(status(Staged.ended(http, id(raised)))).as("outside").isEqualTo(outside);
    JsonNode acted = Staged.ended(http, told);
    soft.assertThat(status(acted)).as("agent").isEqualTo(agent);
    if (agent.equals("completed")) {
      soft.assertThat(Staged.said(acted)).as("agent").contains(allow ? "once" : "no");
    }
    JsonNode answer = waits.join().expect(200).json().path("hookSpecificOutput");
    soft.assertThat(text(answer, "permissionDecision")).as("hook").isEqualTo(hook);
    if (!allow) {
      soft.assertThat(text(answer, "permissionDecisionReason"))
          .as("hook")
          .containsIgnoringCase(NOBODY);
    }
    JsonNode message = host.ended(parked);
    soft.assertThat(text(message, "status")).as("conversation").isEqualTo(conversation);
    if (!allow) {
      soft.assertThat(message.toString()).as("conversation").contains("approval_expired");
    }
    soft.assertAll();
  }

  @ParameterizedTest
  @CsvSource({"cancel,cancelled,cancelled", "decline,completed,declined", "default,completed,eu"})
  // DX-34
  void DX_34_an_ending_of_questions_does_what_the_table_says(
      String ending, String status, String words) {
    String prefix = "q-" + ending + "-";
    policy(
        "1 of role:admin within 1h else " + ending,
        ",'match':{'kinds':['question'],'sessions':['" + prefix + "*']}");
    String asks =
        json(
            "{'id':'q','question':'Where?','options':[{'id':'eu','label':'EU'}],"
                + "'default':{'selected_option_ids':['eu']}}");
    JsonNode native1 = park(open(prefix, ""), Script.ask(asks, ""), Script.SAY_LAST_RESULT);
    JsonNode raised =
        http.post(
                "/v1/sessions/" + open(prefix, "") + "/question-requests",
                "{\"questions\":[" + asks + "]}")
            .expect(201)
            .json();
    String told =
        Staged.tell(
            http, open(prefix, ""), "stage", Staged.ask(Staged.question("Which?")), "{'say':'!'}");
    Staged.waiting(http, told);

    moving.pass(HOUR);

    JsonNode looped = Staged.ended(http, id(native1));
    assertThat(status(looped)).isEqualTo(status);
    assertThat(looped.toString()).contains(words);
    assertThat(status(Staged.ended(http, id(raised)))).isEqualTo(status);
    JsonNode row = row(requestId(raised));
    assertThat(row.at("/resolution/outcome").asString()).isEqualTo("expired");
    assertThat(row.at("/resolution/applied").asString()).isEqualTo(ending);
    // An agent's question has no default of its own: there it is declined.
    assertThat(status(Staged.ended(http, told))).isEqualTo(status);
  }

  @Test
  // DX-34, DX-36
  void DX_34_an_extension_gives_every_surface_more_time() {
    String needs = "2 of anyone within 1h else extend 1h 1 times else deny";
    policy(needs, ",'match':{'sessions':['e-more-*']}");
    Host host = Host.of(http, moving::now);
    policy(needs, ",'tenant_id':'%s'".formatted(host.tenant()));

    JsonNode native1 = park(open("e-more-", ""), Script.approval("may I?"), Script.SAY_LAST_RESULT);
    JsonNode raised = raise(open("e-more-", ""), "deploy", ",'input':{}");
    String told =
        Staged.tell(
            http,
            open("e-more-", ""),
            "stage",
            Staged.ask(Staged.permission("c1", "a")),
            "{'say':'!'}");
    String hooked = open("e-more-", "");
    String use =
        ClaudeHookTest.fixture("pre-tool-use.bash.json")
            .replace("5d1f3c0a-7b52-4d0e-9a1c-0e7f2b9d4c11", hooked);
    http.post("/hooks/claude/pre-tool-use?wait_ms=0", use).expect(200);
    String used =
        requestId(
            http.await("/v1/approvals?session_id=" + hooked, list -> list.size() == 1).get(0));
    Parked parked =
        host.park(
            SignedAcceptance.asks("May I?", json("{'kind':'action','description':'do it'}"), ""),
            Script.say("went on"));
    Map<String, String> gates = new LinkedHashMap<>();
    gates.put("native", approvalId(native1));
    gates.put("outside", requestId(raised));
    gates.put("agent", approvalId(Staged.waiting(http, told)));
    gates.put("hook", used);
    gates.put("conversation", parked.approval());
    Map<String, Long> first = new LinkedHashMap<>();
    gates.forEach((where, id) -> first.put(where, row(id).at("/request/expires_at_ms").asLong()));

    moving.pass(HOUR);

    SoftAssertions soft = new SoftAssertions();
    gates.forEach(
        (where, id) -> {
          long before = first.getOrDefault(where, 0L);
          JsonNode row =
              http.await(
                  "/v1/approvals/" + id,
                  now ->
                      !text(now, "status").equals("pending")
                          || now.at("/request/expires_at_ms").asLong() > before);
          soft.assertThat(text(row, "status")).as(where).isEqualTo("pending");
          soft.assertThat(row.at("/request/expires_at_ms").asLong())
              .as(where)
              .isEqualTo(before + HOUR.toMillis());
        });
    soft.assertAll();
    moving.pass(HOUR);
    gates.forEach(
        (where, id) -> {
          JsonNode row = http.get("/v1/approvals/" + id + "?wait_ms=30000").expect(200).json();
          soft.assertThat(row.at("/resolution/outcome").asString()).as(where).isEqualTo("expired");
          soft.assertThat(row.at("/resolution/by").asString()).as(where).isEqualTo("deadline");
        });
    soft.assertThat(Staged.ended(http, id(native1)).toString()).as("native").contains(NOBODY);
    soft.assertThat(status(Staged.ended(http, id(raised)))).as("outside").isEqualTo("completed");
    soft.assertThat(Staged.said(Staged.ended(http, told))).as("agent").contains("no");
    JsonNode again =
        http.post("/hooks/claude/pre-tool-use", use).expect(200).json().path("hookSpecificOutput");
    soft.assertThat(text(again, "permissionDecision")).as("hook").isEqualTo("deny");
    soft.assertThat(text(host.ended(parked), "status")).as("conversation").isEqualTo("failed");
    soft.assertAll();
  }

  @Test
  // DX-34, DX-36
  void DX_34_an_extension_gives_questions_more_time() {
    policy(
        "1 of role:admin within 1h else extend 1h 1 times else decline",
        ",'match':{'kinds':['question'],'sessions':['q-more-*']}");
    String asks = json("{'id':'q','question':'Where?'}");
    JsonNode native1 = park(open("q-more-", ""), Script.ask(asks, ""), Script.SAY_LAST_RESULT);
    JsonNode raised =
        http.post(
                "/v1/sessions/" + open("q-more-", "") + "/question-requests",
                "{\"questions\":[" + asks + "]}")
            .expect(201)
            .json();
    String told =
        Staged.tell(
            http,
            open("q-more-", ""),
            "stage",
            Staged.ask(Staged.question("Which?")),
            "{'say':'!'}");
    List<String> gates =
        List.of(questionId(native1), requestId(raised), questionId(Staged.waiting(http, told)));
    List<Long> first =
        gates.stream().map(id -> row(id).at("/request/expires_at_ms").asLong()).toList();

    moving.pass(HOUR);
    for (int i = 0; i < gates.size(); i++) {
      long before = first.get(i);
      JsonNode row =
          http.await(
              "/v1/questions/" + gates.get(i),
              now ->
                  !text(now, "status").equals("pending")
                      || now.at("/request/expires_at_ms").asLong() > before);
      assertThat(text(row, "status")).as(gates.get(i)).isEqualTo("pending");
      assertThat(row.at("/request/expires_at_ms").asLong()).isEqualTo(before + HOUR.toMillis());
    }
    moving.pass(HOUR);
    assertThat(Staged.ended(http, id(native1)).toString()).contains("declined");
    assertThat(status(Staged.ended(http, id(raised)))).isEqualTo("completed");
    assertThat(status(Staged.ended(http, told))).isEqualTo("completed");
  }

  @Test
  // DX-28, DX-66
  void DX_66_what_is_told_of_votes_and_stages_has_the_standing() {
    policy(
        "2 of anyone within 1h else 1 of role:admin within 1h else deny",
        ",'match':{'sessions':['f-*']}");
    JsonNode run = park(open("f-", ""), Script.approval("may I?"), Script.SAY_LAST_RESULT);
    String gate = approvalId(run);
    Http ana = http.withRole("operator", "ana-" + UUID.randomUUID());
    ana.post("/v1/gates/" + gate + "/triage", json("{'action':'seen'}")).expect(200);
    ana.post("/v1/runs/" + id(run) + "/approvals", allow(gate)).expect(202);
    JsonNode shown = row(gate).at("/request/standing");
    assertThat(told(run, "voted")).isEqualTo(shown);
    assertThat(shown.at("/votes/0/vote").asString()).isEqualTo("allow");
    assertThat(told(run, "seen").isMissingNode()).isTrue();

    moving.pass(HOUR);
    http.await("/v1/approvals/" + gate, now -> now.at("/request/standing/stage").asInt() == 2);
    JsonNode opened = told(run, "stage_opened");
    assertThat(opened).isEqualTo(row(gate).at("/request/standing"));
    // What was told is told the same afterwards.
    assertThat(told(run, "voted")).isEqualTo(shown);
    Http other = http.withRole("admin", "eve-" + UUID.randomUUID());
    other.post("/v1/runs/" + id(run) + "/approvals", allow(gate)).expect(202);
    assertThat(status(Staged.ended(http, id(run)))).isEqualTo("completed");
    assertThat(told(run, "stage_opened")).isEqualTo(opened);
  }

  /** The standing in what the run's history tells of this change. */
  private JsonNode told(JsonNode run, String change) {
    return http.get("/v1/runs/" + id(run) + "/events")
        .expect(200)
        .json()
        .valueStream()
        .map(entry -> entry.path("event"))
        .filter(event -> text(event, "type").equals("gate_updated"))
        .filter(event -> text(event, "change").equals(change))
        .findFirst()
        .orElseThrow()
        .path("standing");
  }

  @Test
  // DX-38
  void DX_38_a_change_of_a_tenants_own_policy_is_told_of_what_waits() {
    String tenant = Host.tenant(http, null);
    String session = open("t-", ",'tenant_id':'" + tenant + "'");
    JsonNode raised = raise(session, "deploy", ",'input':{}");
    http.send(
            "PUT",
            "/v1/tenants/" + tenant + "/approval-policy",
            json("{'approvals_required':2}"),
            _ -> {})
        .expect(200);
    http.await(
        "/v1/gates/" + requestId(raised) + "/triage",
        it -> it.path("log").toString().contains("policy_changed"));
  }

  @Test
  // DX-34
  void DX_34_extensions_come_before_the_ending_and_siblings_keep_waiting() {
    policy(
        "2 of anyone within 1h else extend 1h 1 times else deny",
        ",'match':{'sessions':['e-ext-*'],'tools':['request_approval']}");
    JsonNode run =
        park(
            open("e-ext-", ""),
            Script.together(Script.approval("both?"), Script.bash("true")),
            Script.SAY_LAST_RESULT);
    List<String> gates =
        run.path("pending_approvals").valueStream().map(one -> text(one, "id")).toList();
    assertThat(gates).hasSize(2);
    String guarded = gates.stream().filter(it -> !ruledBy(it).equals("none")).findFirst().get();
    String sibling = gates.stream().filter(it -> !it.equals(guarded)).findFirst().get();
    long first = row(guarded).at("/request/expires_at_ms").asLong();

    moving.pass(HOUR);
    http.await(
        "/v1/approvals/" + guarded, now -> now.at("/request/expires_at_ms").asLong() > first);
    assertThat(row(guarded).at("/request/expires_at_ms").asLong())
        .isEqualTo(first + HOUR.toMillis());
    moving.pass(HOUR);

    JsonNode row = http.get("/v1/approvals/" + guarded + "?wait_ms=30000").expect(200).json();
    assertThat(row.at("/resolution/applied").asString()).isEqualTo("deny");
    JsonNode now = run(id(run));
    assertThat(status(now)).isEqualTo("waiting_for_approval");
    assertThat(now.path("pending_approval_ids").valueStream().map(JsonNode::asString))
        .containsExactly(sibling);
    http.post("/v1/runs/" + id(run) + "/approvals", allow(sibling)).expect(202);
    assertThat(status(Staged.ended(http, id(run)))).isEqualTo("completed");
  }

  @Test
  // DX-34: what ends the run is what the deadline did to both
  void DX_34_a_deadline_that_fails_the_run_has_allowed_nothing_beside_it() {
    policy(
        "1 of anyone within 1h else allow",
        ",'risk':'low','match':{'sessions':['e-two-*'],'tools':['bash']}");
    JsonNode run =
        park(
            open("e-two-", ""),
            Script.together(
                Script.approval("both?", HOUR.toMillis()), Script.bash("touch allowed")),
            Script.SAY_LAST_RESULT);
    List<String> gates = texts(run.path("pending_approval_ids"));
    assertThat(gates).hasSize(2);

    moving.pass(HOUR);

    assertThat(status(Staged.ended(http, id(run)))).isEqualTo("failed");
    for (String gate : gates) {
      assertThat(row(gate).at("/resolution/outcome").asString()).isEqualTo("expired");
      assertThat(row(gate).at("/resolution/applied").asString()).isEqualTo("fail");
    }
  }
}
