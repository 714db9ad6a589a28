package dev.holdpoint.engine.permission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permission.PermissionRule.ScopeKind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.AgentCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.external.ServedSessions;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.loop.Hearing;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an agent outside calls its work matches rules for that agent, and no others. */
final class MatchableCallTest {
  private static final Routes ROUTES =
      new Routes(
          "scripted", Map.of("scripted", "scripted", "acp:claude", "claude", "acp:codex", "codex"));

  @TempDir private Path folder = Path.of("");
  private Bench bench;
  private int sessions;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    bench.session("s");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private static ToolCall call(String tool) {
    return new ToolCall("call_1", tool, JsonTree.write(JsonTree.object().put("command", "ls -l")));
  }

  private static GateDraft.OfApproval draft(ToolCall call, MatchableCall ruled) {
    return GateDraft.approval(call, ruled).because("may I?");
  }

  private static Submission submission(
      RunHead.Driver driver, String source, String actor, @Nullable String provider) {
    return new Submission(
        RunKind.INPUT,
        driver,
        "ada",
        source,
        source,
        actor,
        "hello",
        provider,
        new Json("[]"),
        Json.EMPTY_OBJECT,
        RunSettings.NONE);
  }

  /** The daemon carries the agent's run out, in a session that is at nothing else. */
  private Run onRoute(String agent, String title) {
    Run run =
        bench.now(
            new Runs(bench.commits, Clarifications.slots(() -> true), ROUTES, 10)
                .submit(
                    bench.session("on-route-" + ++sessions),
                    submission(RunHead.Driver.LOOP, "api", "ada", "acp:" + agent),
                    false,
                    null)
                .run());
    ToolCall call = call(title);
    return bench.progress.advance(
        new Advance(run)
            .turn("", List.of(call))
            .hear(new Hearing(call, Behavior.ASK, draft(call, MatchableCall.of(run, call)))));
  }

  /** A client speaks to the agent. */
  private Run served(String agent, String title) {
    ToolCall call = call(title);
    return raised(
        submission(RunHead.Driver.OUTSIDE, ServedSessions.SOURCE, agent, null),
        call,
        MatchableCall.ofAgent(agent, call));
  }

  /** Somebody asks over HTTP. */
  private Run external(String tool) {
    ToolCall call = call(tool);
    return raised(
        submission(RunHead.Driver.OUTSIDE, "external", "claude", null),
        call,
        MatchableCall.of(call));
  }

  /** The agent runs a command, which it calls by a title. */
  private Run runs(String agent, @Nullable String command) {
    return asks(agent, AgentCall.shell("Bash", command));
  }

  private Run asks(String agent, AgentCall said) {
    ToolCall call = new ToolCall("call_1", "Run it", Json.EMPTY_OBJECT, said);
    return raised(
        submission(RunHead.Driver.OUTSIDE, ServedSessions.SOURCE, agent, null),
        call,
        MatchableCall.ofAgent(agent, call));
  }

  @Test
  // AG-01
  void AG_01_a_grant_of_an_agents_command_is_for_that_command() {
    Run asked = runs("claude", "touch a");
    Run like = runs("claude", "touch  a");
    assertThat(asked.pendingApprovals().getFirst().patternKeys())
        .containsExactly("touch a", "touch a *");

    PermissionRule rule = grants(asked);
    bench.backlog.ring();

    assertThat(rule.toolPattern()).isEqualTo("acp:claude/Bash");
    assertThat(rule.commandPattern()).isEqualTo("touch a");
    assertThat(isAsked(bench.now(like))).isFalse();
    assertThat(isAsked(runs("claude", "touch a"))).isFalse();
    assertThat(isAsked(runs("claude", "rm -rf b"))).isTrue();
    assertThat(isAsked(runs("codex", "touch a"))).isTrue();
    assertThat(new RulePreview(bench.engine).of(rule, 100).matched()).hasSize(3);
  }

  @Test
  // AG-04
  void AG_04_what_cannot_be_granted_narrowly_is_not_granted() {
    AgentCall mode = new AgentCall(AgentCall.Kind.MODE, "switch_mode", null, false, false);
    AgentCall unusual = new AgentCall(AgentCall.Kind.SHELL, "Bash", "ls", false, true);
    for (AgentCall said : List.of(mode, AgentCall.shell("Bash", null), unusual)) {
      Run asked = asks("claude", said);
      assertThatThrownBy(() -> grants(asked))
          .isInstanceOfSatisfying(
              Refused.class,
              refused ->
                  assertThat(refused.refusal().problem())
                      .isEqualTo(Problem.APPROVAL_INVALID_RESOLUTION));
      assertThat(isAsked(bench.now(asked))).isTrue();
    }
    assertThat(asks("claude", mode).pendingApprovals().getFirst().patternKeys()).isEmpty();
  }

  @Test
  void AG_04_a_grant_for_something_harmless_lets_no_command_run_under_its_title() {
    Run asked = served("claude", "Run it");
    grants(asked);
    assertThat(isAsked(served("claude", "Run it"))).isFalse();

    assertThat(isAsked(runs("claude", "rm -rf b"))).isTrue();
    assertThat(isAsked(runs("claude", null))).isTrue();
    assertThat(
            isAsked(
                asks("claude", new AgentCall(AgentCall.Kind.SHELL, "execute", "ls", true, false))))
        .isTrue();
  }

  @Test
  void AG_04_no_rule_changes_the_mode_and_first_words_allow_no_title() {
    allows("acp:claude/*", null);
    assertThat(
            isAsked(
                asks(
                    "claude",
                    new AgentCall(AgentCall.Kind.MODE, "switch_mode", null, false, false))))
        .isTrue();
    allows("acp:codex/execute", "git push *");
    AgentCall known = new AgentCall(AgentCall.Kind.SHELL, "execute", "git push", false, false);
    AgentCall titled = new AgentCall(AgentCall.Kind.SHELL, "execute", "git push", true, false);
    assertThat(isAsked(asks("codex", known))).isFalse();
    assertThat(isAsked(asks("codex", titled))).isTrue();
    allows("acp:codex/execute", "git push");
    assertThat(isAsked(asks("codex", titled))).isFalse();
  }

  @Test
  // AG-06
  void AG_06_rules_with_commands_speak_for_agents() {
    bench.rules.add(
        new PermissionRules.Spec(
            Behavior.DENY, "acp:*", "git push --force *", ScopeKind.USER, null, null, null),
        Tenants.ROOT,
        "ada",
        null);
    allows("acp:claude/Bash", "git *");

    assertThat(isAsked(runs("claude", "git push x"))).isFalse();
    assertThat(isAsked(runs("claude", "git push x; ls"))).isTrue();
    Run denied = runs("codex", "cd x && git push --force");
    assertThat(denied.status()).isNotEqualTo(RunStatus.WAITING_FOR_APPROVAL);
    assertThat(denied.approvals().getFirst().state()).isInstanceOf(ApprovalState.Denied.class);
  }

  @ParameterizedTest
  @CsvSource({"acp:claude/Run it", "acp:claude/Bash"})
  // AG-07
  void AG_07_rules_of_before_keep_their_effect(String tool) {
    allows(tool, null);
    assertThat(isAsked(runs("claude", "rm -rf b"))).isFalse();
    assertThat(isAsked(runs("codex", "rm -rf b"))).isTrue();
  }

  @Test
  void AG_07_what_was_asked_before_leaves_no_rule_for_all_commands() {
    Run asked = served("claude", "Bash");
    assertThatThrownBy(() -> grants(asked)).isInstanceOf(Refused.class);
  }

  private Run raised(Submission submission, ToolCall call, MatchableCall ruled) {
    return bench
        .outside
        .raise("s", submission, new ExternalGates.Gate(call, draft(call, ruled)), null, null)
        .run();
  }

  private PermissionRule allows(String tool, @Nullable String command) {
    return bench
        .rules
        .add(
            new PermissionRules.Spec(
                Behavior.ALLOW, tool, command, ScopeKind.USER, null, null, null),
            Tenants.ROOT,
            "ada",
            null)
        .rule();
  }

  private static boolean isAsked(Run run) {
    return run.status() == RunStatus.WAITING_FOR_APPROVAL;
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "write_file,            -,    write_file, true",
        "write*,                -,    write_file, true",
        "claude,                -,    write_file, true",
        "acp:codex/write_file,  -,    write_file, true",
        "acp:claude/write,      -,    write_file, true",
        "acp:claude/write_file, -,    write_file, false",
        "acp:claude/rm -r x,    -,    rm -r x,    false",
        "acp:claude/*,          -,    write_file, false",
        "acp:*,                 -,    write_file, false",
        "*,                     -,    write_file, false",
        "bash,                  -,    bash,       true",
        "bash,                  ls *, bash,       true",
        "*,                     ls *, bash,       true",
        "request_approval,      -,    request_approval, true",
      })
  void a_rule_speaks_for_an_agents_calls_under_the_agents_name_alone(
      String tool, @Nullable String command, String title, boolean asked) {
    allows(tool, command);
    assertThat(isAsked(served("claude", title))).isEqualTo(asked);
    assertThat(isAsked(onRoute("claude", title))).isEqualTo(asked);
  }

  @Test
  void whoever_is_no_agent_does_not_pass_for_one() {
    allows("acp:claude/rm", null);
    allows("acp:*", null);
    Run run = external("acp:claude/rm");
    assertThat(isAsked(run)).isTrue();
    assertThat(grants(run).toolPattern()).isEqualTo("external/acp:claude/rm");
    assertThat(isAsked(served("codex", "rm"))).as("acp:* is every agent").isFalse();
  }

  /** A program asks by its hook. */
  private Run hooked(String program, String tool, String input) {
    ToolCall call = MatchableCall.hookCall("call_1", program, tool, new Json(input));
    return bench.now(
        raised(
            submission(RunHead.Driver.OUTSIDE, "hook", "ada", null), call, MatchableCall.of(call)));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = ';',
      value = {
        "codex;   Bash;              {'command':'git push'}; git push|git push *",
        "opencode;bash;              {'command':'git push','description':'d'}; git push|git push *",
        "gemini;  run_shell_command; {'command':'git push','description':'d'}; git push|git push *",
        "qwen;    shell;             {'command':'a && b','is_background':false}; a && b",
        "copilot; Bash;              {'command':'git push','mode':'sync'}; git push|git push *",
        "cursor;  Shell;             {'command':'git push'}; git push|git push *",
        "codex;   Bash;              {'cmd':'git push'};     -",
        "codex;   Bash;              {'command':['ls']};     -",
        "codex;   exec_command;      {'command':'git push'}; -",
        "gemini;  write_file;        {'command':'git push'}; hook:gemini/write_file",
      })
  // AG-39
  void AG_39_a_hooks_command_is_known_for_its_shells(
      String program, String tool, String input, @Nullable String keys) {
    Run asked = hooked(program, tool, input.replace('\'', '"'));
    assertThat(asked.call("call_1").tool()).isEqualTo("hook:" + program + "/" + tool);
    assertThat(asked.pendingApprovals().getFirst().patternKeys())
        .isEqualTo(keys == null ? List.of() : List.of(keys.split("\\|")));
    assertThat(MatchableCall.of(asked, asked.call("call_1")).patternKeys())
        .isEqualTo(asked.pendingApprovals().getFirst().patternKeys());
  }

  @Test
  void AG_39_rules_speak_for_a_hooks_tools_under_the_programs_name_alone() {
    allows("write_file", null);
    allows("Bash", null);
    allows("hook:codex/Bash", "git *");
    String push = "{\"command\":\"git push\"}";
    assertThat(isAsked(hooked("gemini", "write_file", "{}"))).isTrue();
    assertThat(isAsked(hooked("codex", "Bash", push))).isFalse();
    assertThat(isAsked(hooked("codex", "Bash", "{\"command\":\"git push; rm x\"}"))).isTrue();
    assertThat(isAsked(hooked("codex", "Bash", "{\"command\":\"git push\",\"sudo\":true}")))
        .as("a member that nobody knows")
        .isTrue();
    assertThat(isAsked(hooked("copilot", "Bash", push))).isTrue();

    Run removes = hooked("codex", "Bash", "{\"command\":\"rm x\"}");
    PermissionRule rule = grants(removes);
    assertThat(rule.toolPattern()).isEqualTo("hook:codex/Bash");
    assertThat(rule.commandPattern()).isEqualTo("rm x");
    assertThat(isAsked(hooked("codex", "Bash", "{\"command\":\"rm x\"}"))).isFalse();
    assertThat(isAsked(hooked("codex", "Bash", "{\"command\":\"rm y\"}"))).isTrue();
  }

  @Test
  void AG_39_whoever_raises_a_hooks_name_does_not_pass_for_the_hook() {
    allows("hook:codex/Bash", null);
    allows("hook:*", null);
    Run run = external("hook:codex/Bash");
    assertThat(isAsked(run)).isTrue();
    assertThat(MatchableCall.of(run, run.call("call_1")).name())
        .isEqualTo("external/hook:codex/Bash");
    assertThat(grants(run).toolPattern()).isEqualTo("external/hook:codex/Bash");
    assertThat(isAsked(served("codex", "hook:codex/Bash"))).as("nor does an agent").isTrue();
    assertThat(isAsked(hooked("codex", "Bash", "{\"command\":\"ls\"}"))).isFalse();
  }

  private PermissionRule grants(Run run) {
    bench.approvals.resolve(
        new GateTarget.OfRun(run.id()),
        List.of(
            new SentDecision(
                run.pendingApprovals().getFirst().id(),
                true,
                null,
                null,
                null,
                new Grant(ScopeKind.USER, null, null, null),
                null,
                Json.EMPTY_OBJECT)),
        Voter.named("ada"),
        null);
    return bench
        .store
        .read(
            queries ->
                queries.keptBelow(PermissionRule.KIND, "user " + Tenants.ROOT, Long.MAX_VALUE, 1))
        .getFirst();
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void a_grant_is_for_the_same_agents_like_calls_and_nothing_else(boolean served) {
    Run asked = served ? served("claude", "Edit x") : onRoute("claude", "Edit x");
    Run like = served("claude", "Edit x");
    Run others = served("codex", "Edit x");
    Run own = external("Edit x");
    assertThat(asked.pendingApprovals().getFirst().patternKeys())
        .containsExactly("acp:claude/Edit x");
    assertThat(asked.call("call_1").tool()).isEqualTo("Edit x");

    PermissionRule rule = grants(asked);
    bench.backlog.ring();

    assertThat(rule.toolPattern()).isEqualTo("acp:claude/Edit x");
    assertThat(rule.commandPattern()).isNull();
    assertThat(isAsked(bench.now(like))).isFalse();
    assertThat(isAsked(bench.now(others))).isTrue();
    assertThat(isAsked(bench.now(own))).isTrue();
    assertThat(isAsked(onRoute("claude", "Edit x"))).isFalse();
    assertThat(isAsked(onRoute("codex", "Edit x"))).isTrue();
    assertThat(new RulePreview(bench.engine).of(rule, 100).matched())
        .as("what it would have allowed is what it allows")
        .hasSize(3)
        .allMatch(past -> past.ruled().name().equals("acp:claude/Edit x"));
  }

  @ParameterizedTest
  @CsvSource({"Write *", "A title of which only the beginning is kep…"})
  void a_name_that_stands_for_more_than_one_call_is_not_granted(String title) {
    Run asked = served("claude", title);
    assertThatThrownBy(() -> grants(asked))
        .isInstanceOfSatisfying(
            Refused.class,
            refused ->
                assertThat(refused.refusal().problem())
                    .isEqualTo(Problem.APPROVAL_INVALID_RESOLUTION));
    assertThat(isAsked(bench.now(asked))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "description,false",
    "timeout,false",
    "run_in_background,false",
    "dangerouslyDisableSandbox,true"
  })
  void a_command_that_may_do_more_than_its_words_say_is_known_by_its_members(
      String member, boolean unusual) {
    Json input = JsonTree.write(JsonTree.object().put("command", "ls -l").put(member, true));
    MatchableCall ruled = MatchableCall.of(new ToolCall("call_1", "Bash", input));
    assertThat(ruled.unusual()).isEqualTo(unusual);
    assertThat(ruled.command()).isEqualTo("ls -l");
  }

  @ParameterizedTest
  @CsvSource({
    "Edit,file_path,/home/ada/src/a.ts,/home/ada/src/a.ts;/home/ada/src/**;Edit",
    "NotebookEdit,notebook_path,/n/a.ipynb,/n/a.ipynb;/n/**;NotebookEdit",
    "Write,file_path,/home/ada/.ssh/config,/home/ada/.ssh/config",
    "Write,file_path,src/a.ts,''"
  })
  @DisplayName("PG-34 the file tools of Claude Code have keys for the file, its folder and all")
  void PG_34_keys_of_file_tools_elsewhere(String tool, String member, String path, String keys) {
    Json input = JsonTree.write(JsonTree.object().put(member, path));

    assertThat(MatchableCall.of(new ToolCall("call_1", tool, input)).patternKeys())
        .isEqualTo(keys.isEmpty() ? List.of() : List.of(keys.split(";", -1)));
  }
}
