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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** What Claude Code's hooks post and are answered, byte for byte. */
@OnOneDatabase
class ClaudeHookTest extends Acceptance {
  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);
  private static final String PRE = "/hooks/claude/pre-tool-use";
  private static final String REQUEST = "/hooks/claude/permission-request";
  private static final String IN_FIXTURES = "5d1f3c0a-7b52-4d0e-9a1c-0e7f2b9d4c11";

  /** Claude Code's own name for its session, another one in each test. */
  private final String session = UUID.randomUUID().toString();

  ClaudeHookTest(Database database) {
    super(database);
  }

  private String sent(String fixture) {
    return fixture(fixture).replace(IN_FIXTURES, session);
  }

  static String fixture(String name) {
    try (InputStream in = ClaudeHookTest.class.getResourceAsStream("/claude/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private CompletableFuture<Http.Answer> posted(String path, String body) {
    return CompletableFuture.supplyAsync(() -> http.post(path, body), THREADS);
  }

  /** The only thing that waits in the session. */
  private JsonNode waiting(String kind) {
    return http.await("/v1/" + kind + "?session_id=" + session, list -> list.size() == 1).get(0);
  }

  private void decide(JsonNode row, String behavior, String more) {
    http.post(
            "/v1/runs/" + id(row) + "/approvals",
            resolutions(one(text(row.path("request"), "id"), behavior, json(more))))
        .expect(202);
  }

  private void answer(JsonNode row, String members) {
    http.post(
            "/v1/runs/" + id(row) + "/questions",
            resolution(text(row.path("request"), "id"), json(members)))
        .expect(202);
  }

  private JsonNode rule(String behavior, String tool, String command) {
    return http.post(
            "/v1/permission-rules",
            json(
                "{'behavior':'%s','tool':'%s','command':'%s','scope':{'kind':'session','id':'%s'}}",
                behavior, tool, command, session))
        .expect(201)
        .json();
  }

  private static void isAnswered(Http.Answer answer, String fixture) {
    assertThat(answer.text()).isEqualTo(fixture(fixture));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).startsWith("application/json");
  }

  @Test
  void a_tool_use_waits_as_a_run_of_its_session_and_is_allowed() {
    var call = posted(PRE, sent("pre-tool-use.bash.json"));
    JsonNode row = waiting("approvals");

    JsonNode request = row.path("request");
    assertThat(text(request, "tool_name")).isEqualTo("Bash");
    assertThat(text(request, "reason"))
        .isEqualTo("Claude Code wants to use Bash in /srv/app, mode default: Run test suite");
    assertThat(texts(request.path("pattern_keys"))).containsExactly("npm test", "npm test *");
    JsonNode run = run(id(row));
    assertThat(text(run, "kind")).isEqualTo("input");
    assertThat(text(run.path("request"), "source_kind")).isEqualTo("hook");
    assertThat(call).isNotDone();
    decide(row, "allow", "");

    isAnswered(call.join(), "pre-tool-use.allow.json");
    assertThat(status(run(id(row)))).isEqualTo("completed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "deny  | ,'reason':'not on a Friday'                        | pre-tool-use.deny.json",
        "allow | ,'updated_input':{'command':'npm test -- --ci'}    | pre-tool-use.allow-edited.json"
      })
  void a_decision_is_told_in_Claude_Codes_words(String behavior, String more, String fixture) {
    var call = posted(PRE, sent("pre-tool-use.bash.json"));
    decide(waiting("approvals"), behavior, more);

    isAnswered(call.join(), fixture);
  }

  @Test
  void what_nobody_decides_in_time_is_deferred_and_the_stored_decision_is_given_on_resume() {
    String use = sent("pre-tool-use.bash.json");
    isAnswered(http.post(PRE + "?wait_ms=0", use), "pre-tool-use.defer.json");
    isAnswered(http.post(PRE + "?wait_ms=0", use), "pre-tool-use.defer.json");

    JsonNode row = waiting("approvals");
    decide(row, "allow", "");

    isAnswered(http.post(PRE + "?wait_ms=0", use), "pre-tool-use.allow.json");
    isAnswered(http.post(PRE, use), "pre-tool-use.allow.json");
    assertThat(http.get("/v1/runs?session_id=" + session).json()).hasSize(1);
  }

  // PF-83
  @Test
  void PF_83_a_tool_use_that_was_allowed_is_asked_anew_in_another_folder_and_mode() {
    String use = sent("pre-tool-use.bash.json");
    isAnswered(http.post(PRE + "?wait_ms=0", use), "pre-tool-use.defer.json");
    decide(waiting("approvals"), "allow", "");
    isAnswered(http.post(PRE + "?wait_ms=0", use), "pre-tool-use.allow.json");

    for (String elsewhere :
        List.of(
            use.replace("\"cwd\":\"/srv/app\"", "\"cwd\":\"/srv/other\""),
            use.replace("\"permission_mode\":\"default\"", "\"permission_mode\":\"plan\""),
            use.replace("\"cwd\"", "\"agent_type\":\"reviewer\",\"agent_id\":\"r1\",\"cwd\""))) {
      assertThat(elsewhere).isNotEqualTo(use);
      isAnswered(http.post(PRE + "?wait_ms=0", elsewhere), "pre-tool-use.defer.json");
    }
    assertThat(http.get("/v1/approvals?session_id=" + session).json()).hasSize(3);
    isAnswered(http.post(PRE + "?wait_ms=0", use), "pre-tool-use.allow.json");
  }

  @Test
  void a_new_process_that_wants_the_same_finds_what_waits() {
    String use = sent("pre-tool-use.bash.json");
    isAnswered(http.post(PRE + "?wait_ms=0", use), "pre-tool-use.defer.json");
    String again = use.replace("toolu_01ABC123", "toolu_01ANOTHER");
    isAnswered(http.post(PRE + "?wait_ms=0", again), "pre-tool-use.defer.json");
    assertThat(http.get("/v1/approvals?session_id=" + session).expect(200).json()).hasSize(1);
    decide(waiting("approvals"), "deny", ",'reason':'not on a Friday'");

    isAnswered(http.post(PRE, again), "pre-tool-use.deny.json");
    isAnswered(http.post(PRE, use), "pre-tool-use.deny.json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          request_changes | ,'reason':'use staging'   | Changes requested: use staging
          ask_back        | ,'reason':'use staging'   | Before deciding, a person asks: use staging
          respond         | ,'response':'use staging' | A person answered in the tool's place: use staging
          """)
  // DX-53
  void DX_53_each_reply_is_a_no_with_its_opening_words(
      String behavior, String more, String message) {
    String use = sent("pre-tool-use.bash.json");
    isAnswered(http.post(PRE + "?wait_ms=0", use), "pre-tool-use.defer.json");
    decide(waiting("approvals"), behavior, more);

    JsonNode output = http.post(PRE, use).expect(200).json().path("hookSpecificOutput");
    assertThat(text(output, "permissionDecision")).isEqualTo("deny");
    assertThat(text(output, "permissionDecisionReason")).startsWith(message);
  }

  @Test
  void the_same_command_twice_at_once_is_asked_twice() {
    String use = sent("pre-tool-use.bash.json");
    var one = posted(PRE, use);
    var two = posted(PRE, use.replace("toolu_01ABC123", "toolu_01ANOTHER"));
    JsonNode both = http.await("/v1/approvals?session_id=" + session, list -> list.size() == 2);
    decide(both.get(0), "allow", "");

    CompletableFuture.anyOf(one, two).join();
    assertThat(one.isDone()).isNotEqualTo(two.isDone());
    decide(both.get(1), "deny", ",'reason':'not on a Friday'");
    assertThat(one.join().text()).isNotEqualTo(two.join().text());
  }

  @Test
  void a_tool_use_that_changes_under_its_id_is_refused() {
    String use = sent("pre-tool-use.bash.json");
    isAnswered(http.post(PRE + "?wait_ms=0", use), "pre-tool-use.defer.json");
    decide(waiting("approvals"), "allow", "");

    Http.Answer other = http.post(PRE, use.replace("npm test", "rm -rf /"));
    refused(other, 409, "idempotency", "idempotency_conflict");
  }

  @Test
  void a_question_is_answered_with_the_answers_in_the_input() {
    var call = posted(PRE, sent("pre-tool-use.question.json"));
    answer(waiting("questions"), "'answers':[{'question_id':'q1','selected_option_ids':['Vue']}]");

    isAnswered(call.join(), "pre-tool-use.answered.json");
  }

  @Test
  void a_plan_is_a_question_and_runs_as_it_was_shown() {
    var call = posted(PRE, sent("pre-tool-use.plan.json"));
    JsonNode row = waiting("questions");
    assertThat(row.at("/request/questions/0/question").asString())
        .isEqualTo("Carry out this plan?\n\n1. Read\n2. Write");
    answer(row, "'answers':[{'question_id':'plan','selected_option_ids':['approve']}]");

    isAnswered(call.join(), "pre-tool-use.plan-approved.json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'answers':[],'declined':true,'justification':'Not my call'             | Not my call",
        "'answers':[],'declined':true                                | the question was declined",
        "'answers':[{'question_id':'plan','selected_option_ids':['reject']}]"
            + " | The plan was rejected.",
        "'answers':[{'question_id':'plan','selected_option_ids':['approve'],"
            + "'freeform_answer':'but test first'}] | Change the plan first: but test first"
      })
  void nothing_but_an_explicit_yes_is_a_yes(String members, String reason) {
    var call = posted(PRE, sent("pre-tool-use.plan.json"));
    answer(waiting("questions"), members);

    JsonNode output = call.join().json().path("hookSpecificOutput");
    assertThat(text(output, "permissionDecision")).isEqualTo("deny");
    assertThat(text(output, "permissionDecisionReason")).isEqualTo(reason);
    assertThat(output.has("updatedInput")).isFalse();
  }

  @Test
  void a_request_that_is_cancelled_is_a_no() {
    var call = posted(PRE, sent("pre-tool-use.bash.json"));
    http.post("/v1/runs/" + id(waiting("approvals")) + "/cancel", "{}").expect(200);

    JsonNode output = call.join().json().path("hookSpecificOutput");
    assertThat(text(output, "permissionDecision")).isEqualTo("deny");
    assertThat(text(output, "permissionDecisionReason")).isEqualTo("the request was withdrawn");
  }

  @Test
  void only_what_is_deferred_waits_on() {
    isAnswered(
        http.post(PRE + "?wait_ms=0&then=ask", sent("pre-tool-use.bash.json")),
        "pre-tool-use.ask.json");
    assertThat(http.get("/v1/approvals?session_id=" + session).json()).isEmpty();
    JsonNode denied =
        http.post(
                PRE + "?wait_ms=0&then=deny",
                sent("pre-tool-use.bash.json").replace("toolu_01ABC123", "toolu_01ANOTHER"))
            .json();
    assertThat(denied.at("/hookSpecificOutput/permissionDecision").asString()).isEqualTo("deny");
    assertThat(http.get("/v1/approvals?session_id=" + session).json()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"acceptEdits", "auto", "bypassPermissions"})
  void where_Claude_Code_asks_nobody_putting_off_is_a_no_unless_it_is_wanted(String mode) {
    String use = sent("pre-tool-use.bash.json").replace("\"default\"", '"' + mode + '"');
    JsonNode denied = http.post(PRE + "?wait_ms=0", use).json();
    assertThat(denied.at("/hookSpecificOutput/permissionDecision").asString()).isEqualTo("deny");
    isAnswered(
        http.post(PRE + "?wait_ms=0&then=defer", use.replace("toolu_01ABC123", "toolu_01ANOTHER")),
        "pre-tool-use.defer.json");
  }

  @Test
  void about_other_tools_nobody_is_asked() {
    String use = sent("pre-tool-use.bash.json");
    isAnswered(http.post(PRE + "?only=Write,mcp__*", use), "nothing.json");
    isAnswered(http.post(PRE + "?wait_ms=0&only=Write,Ba*", use), "pre-tool-use.defer.json");
  }

  @Test
  void a_command_outside_its_sandbox_is_asked_about_and_a_rule_that_denies_it_holds() {
    String use =
        sent("pre-tool-use.bash.json")
            .replace(
                "\"command\":\"npm test\"",
                "\"command\":\"npm test\",\"dangerouslyDisableSandbox\":true");
    assertThat(use).contains("dangerously");
    http.session(session);
    rule("allow", "Bash", "npm test *");
    isAnswered(http.post(PRE + "?wait_ms=0", use), "pre-tool-use.defer.json");

    rule("deny", "Bash", "npm *");
    Http.Answer denied =
        http.post(
            PRE, use.replace("toolu_01ABC123", "toolu_01ANOTHER").replace("npm test", "npm start"));
    assertThat(denied.expect(200).text()).contains("\"permissionDecision\":\"deny\"");
  }

  @Test
  void a_rule_for_its_commands_answers_at_once_and_one_for_the_daemons_own_shell_does_not() {
    String use = sent("pre-tool-use.bash.json");
    http.session(session);
    rule("allow", "bash", "npm test");
    isAnswered(http.post(PRE + "?wait_ms=0", use), "pre-tool-use.defer.json");
    String id = text(rule("allow", "Bash", "npm test *"), "rule_id");

    JsonNode allowed =
        http.post(PRE, use.replace("toolu_01ABC123", "toolu_2").replace("npm test", "npm test -u"))
            .json()
            .path("hookSpecificOutput");
    assertThat(text(allowed, "permissionDecision")).isEqualTo("allow");
    assertThat(text(allowed, "permissionDecisionReason")).isEqualTo("Allowed by rule:" + id);
    String compound = use.replace("toolu_01ABC123", "toolu_3").replace("npm test", "npm test; id");
    isAnswered(http.post(PRE + "?wait_ms=0", compound), "pre-tool-use.defer.json");
    rule("deny", "Bash", "curl *");
    JsonNode denied =
        http.post(PRE, use.replace("toolu_01ABC123", "toolu_4").replace("npm test", "curl x"))
            .json()
            .path("hookSpecificOutput");
    assertThat(text(denied, "permissionDecision")).isEqualTo("deny");
  }

  @Test
  void allowed_for_longer_it_leaves_a_rule_for_the_same_commands() {
    var call = posted(PRE, sent("pre-tool-use.bash.json"));
    decide(
        waiting("approvals"), "allow", ",'grant':{'scope':'session','pattern_key':'npm test *'}");
    isAnswered(call.join(), "pre-tool-use.allow.json");

    JsonNode next =
        http.post(
                PRE,
                sent("pre-tool-use.bash.json")
                    .replace("toolu_01ABC123", "toolu_2")
                    .replace("npm test", "npm test --watch"))
            .json();
    assertThat(next.at("/hookSpecificOutput/permissionDecision").asString()).isEqualTo("allow");
    assertThat(next.at("/hookSpecificOutput/permissionDecisionReason").asString())
        .startsWith("Allowed by rule:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "allow |                             | permission-request.allow.json",
        "deny  | ,'reason':'not this file'   | permission-request.deny.json"
      })
  void a_dialog_is_answered(String behavior, String more, String fixture) {
    var call = posted(REQUEST, sent("permission-request.write.json"));
    decide(waiting("approvals"), behavior, more == null ? "" : more);

    isAnswered(call.join(), fixture);
  }

  @Test
  void a_dialog_that_nobody_answers_here_stays_and_nothing_waits_for_a_click_without_effect() {
    isAnswered(
        http.post(REQUEST + "?wait_ms=0", sent("permission-request.write.json")), "nothing.json");
    assertThat(http.get("/v1/approvals?session_id=" + session).json()).isEmpty();
    JsonNode denied =
        http.post(REQUEST + "?wait_ms=0&then=deny", sent("permission-request.write.json")).json();
    assertThat(denied.at("/hookSpecificOutput/decision/behavior").asString()).isEqualTo("deny");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'tool_use_id':'toolu_01ABC123'   | 'tool_use_id':7               | /tool_use_id",
        ",'tool_use_id':'toolu_01ABC123'  | ''                            | /tool_use_id",
        "'tool_name':'Bash'               | 'tool_name':''                | /tool_name",
        "'tool_name':'Bash'               | 'tool_name':['Bash']          | /tool_name",
        "'cwd':'/srv/app'                 | 'cwd':{}                      | /cwd",
        "'hook_event_name':'PreToolUse'   | 'hook_event_name':'Stop'      | /hook_event_name",
        "'session_id':                    | 'session':                    | /session_id"
      })
  void what_is_wrong_is_named_and_nothing_is_raised(String part, String wrong, String pointer) {
    String body =
        sent("pre-tool-use.bash.json").replace(json(part), wrong.equals("''") ? "" : json(wrong));
    JsonNode problem = refused(http.post(PRE, body), 400, "api", "invalid_request");

    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo(pointer);
    assertThat(http.get("/v1/sessions/" + session).status()).isEqualTo(404);
  }

  @Test
  void garbage_and_what_is_too_much_are_refused_and_nothing_is_raised() {
    String use = sent("pre-tool-use.bash.json");
    refused(http.post(PRE, "{\"session_id\":"), 400, "api", "malformed_json");
    refused(http.post(PRE, "[]"), 400, "api", "invalid_request");
    refused(http.post(PRE, "\u0000\u0001"), 400, "api", "malformed_json");
    String large = use.replace("npm test", "x".repeat(10 << 20));
    refused(http.post(PRE, large), 400, "api", "invalid_request");
    refused(http.post(PRE + "?wait_ms=-1", use), 400, "api", "invalid_request");
    refused(http.post(PRE + "?then=allow", use), 400, "api", "invalid_request");
    refused(http.post(REQUEST + "?then=defer", use), 400, "api", "invalid_request");
    refused(http.post(PRE + "?only=Ba*sh", use), 400, "api", "invalid_request");
    String id = use.replace(session, "../etc");
    assertThat(http.post(PRE, id).status()).isEqualTo(400);
    // Asked first whether it may come: the daemon closes the connection, and what the client was
    // still writing would cost it the answer.
    String larger = use.replace("npm test", "x".repeat(17 << 20));
    refused(
        http.send("POST", PRE, larger, request -> request.expectContinue(true)),
        413,
        "api",
        "payload_too_large");

    assertThat(http.get("/v1/sessions/" + session).status()).isEqualTo(404);
  }

  @Test
  void a_question_that_cannot_be_shown_is_refused() {
    String use = sent("pre-tool-use.question.json").replace("\"Which framework?\"", "\"\"");
    refused(http.post(PRE, use), 400, "api", "invalid_request");
    assertThat(http.get("/v1/sessions/" + session).status()).isEqualTo(404);
  }

  @Test
  void a_question_that_is_asked_twice_is_refused() {
    JsonNode body = JSON.readTree(sent("pre-tool-use.question.json"));
    ArrayNode questions = (ArrayNode) body.at("/tool_input/questions");
    questions.add(questions.get(0).deepCopy());
    refused(http.post(PRE, body.toString()), 400, "api", "invalid_request");
  }

  @Test
  void a_long_description_is_cut_between_characters() {
    String use = sent("pre-tool-use.bash.json");
    String said = "x".repeat(999) + "\uD83D\uDE00".repeat(2);
    isAnswered(
        http.post(PRE + "?wait_ms=0", use.replace("Run test suite", said)),
        "pre-tool-use.defer.json");
    assertThat(text(waiting("approvals").path("request"), "reason")).endsWith("xx…");
  }
}
