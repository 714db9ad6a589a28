package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Hooks of all programs at a daemon, with the bodies that they were seen to send. */
@OnOneDatabase
class HookProgramsTest extends Acceptance {
  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);
  private static final String RECORDED = "1502f0a4-7b52-4d0e-9a1c-0e7f2b9d4c11";
  private static final String CODEX = "codex-0.166.0/pre-tool-use";
  private static final String DIALOG = "codex-0.166.0/permission-request";
  private static final String CLAUDE_OVER = "/hooks/claude/over";

  /** The program's own name for its session, another one in each test. */
  private final String session = UUID.randomUUID().toString();

  HookProgramsTest(Database database) {
    super(database);
  }

  private static String fixture(String name) {
    try (InputStream in = HookProgramsTest.class.getResourceAsStream("/agents/" + name + ".json")) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private String body(String recorded) {
    return fixture(recorded).replace(RECORDED, session);
  }

  private static String url(String recorded) {
    return "/hooks/"
        + recorded.substring(0, recorded.indexOf('-'))
        + recorded.substring(recorded.indexOf('/'));
  }

  private CompletableFuture<Http.Answer> posted(String recorded) {
    return posted(url(recorded), body(recorded));
  }

  private CompletableFuture<Http.Answer> posted(String url, String body) {
    return CompletableFuture.supplyAsync(() -> http.post(url, body), THREADS);
  }

  private JsonNode waiting() {
    return http.await("/v1/approvals?session_id=" + session, list -> list.size() == 1).get(0);
  }

  private void nothingIsThere() {
    assertThat(http.get("/v1/sessions/" + session).status()).isEqualTo(404);
  }

  private Http.Answer decide(JsonNode row, String behavior, String more) {
    return http.post(
        "/v1/runs/" + id(row) + "/approvals",
        resolutions(one(text(row.path("request"), "id"), behavior, json(more))));
  }

  @ParameterizedTest
  @DisplayName("AG-30 a recorded body raises one approval with tool, input, folder and program")
  @ValueSource(
      strings = {
        CODEX,
        DIALOG,
        "copilot-1.0.102/pre-tool-use",
        "cursor-read/pre-tool-use",
        "gemini-0.61.0/pre-tool-use",
        "opencode-1.18.18/pre-tool-use",
        "qwen-0.15.10/pre-tool-use"
      })
  void AG_30_31_a_recorded_body_raises_one_approval(String recorded) {
    var call = posted(recorded);
    JsonNode row = waiting();
    JsonNode request = row.path("request");
    JsonNode sent = JSON.readTree(body(recorded));
    String program = recorded.substring(0, recorded.indexOf('-'));
    assertThat(text(request, "tool_name"))
        .isEqualTo("hook:" + program + "/" + text(sent, "tool_name"));
    assertThat(request.path("input")).isEqualTo(sent.path("tool_input"));
    assertThat(text(request, "reason")).contains(" in /srv/shop");
    assertThat(texts(request.path("pattern_keys"))).containsExactly("touch ran", "touch ran *");
    JsonNode run = run(id(row));
    assertThat(text(run, "session_id")).isEqualTo(session);
    assertThat(text(run.path("request"), "source_kind")).isEqualTo("hook");
    decide(row, "allow", "").expect(202);

    assertThat(call.join().expect(200).text()).isEqualTo(fixture(recorded + ".allow"));
    assertThat(http.get("/v1/runs?session_id=" + session).json()).hasSize(1);
  }

  @ParameterizedTest
  @DisplayName("AG-31 an edit and a no are answered byte for byte")
  @ValueSource(
      strings = {
        CODEX,
        "copilot-1.0.102/pre-tool-use",
        "cursor-read/pre-tool-use",
        "gemini-0.61.0/pre-tool-use",
        "opencode-1.18.18/pre-tool-use"
      })
  void AG_31_an_edit_and_a_no(String recorded) {
    var edited = posted(recorded);
    JsonNode row = waiting();
    String input =
        row.at("/request/input").toString().replace("touch ran", "touch edited").replace('"', '\'');
    decide(row, "allow", ",'updated_input':" + input).expect(202);
    assertThat(edited.join().expect(200).text()).isEqualTo(fixture(recorded + ".allow-edited"));

    var denied =
        posted(
            url(recorded),
            body(recorded).replace("touch ran", "touch it").replace("call_1", "call_2"));
    decide(waiting(), "deny", ",'reason':'use staging'").expect(202);
    assertThat(denied.join().expect(200).text()).isEqualTo(fixture(recorded + ".deny"));
  }

  @ParameterizedTest
  @DisplayName("AG-31 nobody in time is answered byte for byte, and what waited is withdrawn")
  @CsvSource({
    "codex-0.166.0/pre-tool-use,       wait_ms=0,           late",
    "codex-0.166.0/permission-request, wait_ms=0,           late",
    "codex-0.166.0/permission-request, wait_ms=0&then=deny, late-deny",
    "copilot-1.0.102/pre-tool-use,     wait_ms=0,           late",
    "copilot-1.0.102/pre-tool-use,     wait_ms=0&then=ask,  late-ask",
    "cursor-read/pre-tool-use,         wait_ms=0&then=ask,  late-ask",
    "gemini-0.61.0/pre-tool-use,       wait_ms=0,           late",
    "gemini-0.61.0/pre-tool-use,       wait_ms=0&then=ask,  late-ask",
    "opencode-1.18.18/pre-tool-use,    wait_ms=0,           late",
    "qwen-0.15.10/pre-tool-use,        wait_ms=0,           late"
  })
  void AG_31_nobody_in_time(String recorded, String query, String answer) {
    Http.Answer late = http.post(url(recorded) + "?" + query, body(recorded)).expect(200);
    assertThat(late.text()).isEqualTo(fixture(recorded + "." + answer));
    assertThat(http.get("/v1/approvals?session_id=" + session).json()).isEmpty();
  }

  @ParameterizedTest
  @DisplayName("AG-34 where an edit cannot be said, actions say why and updated_input is 400")
  @ValueSource(strings = {"qwen-0.15.10/pre-tool-use", DIALOG})
  void AG_34_an_edit_that_cannot_be_said(String recorded) {
    var call = posted(recorded);
    JsonNode row = waiting();
    JsonNode edit =
        row.at("/request/actions")
            .valueStream()
            .filter(action -> text(action, "action").equals("edit"))
            .findFirst()
            .orElseThrow();
    assertThat(edit.path("allowed").asBoolean()).isFalse();
    assertThat(text(edit, "reason")).contains("does not accept changed input");
    refused(
        decide(row, "allow", ",'updated_input':{'command':'touch edited'}"),
        400,
        "approvals",
        "approval_invalid_resolution");
    decide(row, "deny", ",'reason':'use staging'").expect(202);
    assertThat(call.join().expect(200).text()).isEqualTo(fixture(recorded + ".deny"));
  }

  @Test
  @DisplayName("AG-33 an edit for Gemini that drops a member is 400 and the gate waits")
  void AG_33_an_edit_that_drops_a_member() {
    var call = posted("gemini-0.61.0/pre-tool-use");
    JsonNode row = waiting();
    JsonNode problem =
        refused(
            decide(row, "allow", ",'updated_input':{'command':'touch edited'}"),
            400,
            "approvals",
            "approval_invalid_resolution");
    assertThat(problem.at("/errors/0/message").asString()).contains("description");
    decide(waiting(), "allow", "").expect(202);
    assertThat(call.join().text()).isEqualTo("{\"decision\":\"allow\"}");
  }

  @Test
  @DisplayName("AG-39 rules for plain names do not decide a hook's tools, those with its name do")
  void AG_39_rules_and_names_of_hooks() {
    http.session(session);
    rule("allow", "write_file", "");
    String write =
        json(
            "{'session_id':'%s','hook_event_name':'BeforeTool','tool_name':'write_file','tool_input':{'path':'a'}}",
            session);
    assertThat(http.post("/hooks/gemini/pre-tool-use?wait_ms=0", write).text()).contains("deny");
    rule("allow", "hook:codex/Bash", ",'command':'touch *'");
    assertThat(http.post(url(CODEX), body(CODEX)).expect(200).text()).isEqualTo("{}");
    rule("deny", "hook:codex/Bash", ",'command':'rm *'");
    assertThat(
            http.post(
                    url(CODEX),
                    body(CODEX)
                        .replace("touch ran", "cd x && rm -rf y")
                        .replace("call_1", "call_2"))
                .text())
        .contains("\"permissionDecision\":\"deny\"");

    rule("allow", "hook:x/y", "");
    JsonNode raised =
        http.post(
                "/v1/sessions/" + session + "/approval-requests",
                json("{'tool_name':'hook:x/y','input':{},'reason':'r'}"))
            .expect(201)
            .json();
    assertThat(texts(raised.at("/request/pattern_keys"))).containsExactly("external/hook:x/y");
    assertThat(waiting().at("/request/id")).isEqualTo(raised.at("/request/id"));
  }

  private void rule(String behavior, String tool, String more) {
    http.post(
            "/v1/permission-rules",
            json(
                "{'behavior':'%s','tool':'%s'%s,'scope':{'kind':'session','id':'%s'}}",
                behavior, tool, json(more), session))
        .expect(201);
  }

  @Test
  @DisplayName("AG-40 what is wrong is refused and nothing is stored")
  void AG_40_what_is_wrong_is_refused() {
    JsonNode unknown =
        refused(http.post("/hooks/aider/pre-tool-use", body(CODEX)), 404, "api", "route_not_found");
    assertThat(text(unknown, "detail"))
        .contains("claude, codex, copilot, cursor, gemini, opencode, qwen");
    refused(http.post("/hooks/aider/over", body(CODEX)), 404, "api", "route_not_found");
    refused(
        http.post("/hooks/gemini/permission-request", body(CODEX)), 404, "api", "route_not_found");
    refused(http.post(url(CODEX) + "?then=ask", body(CODEX)), 400, "api", "invalid_request");
    refused(http.post(url(CODEX) + "?then=defer", body(CODEX)), 400, "api", "invalid_request");
    refused(http.post(url(CODEX) + "?skip=a*b", body(CODEX)), 400, "api", "invalid_request");
    refused(http.post(url(DIALOG) + "?then=defer", body(DIALOG)), 400, "api", "invalid_request");
    for (String member : List.of("tool_name", "session_id", "tool_input")) {
      JsonNode problem =
          refused(
              http.post(url(CODEX), body(CODEX).replace("\"" + member + "\"", "\"x\"")),
              400,
              "api",
              "invalid_request");
      assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/" + member);
    }
    refused(
        http.post(url(CODEX), body(CODEX).replace("{\"command\":\"touch ran\"}", "\"touch ran\"")),
        400,
        "api",
        "invalid_request");
    refused(http.post(url(CODEX), "[]"), 400, "api", "invalid_request");
    refused(http.post(url(CODEX), "7"), 400, "api", "invalid_request");
    nothingIsThere();
  }

  @Test
  void a_tool_use_that_changes_under_its_id_is_refused() {
    http.post(url(CODEX) + "?wait_ms=0", body(CODEX)).expect(200);
    refused(
        http.post(url(CODEX), body(CODEX).replace("touch ran", "rm -rf /")),
        409,
        "idempotency",
        "idempotency_conflict");
  }

  @Test
  @DisplayName("AG-41 skipped tools are answered at once and nothing is stored, others wait")
  void AG_41_skipped_tools() {
    String read = body(CODEX).replace("\"Bash\"", "\"Read\"");
    assertThat(http.post(url(CODEX) + "?skip=Read,Grep", read).expect(200).text()).isEqualTo("{}");
    assertThat(http.post(url(CODEX) + "?only=Bash&skip=Ba*", body(CODEX)).text()).isEqualTo("{}");
    String claude = ClaudeHookTest.fixture("pre-tool-use.bash.json");
    assertThat(http.post("/hooks/claude/pre-tool-use?skip=Bash", claude).text()).isEqualTo("{}");
    nothingIsThere();
    var other = posted(url(CODEX) + "?skip=Read,Grep", body(CODEX).replace("\"Bash\"", "\"New\""));
    decide(waiting(), "allow", "").expect(202);
    other.join().expect(200);
  }

  @ParameterizedTest
  @DisplayName("AG-40 a check is denied at once with its nonce and nothing is stored")
  @ValueSource(strings = {"claude", "codex", "copilot", "cursor", "gemini", "opencode", "qwen"})
  void a_check_is_denied_with_its_nonce(String program) {
    String check =
        json(
            "{'session_id':'%s','conversation_id':'%s','hook_event_name':'%s','tool_use_id':'c','tool_name':'holdpoint_check','tool_input':{'nonce':'n7'}}",
            session,
            session,
            program.equals("gemini")
                ? "BeforeTool"
                : program.equals("cursor") ? "preToolUse" : "PreToolUse");
    String said =
        http.post("/hooks/" + program + "/pre-tool-use?only=Bash", check).expect(200).text();
    assertThat(said).contains("deny").contains("Holdpoint check n7");
    nothingIsThere();
  }

  @Test
  @DisplayName("AG-38 an allow before a tool use answers the dialog of the same turn once")
  void AG_38_both_events() {
    var before = posted(CODEX);
    decide(waiting(), "allow", "").expect(202);
    assertThat(before.join().text()).isEqualTo("{}");

    String other = body(DIALOG).replace("touch ran", "touch other");
    assertThat(http.post(url(DIALOG) + "?wait_ms=0&then=deny", other).text()).contains("deny");
    String turn = body(DIALOG).replace("01a1c2d4", "02a1c2d4");
    assertThat(http.post(url(DIALOG) + "?wait_ms=0&then=deny", turn).text()).contains("deny");
    Http agent = http.withRole("agent", "another-" + session);
    assertThat(agent.post(url(DIALOG) + "?wait_ms=0&then=deny", body(DIALOG)).text())
        .contains("deny");

    // The same use, told again, leaves no second answer.
    assertThat(http.post(url(CODEX), body(CODEX)).text()).isEqualTo("{}");
    assertThat(http.post(url(DIALOG) + "?then=deny", body(DIALOG)).text())
        .isEqualTo(fixture(DIALOG + ".allow"));
    assertThat(http.post(url(DIALOG) + "?wait_ms=0&then=deny", body(DIALOG)).text())
        .isEqualTo(fixture(DIALOG + ".late-deny"));
  }

  @Test
  @DisplayName("AG-38 an edited use is allowed in its dialog as it was edited")
  void AG_38_an_edited_use() {
    var before = posted(CODEX);
    decide(waiting(), "allow", ",'updated_input':{'command':'touch edited'}").expect(202);
    before.join();
    assertThat(http.post(url(DIALOG) + "?wait_ms=0&then=deny", body(DIALOG)).text())
        .contains("deny");
    String edited = body(DIALOG).replace("touch ran", "touch edited");
    assertThat(http.post(url(DIALOG), edited).text()).isEqualTo(fixture(DIALOG + ".allow"));
  }

  private String claude(String fixture) {
    return ClaudeHookTest.fixture(fixture).replace("5d1f3c0a-7b52-4d0e-9a1c-0e7f2b9d4c11", session);
  }

  private Http.Answer over(String event, String tool) {
    return http.post(
        CLAUDE_OVER,
        json("{'session_id':'%s','hook_event_name':'%s'%s}", session, event, json(tool)));
  }

  @Test
  @DisplayName("AG-18 what is answered in the terminal is withdrawn, and a later deny is 409")
  void AG_18_over_withdraws_what_was_settled_there() {
    String dialog = claude("permission-request.write.json");
    var call = posted("/hooks/claude/permission-request", dialog);
    JsonNode row = waiting();

    // Another use, another token, another program and an unknown event leave it.
    over("PostToolUse", ",'tool_name':'Write','tool_input':{'file_path':'b'}").expect(200);
    over("Notification", "").expect(200);
    http.withRole("agent", "other-" + session)
        .post(CLAUDE_OVER, json("{'session_id':'%s','hook_event_name':'Stop'}", session))
        .expect(200);
    http.post("/hooks/qwen/over", json("{'session_id':'%s','hook_event_name':'Stop'}", session))
        .expect(200);
    waiting();
    assertThat(call).isNotDone();

    String input = JSON.readTree(dialog).path("tool_input").toString();
    Http.Answer said =
        http.post(
            CLAUDE_OVER,
            "{\"session_id\":\"%s\",\"hook_event_name\":\"PostToolUse\",\"tool_use_id\":\"toolu_9\",\"tool_name\":\"Write\",\"tool_input\":%s}"
                .formatted(session, input));
    assertThat(said.expect(200).text()).isEqualTo("{}");
    assertThat(http.get("/v1/approvals?session_id=" + session).json()).isEmpty();
    JsonNode refused = decide(row, "deny", "").expect(409).json();
    assertThat(text(refused, "detail")).contains("settled in claude itself");
    assertThat(refused.toString()).contains("hook:claude");
    assertThat(call.join().expect(200).text()).as("its dialog stays").isEqualTo("{}");

    var denied = posted("/hooks/claude/permission-request?then=deny", dialog);
    waiting();
    over("UserPromptSubmit", "").expect(200);
    assertThat(denied.join().expect(200).text())
        .contains("\"deny\"")
        .contains("The request was settled in claude itself.");
  }

  @Test
  @DisplayName("AG-18 over of an unknown session makes nothing")
  void over_of_an_unknown_session_makes_nothing() {
    assertThat(over("SessionEnd", "").expect(200).text()).isEqualTo("{}");
    for (String odd :
        List.of(
            "{}",
            "{'session_id':7,'hook_event_name':'Stop'}",
            "{'session_id':'%s'}",
            "{'session_id':'%s','hook_event_name':'Whatever'}",
            "{'session_id':'%s','hook_event_name':'PostToolUse'}",
            "{'session_id':'%s','hook_event_name':'PostToolUse','tool_use_id':'t','tool_name':'x'}",
            "{'session_id':'%s','hook_event_name':'PostToolUse','tool_name':'x','tool_input':7}")) {
      assertThat(http.post(CLAUDE_OVER, json(odd, session)).expect(200).text())
          .as(odd)
          .isEqualTo("{}");
    }
    nothingIsThere();
  }

  @Test
  @DisplayName("AG-20 the end of a session leaves a deferred tool use, which gets its decision")
  void AG_20_a_deferred_use_stays() {
    String use = claude("pre-tool-use.bash.json");
    http.post("/hooks/claude/pre-tool-use?wait_ms=0", use).expect(200);
    over("SessionEnd", "").expect(200);
    over("PostToolUse", ",'tool_use_id':'toolu_01ABC123','tool_name':'Bash','tool_input':{}")
        .expect(200);
    decide(waiting(), "allow", "").expect(202);
    assertThat(http.post("/hooks/claude/pre-tool-use", use).text())
        .isEqualTo(ClaudeHookTest.fixture("pre-tool-use.allow.json"));
  }

  @Test
  @DisplayName("AG-19 over racing with an allow: one wins, the other is told, one settlement")
  void AG_19_over_races_with_an_allow() {
    for (int i = 0; i < 200; i++) {
      String dialog =
          claude("permission-request.write.json")
              .replace("\"session_id\"", "\"n\":" + i + ",\"session_id\"");
      var call = posted("/hooks/claude/permission-request", dialog);
      JsonNode row = waiting();
      var over = CompletableFuture.supplyAsync(() -> over("Stop", ""), THREADS);
      Http.Answer allow = decide(row, "allow", "");
      over.join().expect(200);
      String told = call.join().expect(200).text();
      JsonNode settled =
          http.get("/v1/approvals/" + text(row.path("request"), "id")).expect(200).json();
      if (allow.status() == 202) {
        assertThat(told).contains("\"allow\"");
        assertThat(text(settled.path("resolution"), "behavior")).isEqualTo("allow");
      } else {
        assertThat(allow.status()).isEqualTo(409);
        assertThat(told).as("its dialog stays").isEqualTo("{}");
        assertThat(text(settled.path("resolution"), "by")).isEqualTo("hook:claude");
      }
      assertThat(
              eventTypes(id(row)).stream()
                  .filter(type -> type.equals("completed") || type.equals("interrupted"))
                  .count())
          .as("settlements in the ledger")
          .isEqualTo(1);
    }
  }

  private JsonNode shown() {
    return waiting().path("request");
  }

  @Test
  @DisplayName("AG-23 who waits is now, comes_back or nobody in the API")
  void AG_23_who_waits() {
    var call = posted(CODEX);
    assertThat(text(shown(), "waits")).isEqualTo("now");
    assertThat(shown().has("kept_until_ms")).isFalse();
    JsonNode row = waiting();
    decide(row, "allow", "").expect(202);
    call.join();
    JsonNode settled = http.get("/v1/approvals/" + text(row.path("request"), "id")).json();
    assertThat(settled.path("request").has("waits")).isFalse();

    String use = claude("pre-tool-use.bash.json");
    http.post("/hooks/claude/pre-tool-use?wait_ms=0", use).expect(200);
    assertThat(text(shown(), "waits")).isEqualTo("comes_back");
    decide(waiting(), "deny", "").expect(202);

    http.post(
            "/v1/sessions/" + session + "/approval-requests",
            json("{'tool_name':'x','input':{},'reason':'r'}"))
        .expect(201);
    assertThat(text(shown(), "waits")).isEqualTo("comes_back");
    String own = session();
    park(own, json("{'tool':'bash','input':{'command':'true'}}"));
    JsonNode ours = http.get("/v1/approvals?session_id=" + own).json().get(0);
    assertThat(ours.path("request").has("waits")).isFalse();
  }
}
