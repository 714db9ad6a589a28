package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere;
import dev.holdpoint.engine.access.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What docs/agents.md tells people to write for agents that run elsewhere. */
class ConnectPageTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String URL = "http://127.0.0.1:4747";

  /** All but VS Code's server, which no command of ours writes. */
  private static final List<String> PRINTED =
      List.of(
          "claude-code",
          "claude-code --mcp",
          "codex",
          "copilot",
          "copilot --mcp",
          "cursor",
          "cursor --mcp",
          "gemini",
          "gemini --mcp",
          "opencode --mcp",
          "qwen");

  private static List<String> blocks(String language) throws IOException {
    return Pattern.compile("(?s)```" + language + "\\n(.*?)```")
        .matcher(Files.readString(Path.of("docs/agents.md")))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static String typed(String words) {
    return TypedHere.run(("connect " + words + " --url " + URL).split(" ")).out();
  }

  @Test
  @DisplayName("AG-87 every settings block of the page is what connect prints")
  void what_it_shows_is_what_connect_prints() throws IOException {
    List<String> shown =
        blocks("json").stream().filter(block -> !block.contains("holdpoint-token")).toList();
    assertThat(shown)
        .as("a block that was edited by hand: put in what 'holdpoint connect' prints")
        .containsExactlyInAnyOrderElementsOf(PRINTED.stream().map(ConnectPageTest::typed).toList());
    assertThat(blocks("js")).containsExactly(typed("opencode"));
    assertThat(blocks("sh")).contains(typed("codex --mcp"));
    assertThat(typed("qwen --mcp")).isEqualTo(typed("gemini --mcp"));
  }

  @Test
  void vs_code_is_told_where_and_as_whom() throws IOException {
    JsonNode server =
        blocks("json").stream()
            .filter(block -> block.contains("holdpoint-token"))
            .map(JSON::readTree)
            .map(block -> block.at("/servers/holdpoint"))
            .reduce((_, _) -> JSON.createObjectNode())
            .orElseThrow();
    assertThat(server.path("url").asString()).isEqualTo(URL + "/mcp");
    assertThat(server.at("/headers/Authorization").asString())
        .isEqualTo("Bearer ${input:holdpoint-token}");
  }

  @Test
  void tokens_on_the_page_of_mcp_begin_as_tokens_do() throws IOException {
    assertThat(
            Pattern.compile("Bearer (\\w+)…")
                .matcher(Files.readString(Path.of("docs/mcp.md")))
                .results()
                .map(found -> found.group(1)))
        .isNotEmpty()
        .containsOnly(Tokens.PREFIX);
  }

  @Test
  void codex_is_told_where_and_as_whom() throws IOException {
    assertThat(blocks("toml"))
        .singleElement()
        .asString()
        .matches(
            """
            \\[mcp_servers\\.holdpoint]
            url = "http://127\\.0\\.0\\.1:4747/mcp"
            bearer_token_env_var = "HOLDPOINT_TOKEN"
            tool_timeout_sec = \\d+
            default_tools_approval_mode = "approve"
            """);
  }
}
