package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.StandInClaudeCode;
import dev.holdpoint.blackbox.StandInClaudeCode.Blocked;
import dev.holdpoint.blackbox.StandInClaudeCode.Deferred;
import dev.holdpoint.blackbox.StandInClaudeCode.Dialog;
import dev.holdpoint.blackbox.StandInClaudeCode.Outcome;
import dev.holdpoint.blackbox.StandInClaudeCode.Ran;
import dev.holdpoint.blackbox.StandInClaudeCode.ToolUse;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.daemon.TypedHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Claude Code with the settings that {@code holdpoint connect} has written, and a real daemon. */
class ClaudeCodeTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);
  private static final String SESSION = "5d1f3c0a-7b52-4d0e-9a1c-0e7f2b9d4c11";
  private static final ToolUse PUSH =
      ToolUse.of(SESSION, "toolu_01ABC123", "Bash", "{\"command\":\"git push\"}");

  @TempDir private Path data;
  @TempDir private Path project;

  private TestDaemon daemon;
  private String token;
  private boolean down;

  @BeforeEach
  void start() {
    daemon = TestDaemon.start(data, Map.of());
    token = String.valueOf(daemon.http().withRole("agent", "claude-code").token());
  }

  @AfterEach
  void stop() {
    if (!down) {
      daemon.close();
    }
  }

  private void connect(String... flags) {
    List<String> words =
        new ArrayList<>(List.of("connect", "claude-code", "--write", "--in", project.toString()));
    words.addAll(List.of(flags));
    TypedHere.Outcome outcome =
        TypedHere.at(daemon.address(), daemon.tokenFile().toString(), words.toArray(String[]::new));
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
  }

  private StandInClaudeCode headless() {
    return StandInClaudeCode.headless(project, Map.of("HOLDPOINT_TOKEN", token));
  }

  private StandInClaudeCode interactive() {
    return StandInClaudeCode.interactive(project, Map.of("HOLDPOINT_TOKEN", token));
  }

  private static CompletableFuture<Outcome> begun(StandInClaudeCode claude, ToolUse use) {
    return CompletableFuture.supplyAsync(() -> claude.use(use), THREADS);
  }

  private JsonNode waiting(String kind) {
    return daemon.http().await("/v1/" + kind, list -> list.size() == 1).get(0);
  }

  private void decide(String behavior, String more) {
    JsonNode row = waiting("approvals");
    daemon
        .http()
        .post(
            "/v1/runs/" + row.path("run_id").asString() + "/approvals",
            Acceptance.resolutions(
                Acceptance.one(row.at("/request/id").asString(), behavior, Acceptance.json(more))))
        .expect(202);
  }

  /** Changes the one hook that was written. */
  private void edit(UnaryOperator<String> change) throws IOException {
    Path file = project.resolve(".claude/settings.local.json");
    String before = Files.readString(file);
    String after = change.apply(before);
    assertThat(after).isNotEqualTo(before);
    Files.writeString(file, after);
  }

  @Test
  void what_it_sends_is_what_the_fixtures_hold() {
    StandInClaudeCode claude =
        new StandInClaudeCode(Path.of("/srv/app"), Map.of(), false, "default");
    ToolUse use =
        ToolUse.of(
            SESSION,
            "toolu_01ABC123",
            "Bash",
            "{\"command\":\"npm test\",\"description\":\"Run test suite\",\"timeout\":120000,"
                + "\"run_in_background\":false}");

    assertThat(claude.body("PreToolUse", use))
        .isEqualTo(
            ClaudeHookTest.fixture("pre-tool-use.bash.json")
                .replaceFirst("\"prompt_id\":\"[^\"]*\",", "")
                .replace("/home/ada/.claude/projects/-srv-app/", "/srv/app/"));
  }

  @Test
  void what_is_allowed_runs_and_what_is_denied_does_not() {
    connect();
    var allowed = begun(interactive(), PUSH);
    decide("allow", "");
    assertThat(allowed.join()).isEqualTo(new Ran(PUSH.input()));

    var denied =
        begun(headless(), ToolUse.of(SESSION, "toolu_2", "Write", "{\"file_path\":\"/x\"}"));
    decide("deny", ",'reason':'not on a Friday'");
    assertThat(denied.join()).isEqualTo(new Blocked("not on a Friday"));
  }

  @Test
  void an_edited_input_is_what_runs() {
    connect();
    var call = begun(headless(), PUSH);
    decide("allow", ",'updated_input':{'command':'git push --dry-run'}");

    assertThat(call.join())
        .isEqualTo(new Ran(JSON.readTree("{\"command\":\"git push --dry-run\"}")));
  }

  @Test
  void a_question_is_answered_where_no_terminal_is() {
    connect();
    String questions =
        "\"questions\":[{\"question\":\"Which framework?\",\"header\":\"Framework\",\"options\":"
            + "[{\"label\":\"React\"},{\"label\":\"Vue\"}],\"multiSelect\":false}]";
    var call =
        begun(headless(), ToolUse.of(SESSION, "toolu_3", "AskUserQuestion", "{" + questions + "}"));
    JsonNode row = waiting("questions");
    daemon
        .http()
        .post(
            "/v1/runs/" + row.path("run_id").asString() + "/questions",
            Acceptance.resolution(
                row.at("/request/id").asString(),
                Acceptance.json("'answers':[{'question_id':'q1','selected_option_ids':['Vue']}]")))
        .expect(202);

    assertThat(call.join())
        .isEqualTo(
            new Ran(
                JSON.readTree("{" + questions + ",\"answers\":{\"Which framework?\":\"Vue\"}}")));
  }

  @Test
  void what_only_looks_is_left_to_its_own_settings() {
    connect();
    assertThat(interactive().use(ToolUse.of(SESSION, "toolu_4", "Read", "{}")))
        .isEqualTo(new Dialog());
    assertThat(daemon.http().get("/v1/sessions").json()).isEmpty();
  }

  @Test
  void a_process_that_was_put_off_ends_and_finds_the_decision_on_resume() {
    connect("--wait", "1s");
    Outcome put = headless().use(PUSH);
    assertThat(put).isInstanceOf(Deferred.class);
    JsonNode result = ((Deferred) put).result();
    assertThat(result.path("stop_reason").asString()).isEqualTo("tool_deferred");
    assertThat(result.at("/deferred_tool_use/id").asString()).isEqualTo(PUSH.id());
    assertThat(headless().resume(SESSION)).isInstanceOf(Deferred.class);

    decide("allow", "");
    assertThat(headless().resume(SESSION)).isEqualTo(new Ran(PUSH.input()));
  }

  @Test
  void a_decision_from_before_a_restart_is_given_on_resume() {
    connect("--wait", "1s");
    assertThat(headless().use(PUSH)).isInstanceOf(Deferred.class);
    decide("deny", ",'reason':'too late'");
    daemon.close();
    daemon = TestDaemon.start(data, Map.of());
    connect("--wait", "1s");

    assertThat(headless().resume(SESSION)).isEqualTo(new Blocked("too late"));
  }

  @Test
  void what_waits_over_a_restart_is_decided_after_it() {
    connect("--wait", "1s");
    assertThat(headless().use(PUSH)).isInstanceOf(Deferred.class);
    daemon.close();
    daemon = TestDaemon.start(data, Map.of());
    connect("--wait", "5m");
    var call = CompletableFuture.supplyAsync(() -> headless().resume(SESSION), THREADS);
    decide("allow", "");

    assertThat(call.join()).isEqualTo(new Ran(PUSH.input()));
  }

  @Test
  void a_dialog_is_answered_from_here_and_stays_when_nobody_does() {
    connect("--event", "permission-request");
    var call = begun(interactive(), PUSH);
    decide("allow", "");
    assertThat(call.join()).isEqualTo(new Ran(PUSH.input()));

    connect("--event", "permission-request", "--wait", "1s");
    assertThat(interactive().use(PUSH)).isEqualTo(new Dialog());
    assertThat(daemon.http().get("/v1/approvals").json()).isEmpty();
  }

  // A tool that its own settings would let through, so that nothing but the hook holds it.
  private void letEverythingRun() throws IOException {
    Files.createDirectories(project.resolve(".claude"));
    Files.writeString(
        project.resolve(".claude/settings.json"), "{\"permissions\":{\"allow\":[\"Bash\"]}}");
  }

  @Test
  void when_the_daemon_is_down_the_tool_does_not_run_and_without_on_failure_it_would()
      throws IOException {
    letEverythingRun();
    connect();
    daemon.close();
    down = true;

    assertThat(headless().use(PUSH))
        .asString()
        .contains("Blocked", "blocking because onFailure is \"block\"");
    assertThat(interactive().use(PUSH)).isInstanceOf(Blocked.class);
    edit(text -> text.replace("\"onFailure\": \"block\"", "\"onFailure\": \"continue\""));
    assertThat(headless().use(PUSH)).isEqualTo(new Ran(PUSH.input()));
  }

  @Test
  void a_wrong_token_and_none_block() throws IOException {
    letEverythingRun();
    connect();
    assertThat(StandInClaudeCode.headless(project, Map.of("HOLDPOINT_TOKEN", "hp_no")).use(PUSH))
        .asString()
        .contains("HTTP 401");
    assertThat(StandInClaudeCode.headless(project, Map.of()).use(PUSH))
        .asString()
        .contains("HTTP 401");
    String viewer = String.valueOf(daemon.http().withRole("viewer", "looks").token());
    assertThat(StandInClaudeCode.headless(project, Map.of("HOLDPOINT_TOKEN", viewer)).use(PUSH))
        .asString()
        .contains("HTTP 403");
    assertThat(daemon.http().get("/v1/sessions").json()).isEmpty();
  }

  @Test
  void a_hook_that_gives_up_before_the_daemon_does_blocks_and_finds_the_same_request_again()
      throws IOException {
    letEverythingRun();
    connect();
    edit(text -> text.replace("\"timeout\": 330", "\"timeout\": 1"));
    assertThat(headless().use(PUSH)).asString().contains("timed out");
    edit(text -> text.replace("\"timeout\": 1", "\"timeout\": 330"));
    var call = begun(headless(), PUSH);
    decide("allow", "");

    assertThat(call.join()).isEqualTo(new Ran(PUSH.input()));
  }

  @Test
  void where_everything_is_bypassed_only_a_yes_lets_it_run() {
    connect("--wait", "1s");
    StandInClaudeCode bypassing =
        new StandInClaudeCode(
            project, Map.of("HOLDPOINT_TOKEN", token), false, "bypassPermissions");
    assertThat(bypassing.use(PUSH)).asString().contains("No decision in Holdpoint within 1 s");
  }

  @Test
  void another_tenants_session_does_not_exist() {
    daemon.http().post("/v1/tenants", "{\"name\":\"acme\"}").expect(201);
    String bound =
        daemon
            .http()
            .post(
                "/v1/tokens",
                "{\"name\":\"theirs\",\"role\":\"agent\",\"tenant_id\":\""
                    + daemon.http().get("/v1/tenants").json().get(0).path("tenant_id").asString()
                    + "\"}")
            .expect(201)
            .json()
            .path("token")
            .asString();
    daemon.http().session(SESSION);
    Http theirs = daemon.http(bound);
    StandInClaudeCode claude = headless();

    Http.Answer answer =
        theirs.post("/hooks/claude/pre-tool-use?wait_ms=0", claude.body("PreToolUse", PUSH));
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.code()).isEqualTo("session_not_found");
  }
}
