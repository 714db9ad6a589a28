package dev.holdpoint.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** The scripted model says what the prompt wants of it, in each dialect. */
final class ProviderScriptTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String PROMPT = "CALL sh {\\\"a\\\":1}\\nCALL sh {\\\"a\\\":2}";

  @ParameterizedTest
  @EnumSource
  void calls_come_in_their_order_and_the_last_result_is_repeated(ProviderDialect dialect) {
    List<String> talk =
        switch (dialect) {
          case ANTHROPIC ->
              List.of(
                  "{\"messages\":[{\"role\":\"user\",\"content\":\"" + PROMPT + "\"}%s]%s}",
                  ",{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"content\":\"%s\"}]}");
          case RESPONSES ->
              List.of(
                  "{\"input\":[{\"role\":\"user\",\"content\":[{\"text\":\""
                      + PROMPT
                      + "\"}]}%s]%s}",
                  ",{\"type\":\"function_call_output\",\"output\":\"%s\"}");
          case CHAT ->
              List.of(
                  "{\"messages\":[{\"role\":\"user\",\"content\":\"" + PROMPT + "\"}%s]%s}",
                  ",{\"role\":\"tool\",\"content\":\"%s\"}");
          case GEMINI ->
              List.of(
                  "{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\""
                      + PROMPT
                      + "\"}]}%s]%s}",
                  ",{\"parts\":[{\"functionResponse\":{\"response\":{\"output\":\"%s\"}}}]}");
        };
    String tools = ",\"tools\":[{\"name\":\"sh\"}]";
    String one = talk.getLast().formatted("one");
    String two = talk.getLast().formatted("two");

    assertThat(said(dialect, talk.getFirst().formatted("", tools))).contains("sh").contains("1");
    assertThat(said(dialect, talk.getFirst().formatted(one, tools))).contains("sh").contains("2");
    assertThat(said(dialect, talk.getFirst().formatted(one + two, tools))).contains("RESULT: two");
    assertThat(said(dialect, talk.getFirst().formatted("", ""))).contains("no such tool");
  }

  private static String said(ProviderDialect dialect, String request) {
    String whole = dialect.answer(JSON.readTree(request), false);
    assertThat(dialect.answer(JSON.readTree(request), true)).contains("data: ");
    return whole;
  }

  @Test
  void a_command_is_run_by_the_shell_that_is_offered() {
    String request =
        """
        {"messages":[{"role":"user","content":"\\"Run the shell command: echo a-1\\""}],
        "tools":[{"name":"%s"}]}
        """;

    assertThat(said(ProviderDialect.CHAT, request.formatted("run_shell_command")))
        .contains("run_shell_command", "echo a-1\\\"");
    assertThat(said(ProviderDialect.CHAT, request.formatted("exec_command")))
        .contains("exec_command", "cmd", "echo a-1\\\"");
    assertThat(said(ProviderDialect.CHAT, request.formatted("read"))).contains("no such tool");
  }
}
