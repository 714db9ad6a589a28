package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.agent.mcp.HttpStage;
import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.blackbox.Approver;
import dev.holdpoint.blackbox.Authenticator;
import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Mcp;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.outbound.Receiver;
import dev.holdpoint.outbound.Receiver.Says;
import dev.holdpoint.store.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** Every example of the API document, sent to a daemon in an order that makes sense. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExamplesTourTest extends Acceptance {
  private static final String SESSION = "deploys";
  private static final String DATABASE =
      json(
          "{'id':'database','header':'Database','question':'Which database is migrated first?',"
              + "'options':[{'id':'staging','label':'Staging'},"
              + "{'id':'production','label':'Production'}],'multi_select':false}");

  /** Claude Code's name for its session. */
  private static final String CLAUDE = "5d1f3c0a-7b52-4d0e-9a1c-0e7f2b9d4c11";

  private static final String CODEX = "8c1f3c0a-7b52-4d0e-9a1c-0e7f2b9d4c12";

  private static final Set<String> ENDED = Set.of("completed", "failed", "cancelled");

  private final Setting setting;
  private final Tour tour;
  private final Http agent;

  /** The daemon, and what it has around it. */
  private record Setting(TestDaemon daemon, Receiver receiver, HttpStage tickets, Path workspaces) {
    static Setting start() throws IOException {
      Receiver receiver = new Receiver();
      HttpStage tickets = new HttpStage(Database.newFolder().resolve("log"));
      Path skills = Database.newFolder();
      Files.writeString(
          Files.createDirectories(skills.resolve("release-notes")).resolve("SKILL.md"),
          "---\nname: release-notes\ndescription: Writes the release notes\n---\nRead the log.\n");
      Path workspaces = Database.newFolder().toRealPath();
      Map<String, String> settings = new HashMap<>();
      settings.put("HOLDPOINT_WORKSPACE_ROOT", workspaces.toString());
      settings.put("HOLDPOINT_PUBLIC_URL", "https://holdpoint.example");
      settings.put("HOLDPOINT_PASSKEYS_RP_ID", "localhost");
      settings.put("HOLDPOINT_CONNECTORS_CRM_KIND", "external");
      settings.put("HOLDPOINT_CONNECTORS_CRM_BASE_URL", receiver.url());
      settings.put("HOLDPOINT_ROUTES_ALT_PROVIDER", "scripted");
      settings.put("HOLDPOINT_ROUTES_ALT_MODEL", "alt-model");
      settings.put("HOLDPOINT_SKILL_FOLDERS", skills.toString());
      settings.put("HOLDPOINT_DEBUG_CAPTURE", "full");
      settings.putAll(McpAcceptance.server("tickets", "URL", tickets.url("/mcp")));
      return new Setting(
          TestDaemon.start(Database.newFolder(), settings), receiver, tickets, workspaces);
    }
  }

  ExamplesTourTest() throws IOException {
    Setting setting = Setting.start();
    super(setting.daemon.http());
    this.setting = setting;
    this.tour = new Tour(http);
    this.agent = http.withRole("agent", "release-bot");
  }

  @AfterAll
  void stop() {
    setting.daemon.close();
    setting.receiver.close();
    setting.tickets.close();
  }

  /** Every kind of record is there by now, and no column differs from its document. */
  private void nothingIsDamaged() {
    Path data = Objects.requireNonNull(setting.daemon.tokenFile().getParent());
    assertThat(Stores.deep(null, data, false, _ -> null, (_, _) -> {}).orElseThrow().found())
        .isEmpty();
  }

  @Test
  // KT-26
  void KT_26_every_example_is_answered_with_its_status_and_exactly_its_members() {
    sessions();
    personasAndDefaults();
    runs();
    approvals();
    permits();
    questions();
    rules();
    groups();
    tenants();
    memory();
    work();
    channels();
    deliveries();
    audit();
    projects();
    material();
    acp();
    mcp();
    hooks();
    calls("runAgent", "getThread");
    ambient();
    signed();
    people();
    nothingIsDamaged();
    daemon();
    AdminRecordsTest.assertAllTold(http);
    assertThat(String.join("\n", tour.wrong())).isEmpty();
    assertThat(tour.seen())
        .containsExactlyInAnyOrderElementsOf(Endpoints.ALL.stream().map(Endpoint::id).toList());
  }

  private void calls(String... ids) {
    List.of(ids).forEach(tour::call);
  }

  private void meet(String prefix, String name, String live) {
    tour.meet(Tour.id(prefix, name), live);
  }

  /** A run that waits for a person. */
  private JsonNode waits(String name, String line) {
    JsonNode run =
        awaitRun(
            http.submit(SESSION, line, Script.say("Done.")),
            one -> status(one).startsWith("waiting"));
    meet("run", name, id(run));
    return run;
  }

  /** Calls it, which lets the run go on to its end. */
  private void ends(String run, String id) {
    tour.call(id);
    awaitRun(run, one -> ENDED.contains(status(one)));
  }

  /** A run that waits until a command is allowed. */
  private String asksToRun(String name) {
    JsonNode run = waits(name, Script.bash("./deploy.sh 1.4"));
    String approval = approvalId(run);
    meet("apr", name, approval);
    return id(run);
  }

  private String asks(String name) {
    JsonNode run = waits(name, Script.ask(DATABASE, ""));
    meet("qst", name, questionId(run));
    return id(run);
  }

  private void sessions() {
    calls("createSession", "submitInput", "submitRun");
    JsonNode run = http.get("/v1/runs?limit=1&session_id=" + SESSION).expect(200).json().get(0);
    meet("run", "submitRun/run_id", id(run));
    awaitRun(id(run), "completed");
    calls("listSessions", "getSession", "getSessionEvents", "shareSession");
    tour.stream("streamSession");

    http.session("load-test");
    awaitRun(http.submit("load-test", Script.work()), "running");
    tour.call("interruptSession");

    http.session("release-1.3");
    calls("endSession", "removeSession");

    http.session("release-desk");
    JsonNode spawned = told(Script.spawnAs("changelog", Script.say("Written.")));
    awaitRun(text(spawned, "run_id"), "completed");
    String read = text(told(Script.message("changelog", Script.say("Shortened."))), "run_id");
    awaitRun(read, "completed");
    tour.call("listMailbox");
    http.post("/v1/sessions/changelog/end", "").expect(200);
    told(Script.message("changelog", Script.say("Never.")));
    tour.call("listDeadLetters");
  }

  private JsonNode told(String line) {
    return JSON.readTree(lastWords(http.submit("release-desk", line, Script.SAY_LAST_RESULT)));
  }

  private void personasAndDefaults() {
    http.session("support");
    calls("createPersona", "listPersonas", "getPersona");
    for (String what :
        List.of("ReplyTargets", "Persona", "CapabilityScope", "CredentialScope", "RoutePolicy")) {
      calls("set" + what, "put" + what);
      if (what.equals("ReplyTargets")) {
        tour.call("getReplyTargets");
      }
      tour.call("clear" + what);
    }
    calls("replacePersona", "removePersona");
  }

  private void runs() {
    calls("listRuns", "getRun", "listRunEvents", "getRunDebug", "getRunDebugArtifact");
    tour.stream("streamRun");
    asksToRun("cancelled");
    calls("cancelRun", "pruneRuns");
  }

  private void approvals() {
    ends(asksToRun("session"), "resolveSessionApprovals");
    ends(asksToRun("detached"), "resolveDetached");
    JsonNode run = waits("approved", Script.bash("./deploy.sh 1.4"));
    meet("apr", "run", approvalId(run));
    ends(id(run), "resolveRunApprovals");
    calls("listExternalActions", "getReceipt");
    JsonNode raised = tour.call("raiseApproval", agent, null, _ -> {});
    calls("listApprovals", "listInbox", "getApproval", "previewApproval");
    http.post(
            "/v1/runs/" + id(raised) + "/approvals",
            resolutions(one(text(raised.path("request"), "id"), "allow", json(",'hold_ms':60000"))))
        .expect(202);
    calls("undoApproval", "listRevisions", "triageGate", "getTriage", "resolveApprovals");
    assertThat(status(run(id(raised)))).isEqualTo("completed");
    ends(asksToRun("replied"), "replyPermission");
  }

  private void permits() {
    meet("prm", "redeemed", permit());
    String jws = text(tour.call("getPermit", http, null, _ -> {}), "permit");
    tour.call(
        "redeemPermit",
        http,
        json(
            "{'permit':'%s','redeemer_key':'deploy-1.4-on-runner-7','tool_name':'deploy',"
                + "'input':{'version':'1.4'}}",
            jws),
        _ -> {});
    calls("reportPermitResult", "listPermits");
    meet("prm", "revoked", permit());
    tour.call("revokePermit");
  }

  /** A permit that nobody has redeemed. */
  private String permit() {
    JsonNode raised =
        http.post(
                "/v1/sessions/deploys/approval-requests",
                json("{'tool_name':'deploy','input':{'version':'1.4'},'reason':'Release day.'}"))
            .expect(201)
            .json();
    String gate = text(raised.path("request"), "id");
    http.post("/v1/runs/" + id(raised) + "/approvals", allow(gate)).expect(202);
    return "prm_" + gate.substring(4);
  }

  private void questions() {
    ends(asks("session"), "resolveSessionQuestion");
    JsonNode run = waits("asked", Script.ask(DATABASE, ""));
    meet("qst", "run", questionId(run));
    ends(id(run), "resolveRunQuestion");
    ends(asks("unasked"), "cancelQuestion");
    JsonNode raised = tour.call("raiseQuestion", agent, null, _ -> {});
    calls("listQuestions", "listSessionQuestions", "getQuestion");
    http.post("/v1/runs/" + id(raised) + "/cancel", null).expect(200);
    ends(asks("replied"), "replyQuestion");
    ends(asks("rejected"), "rejectQuestion");
  }

  private void rules() {
    calls(
        "createPermissionRule",
        "listPermissionRules",
        "previewPermissionRule",
        "getPermissionRule",
        "revokePermissionRule");
  }

  private void groups() {
    calls(
        "createGroup",
        "listPeople",
        "listGroups",
        "getGroup",
        "changeGroup",
        "changeGroupMembers",
        "createPolicy",
        "listPolicies",
        "getPolicy",
        "replacePolicy",
        "listPolicyVersions",
        "previewPolicy",
        "removePolicy",
        "removeGroup");
  }

  private void tenants() {
    calls(
        "createTenant",
        "listTenants",
        "getTenant",
        "suspendTenant",
        "resumeTenant",
        "putApprovalPolicy",
        "getApprovalPolicy",
        "createServiceKey",
        "listServiceKeys",
        "revokeServiceKey",
        "createApproverKey",
        "listApproverKeys",
        "retireApproverKey",
        "revokeApproverKey");
    JsonNode invited = tour.call("inviteApprover", http, null, _ -> {});
    String url = text(invited, "url");
    tour.call(
        "findEnrollment",
        http.as(null),
        json("{'enrollment_code':'%s'}", url.substring(url.indexOf('#') + 1)),
        _ -> {});
    calls("listEnrollments", "revokeEnrollment", "removeTenant");
  }

  private void memory() {
    calls(
        "createLearning",
        "listLearnings",
        "getLearning",
        "editLearning",
        "getMemoryContext",
        "searchMemory",
        "listSkills",
        "removeLearning");
  }

  private void work() {
    calls("createSchedule", "listSchedules", "getSchedule", "changeSchedule");
    calls("triggerSchedule", "removeSchedule");
    calls("recordObservation", "listObservations", "getObservation");
  }

  private void channels() {
    calls("createChannel", "listChannels", "getChannel");
    calls("postMessage", "listMessages", "removeChannel");
    calls("createNotification", "listNotifications", "getNotification", "removeNotification");
  }

  private void deliveries() {
    http.session("crm-desk");
    http.post(
            "/v1/sessions/crm-desk/reply-targets",
            json("{'reply_targets':[{'type':'external','connector':'crm','route':'tickets'}]}"))
        .expect(200);
    setting.receiver.says(Says.status(400));
    awaitRun(http.submit("crm-desk", Script.say("The order is on its way.")), "completed");
    JsonNode dead =
        http.await("/v1/deliveries/dead-letter?session_id=crm-desk", list -> list.size() == 1);
    setting.receiver.says(Says.status(204));
    meet("dlv", "dead", text(dead.get(0), "delivery_id"));
    calls("listDeliveries", "listDeadLetteredDeliveries", "getDelivery", "replayDelivery");
  }

  private void audit() {
    calls("listAuditKeys", "publishedKeys", "listCheckpoints", "exportAudit", "rotateAuditKey");
    calls("listAuditRecords");
    calls("getVault", "rotateVaultKey");
  }

  private void projects() {
    calls("createProject", "listProjects", "getProject");
    calls("createTask", "listTasks", "getTask", "startTask");
  }

  private void material() {
    calls("addAsset", "listAssets", "getAsset", "getAssetBytes");
    calls("createBoard", "listBoards", "getBoard", "reviseBoard");
    calls("listBoardRevisions", "getBoardRevision");
  }

  private void acp() {
    tour.call("sendAcpMessage");
    String folder = AcpAcceptance.newFolder(setting.workspaces).toString();
    JsonNode made =
        http.post(
                "/v1/acp/editor",
                AcpAcceptance.request(2, "session/new", json("'cwd':'%s','mcpServers':[]", folder)))
            .expect(200)
            .json();
    assertThat(made.path("result").isObject()).as(made.toString()).isTrue();
    http.post(
            "/v1/acp/editor",
            AcpAcceptance.request(
                3,
                "session/prompt",
                json(
                    "'sessionId':'%s','prompt':[{'type':'text','text':'hello'}]",
                    made.at("/result/sessionId").asString())))
        .expect(200);
    tour.call("listAcpServers");
    tour.stream("streamAcpMessages");
    tour.call("endAcpServer");
  }

  private void mcp() {
    tour.call(
        "sendMcpMessage",
        agent,
        request -> request.setHeader("Accept", "application/json, text/event-stream"));
    Mcp client = Mcp.open(http, "release-bot");
    String place;
    try (Sse stream =
        client.wait(
            "request_approval",
            json("{'reason':'Release day','tool_name':'deploy','input':{'version':'1.4'}}"))) {
      JsonNode row =
          http.await("/v1/approvals?session_id=release-bot", list -> list.size() == 1).get(0);
      http.post("/v1/runs/" + id(row) + "/approvals", allow(text(row.path("request"), "id")))
          .expect(202);
      stream.awaitEnd();
      place = Objects.requireNonNull(stream.lastEventId());
    }
    tour.meet("2.e30", place);
    tour.stream(
        "resumeMcpAnswer",
        request -> request.setHeader("Mcp-Session-Id", Objects.requireNonNull(client.session())));
    http.await("/v1/mcp-servers/tickets", one -> text(one, "status").equals("connected"));
    calls("listMcpServers", "getMcpServer");
  }

  private void hooks() {
    http.session(CLAUDE);
    http.post(
            "/v1/permission-rules",
            json("{'behavior':'allow','tool':'*','scope':{'kind':'session','id':'%s'}}", CLAUDE))
        .expect(201);
    calls("claudePreToolUse", "claudePermissionRequest", "claudePostToolUse");
    http.session(CODEX);
    http.post(
            "/v1/permission-rules",
            json("{'behavior':'allow','tool':'*','scope':{'kind':'session','id':'%s'}}", CODEX))
        .expect(201);
    calls("hookPreToolUse", "hookPermissionRequest", "hookOver");
  }

  private void ambient() {
    String command = asksToRun("clicked");
    tour.call("pendingApproval");
    tour.stream("streamApprovals");
    ends(command, "respondApproval");
    String question = asks("clicked");
    tour.call("pendingClarification");
    tour.stream("streamClarifications");
    ends(question, "respondClarification");
    tour.call("chat");
    tour.stream("streamChat");
    tour.stream("streamEvents");
  }

  private void signed() {
    Host host = Host.of(http, System::currentTimeMillis);
    meet("tnt", "host", host.tenant());
    Host.Parked yes = host.park(asksToAct(), Script.say("Refunded."));
    Host.Parked no = host.park(asksToAct(), Script.say("Refunded."));
    meet("apr", "approve", yes.approval());
    meet("apr", "deny", no.approval());
    meet("apk", "signer", host.approver().keyId());
    host.adapter()
        .post(
            yes.approve(),
            Approver.forger(host.approver().keyId(), Approver.HMAC, new byte[32])
                .body(yes.approval(), "approve", host.soon())
                .toString());
    http.await(host.path("/refused-assertions"), list -> list.size() == 1);
    tour.call("listRefusedAssertions");
    tour.call("listTenantApprovals", host.adapter());
    String body =
        host.approver()
            .body(yes.approval(), "approve", host.soon())
            .put("note", "Checked with the bakery.")
            .toString();
    tour.call("approveApproval", host.adapter(), body, _ -> {});
    tour.call("getTenantApproval", host.adapter());
    String other = host.approver().body(no.approval(), "deny", host.soon()).toString();
    tour.call("denyApproval", host.adapter(), other, _ -> {});
    for (String id :
        List.of(
            "getIntegrationSelf",
            "createConversation",
            "getConversation",
            "sendMessage",
            "listConversationMessages",
            "putConversationSecrets",
            "listConversationSecrets",
            "removeConversationSecret",
            "archiveConversation")) {
      tour.call(id, host.adapter());
    }
    for (String id : List.of("listProblems", "getProblem")) {
      tour.call(id, http, request -> request.header("Accept", "application/json"));
    }
    tour.call("integrationHealth");
  }

  private static String asksToAct() {
    return SignedAcceptance.asks(
        "The customer wants the money back.",
        json("{'kind':'action','description':'Refund order 4711'}"),
        "");
  }

  private void people() {
    JsonNode link = tour.call("createSignInLink", http, null, _ -> {});
    String body = json("{'code':'%s'}", text(link, "code"));
    // Passkeys are bound to a name.
    String page = "http://localhost:" + http.address().getPort();
    Http local = new Http(page, String.valueOf(http.token()));
    tour.call("signIn", local.as(null), body, _ -> {});
    JsonNode offered = tour.call("createPasskeyChallenge", local.as(null), null, _ -> {});
    tour.call(
        "registerPasskey",
        local,
        new Authenticator(Authenticator.Kind.ES256, page)
            .registers(text(offered, "challenge"))
            .put("name", "Ada's phone")
            .set("transports", JSON.createArrayNode().add("internal"))
            .toString(),
        _ -> {});
    calls("listPasskeys", "renamePasskey", "removePasskey");
    Browser browser = Browser.withToken(http);
    Browser other = Browser.withToken(http);
    meet("web", "other", other.id());
    tour.call("getCaller", local);
    calls("listWebSessions", "endWebSession");
    tour.call(
        "signOut",
        http.as(null),
        request -> request.header("Cookie", browser.cookie()).header(Browser.CSRF, browser.csrf()));
    calls("createToken", "listTokens", "changeToken", "revokeToken");
  }

  private void daemon() {
    String node = text(http.get("/v1/nodes").expect(200).json().get(0), "name");
    tour.meet("north", node);
    calls("getDecisionStats");
    calls("listNodes", "getNode");
    // A node hands its work to others through a database that they share.
    try (TestDaemon other =
        TestDaemon.start(Database.newFolder(), Database.POSTGRES.settings(Map.of()))) {
      tour.meet("north", text(other.http().get("/v1/nodes").expect(200).json().get(0), "name"));
      tour.call("drainNode", other.http());
      tour.call("resumeNode", other.http());
    }
    calls("listAgents", "testAgent", "listRoutes", "makeBackup", "status", "openapi", "metrics");
    tour.call("getHealth");
    tour.call("health", http.as(null));
    tour.call("ready", http.as(null));
  }
}
