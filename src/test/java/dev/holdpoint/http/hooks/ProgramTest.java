package dev.holdpoint.http.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import dev.holdpoint.http.hooks.HookOptions.Then;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How each program is read and answered, without a daemon: bodies as they were recorded. */
class ProgramTest {
  private static final String PRE = "pre-tool-use";
  private static final String WHY =
      "No decision in Holdpoint within 0 s, so the request was withdrawn.";

  static String fixture(String name) {
    try (InputStream in = ProgramTest.class.getResourceAsStream("/agents/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode tree(String text) {
    try {
      return JsonTree.read(text);
    } catch (NotJson e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static HookMoment event(String path) {
    return path.equals(PRE) ? HookMoment.PRE_TOOL_USE : HookMoment.PERMISSION_REQUEST;
  }

  private static Program program(String folder) {
    return Program.named(folder.substring(0, folder.indexOf('-')));
  }

  private static HookUse use(String folder, String event) {
    return program(folder).read(event(event), tree(fixture(folder + "/" + event + ".json")));
  }

  @ParameterizedTest
  @DisplayName("AG-30 each recorded body is read")
  @CsvSource({
    "codex-0.166.0,    pre-tool-use,       hook:codex/Bash,               Codex",
    "codex-0.166.0,    permission-request, hook:codex/Bash,               Codex",
    "copilot-1.0.102,  pre-tool-use,       hook:copilot/Bash,             Copilot CLI",
    "cursor-read,      pre-tool-use,       hook:cursor/Shell,             Cursor",
    "gemini-0.61.0,    pre-tool-use,       hook:gemini/run_shell_command, Gemini CLI",
    "opencode-1.18.18, pre-tool-use,       hook:opencode/bash,            OpenCode",
    "qwen-0.15.10,     pre-tool-use,       hook:qwen/run_shell_command,   Qwen Code"
  })
  void each_recorded_body_is_read(String folder, String event, String name, String who) {
    HookUse use = use(folder, event);
    ToolPrompt prompt = ToolPrompt.of(event(event), use);

    assertThat(use.sessionId()).isEqualTo("1502f0a4-7b52-4d0e-9a1c-0e7f2b9d4c11");
    assertThat(prompt.call().tool()).isEqualTo(name);
    assertThat(Objects.requireNonNull(prompt.call().agent()).command()).isEqualTo("touch ran");
    assertThat(prompt.text()).startsWith(who + " wants to use " + use.tool() + " in /srv/shop");
  }

  @Test
  void what_an_OpenCode_plugin_is_given_is_read_as_it_stands() {
    HookUse use =
        Program.OPENCODE.read(
            HookMoment.PRE_TOOL_USE, tree(fixture("opencode-1.18.18/plugin.json")));
    assertThat(List.of(use.sessionId(), use.tool(), String.valueOf(use.callId())))
        .containsExactly("1502f0a4-7b52-4d0e-9a1c-0e7f2b9d4c11", "bash", "call_1");
    assertThat(use.input().path("command").stringValue()).isEqualTo("touch ran");
  }

  private static String said(
      String folder, String event, Then then, HookVerdict verdict, @Nullable JsonNode changed) {
    HookOutcome outcome =
        new HookOutcome(verdict, "admin", verdict instanceof HookVerdict.Open ? WHY : "");
    HookUse use = use(folder, event);
    return JsonTree.write(program(folder).say(event(event), then, outcome, use.input(), changed))
        .text();
  }

  private static ObjectNode edited(String folder, String event) {
    return use(folder, event).input().deepCopy().put("command", "touch edited");
  }

  @ParameterizedTest
  @DisplayName("AG-31 each decision is said byte for byte")
  @CsvSource({
    "codex-0.166.0,    pre-tool-use,       allow allow-edited deny late",
    "codex-0.166.0,    permission-request, allow deny late late-deny",
    "copilot-1.0.102,  pre-tool-use,       allow allow-edited deny late late-ask",
    "cursor-read,      pre-tool-use,       allow allow-edited deny late late-ask",
    "gemini-0.61.0,    pre-tool-use,       allow allow-edited deny late late-ask",
    "opencode-1.18.18, pre-tool-use,       allow allow-edited deny late",
    "qwen-0.15.10,     pre-tool-use,       allow deny late"
  })
  void each_decision_is_said_byte_for_byte(String folder, String event, String answers) {
    Program program = program(folder);
    List<String> wrong = new ArrayList<>();
    for (String answer : answers.split(" ", -1)) {
      JsonNode input = use(folder, event).input();
      ObjectNode edited = edited(folder, event);
      String said =
          switch (answer) {
            case "allow" -> said(folder, event, Then.DENY, new HookVerdict.Allow(input), null);
            case "allow-edited" ->
                said(folder, event, Then.DENY, new HookVerdict.Allow(edited), edited);
            case "deny" ->
                said(folder, event, Then.DENY, new HookVerdict.Deny("use staging"), null);
            case "late" ->
                said(folder, event, program.then(event(event), null), new HookVerdict.Open(), null);
            case "late-ask" -> said(folder, event, Then.ASK, new HookVerdict.Open(), null);
            default -> said(folder, event, Then.DENY, new HookVerdict.Open(), null);
          };
      String expected = fixture("%s/%s.%s.json".formatted(folder, event, answer));
      if (!said.equals(expected)) {
        wrong.add(answer + ": " + said);
      }
    }
    assertThat(wrong).isEmpty();
  }

  @ParameterizedTest
  @DisplayName("AG-31 an edit that cannot be said is a no, never an allow")
  @CsvSource({
    "qwen-0.15.10,  pre-tool-use,       touch",
    "codex-0.166.0, permission-request, touch",
    "gemini-0.61.0, pre-tool-use,       drop"
  })
  void an_edit_that_cannot_be_said_is_a_no(String folder, String event, String how) {
    ObjectNode edited = edited(folder, event);
    if (how.equals("drop")) {
      edited.remove("description");
    }
    assertThat(said(folder, event, Then.DENY, new HookVerdict.Allow(edited), edited))
        .contains("\"deny\"")
        .doesNotContain("allow\"");
  }

  @Test
  @DisplayName("AG-31 a word that a program takes for nothing is never sent to it")
  void a_word_that_a_program_takes_for_nothing_is_never_sent() {
    for (String folder : List.of("codex-0.166.0", "opencode-1.18.18", "qwen-0.15.10")) {
      assertThat(program(folder).thens(HookMoment.PRE_TOOL_USE)).containsExactly(Then.DENY);
      assertThat(said(folder, PRE, Then.ASK, new HookVerdict.Open(), null)).contains("\"deny\"");
    }
  }

  @Test
  void what_can_be_edited_is_what_can_be_said() {
    assertThat(Program.QWEN.offer(HookMoment.PRE_TOOL_USE)).isEqualTo(new Offer(List.of(), false));
    assertThat(Program.CODEX.offer(HookMoment.PERMISSION_REQUEST))
        .isEqualTo(new Offer(List.of(), false));
    assertThat(Program.CODEX.offer(HookMoment.PRE_TOOL_USE)).isNull();
    assertThat(Program.GEMINI.offer(HookMoment.PRE_TOOL_USE))
        .isEqualTo(new Offer(List.of(), true, true));
  }

  @ParameterizedTest
  @DisplayName("AG-40 what is missing or wrong is named with its pointer")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "codex-0.166.0   | session_id      |             | /session_id",
        "cursor-read     | conversation_id | 7           | /conversation_id",
        "gemini-0.61.0   | tool_name       |             | /tool_name",
        "gemini-0.61.0   | tool_name       | ``          | /tool_name",
        "qwen-0.15.10    | tool_input      |             | /tool_input",
        "qwen-0.15.10    | tool_input      | [1]         | /tool_input",
        "codex-0.166.0   | tool_input      | \"no json\" | /tool_input",
        "codex-0.166.0   | tool_input      | \"[]\"      | /tool_input",
        "copilot-1.0.102 | tool_input      | \"{\\\"a\\\":1,\\\"a\\\":2}\" | /tool_input",
        "gemini-0.61.0   | hook_event_name | \"AfterTool\" | /hook_event_name"
      })
  void what_is_wrong_is_named(
      String folder, String member, @Nullable String value, String pointer) {
    ObjectNode body = (ObjectNode) tree(fixture(folder + "/" + PRE + ".json"));
    body.remove(member);
    if (value != null) {
      body.set(member, value.isEmpty() ? tree("\"\"") : tree(value));
    }
    assertThatThrownBy(() -> program(folder).read(HookMoment.PRE_TOOL_USE, body))
        .isInstanceOfSatisfying(
            Refused.class,
            e -> assertThat(e.refusal().faults().getFirst().pointer()).isEqualTo(pointer));
  }

  @Test
  void an_input_of_text_that_holds_an_object_is_that_object_and_other_members_pass() {
    ObjectNode body = (ObjectNode) tree(fixture("copilot-1.0.102/" + PRE + ".json"));
    body.put("tool_input", "{\"command\":\"touch ran\"}").put("cwd", 7).put("of_tomorrow", true);
    HookUse use = Program.COPILOT.read(HookMoment.PRE_TOOL_USE, body);
    assertThat(use.input().path("command").stringValue()).isEqualTo("touch ran");
    assertThat(use.place().folder()).isNull();
  }

  @Test
  void an_event_of_another_moment_is_told_its_URL() {
    ObjectNode body = (ObjectNode) tree(fixture("codex-0.166.0/" + PRE + ".json"));
    assertThatThrownBy(() -> Program.CODEX.read(HookMoment.PERMISSION_REQUEST, body))
        .hasMessageContaining("PreToolUse to /hooks/codex/pre-tool-use");
  }

  @Test
  @DisplayName("AG-40 a program that nobody knows is refused with the names of all")
  void a_program_that_nobody_knows_is_refused_with_the_names_of_all() {
    assertThatThrownBy(() -> Program.named("aider"))
        .hasMessageContaining("claude, codex, copilot, cursor, gemini, opencode, qwen");
    assertThatThrownBy(() -> Program.QWEN.asking(HookMoment.PERMISSION_REQUEST))
        .hasMessageContaining("use one of claude, codex.");
  }

  @Test
  void names_of_calls_are_those_of_their_turn() {
    HookUse use = use("codex-0.166.0", PRE);
    ObjectNode body = (ObjectNode) tree(fixture("codex-0.166.0/" + PRE + ".json"));
    body.put("turn_id", "another");
    assertThat(Program.CODEX.read(HookMoment.PRE_TOOL_USE, body).key()).isNotEqualTo(use.key());
  }
}
