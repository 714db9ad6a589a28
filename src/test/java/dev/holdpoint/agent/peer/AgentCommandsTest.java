package dev.holdpoint.agent.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.AgentCall;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permission.MatchableCall;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The command of each kind of agent, in the shapes in which it comes, and what may be granted. */
class AgentCommandsTest {
  private static @Nullable AgentCall said(String who, String shape) throws Exception {
    JsonNode told = JsonTree.read(shape);
    return switch (who) {
      case "claude" -> AgentCommands.ofClaude("Bash", told);
      case "opencode" ->
          AgentCommands.ofOpenCode(
              "bash",
              told.has("input") ? JsonTree.write(told.path("input")) : null,
              told.path("metadata"));
      default ->
          AgentCommands.ofAcp(
              who,
              told.path("kind").isString() ? told.path("kind").stringValue() : null,
              told.path("title").isString() ? told.path("title").stringValue() : null,
              told);
    };
  }

  private static MatchableCall ruled(String who, String shape) throws Exception {
    return MatchableCall.ofAgent(
        who, new ToolCall("c", "Its title", Json.EMPTY_OBJECT, said(who, shape)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      textBlock =
          """
          claude;     {"command":"touch a","description":"d"};                      Bash;    touch a|touch a *
          opencode;   {"input":{"command":"touch a","description":"d","workdir":"/w"},"metadata":{}}; bash; touch a|touch a *
          opencode;   {"metadata":{"command":"touch a"}};                           bash;    touch a|touch a *
          codex-acp;  {"kind":"execute","title":"Run touch a","rawInput":{"call_id":"c1","turn_id":"t1","command":["/bin/bash","-lc","touch a"],"cwd":"/w","parsed_cmd":[],"started_at_ms":1}}; execute; touch a|touch a *
          codex-acp;  {"kind":"execute","rawInput":{"cmd":["touch","a"]}};          execute; touch a|touch a *
          gemini-cli; {"kind":"execute","title":"touch a","content":[]};            execute; touch a|touch a *
          other-cli;  {"kind":"execute","title":"touch a","content":[]};            execute; touch a
          qwen-code;  {"kind":"execute","title":"Shell: touch a","_meta":{"toolName":"run_shell_command"},"rawInput":{"command":"touch a","is_background":false,"description":"d"}}; run_shell_command; touch a|touch a *
          """)
  // AG-02
  void AG_02_what_may_be_granted_begins_with_the_whole_command_and_is_never_the_whole_tool(
      String who, String shape, String tool, String keys) throws Exception {
    MatchableCall ruled = ruled(who, shape);

    assertThat(ruled.name()).isEqualTo("acp:" + who + "/" + tool);
    assertThat(ruled.patternKeys()).isEqualTo(List.of(keys.split("\\|"))).doesNotContain(tool);
    assertThat(ruled.unusual()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      textBlock =
          """
          {"command":["/bin/bash","-lc","git push"]};      git push|git push *
          {"command":["git","push","a b"]};                git push 'a b'|git push *
          {"cmd":"git push"};                              git push|git push *
          {"command":["sh","-c","cd x && git push"]};      cd x && git push
          {"command":"git push & ls"};                     git push & ls
          """)
  // AG-05
  void AG_05_a_list_is_its_text_or_joined_with_quotes_and_a_compound_command_only_itself(
      String raw, String keys) throws Exception {
    assertThat(ruled("codex-acp", "{\"kind\":\"execute\",\"rawInput\":" + raw + "}").patternKeys())
        .isEqualTo(List.of(keys.split("\\|")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      textBlock =
          """
          claude;    {"command":"ls","dangerouslyDisableSandbox":true}
          opencode;  {"input":{"command":"ls","env":{"PATH":"/tmp"}}}
          codex-acp; {"kind":"execute","rawInput":{"command":"ls","with_escalated_permissions":true}}
          """)
  void AG_02_a_member_that_nobody_knows_makes_a_command_unusual(String who, String shape)
      throws Exception {
    assertThat(ruled(who, shape).unusual()).isTrue();
  }

  @Test
  void AG_02_a_shell_whose_command_is_not_known_is_granted_nothing() throws Exception {
    for (String shape :
        List.of("{\"kind\":\"execute\"}", "{\"kind\":\"execute\",\"rawInput\":7}")) {
      assertThat(ruled("codex-acp", shape).patternKeys()).isEmpty();
    }
    assertThat(ruled("claude", "{}").patternKeys()).isEmpty();
    assertThat(ruled("opencode", "{\"metadata\":{}}").patternKeys()).isEmpty();
  }
}
