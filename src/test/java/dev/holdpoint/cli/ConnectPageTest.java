package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere;
import dev.holdpoint.engine.access.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What docs/agents.md tells people to write for agents that run elsewhere. */
class ConnectPageTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String URL = "http://127.0.0.1:4747";

  private static List<String> blocks(String language) throws IOException {
    return Pattern.compile("(?s)```" + language + "\\n(.*?)```")
        .matcher(Files.readString(Path.of("docs/agents.md")))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static String typed(String... flags) {
    String[] words = new String[flags.length + 4];
    System.arraycopy(new String[] {"connect", "claude-code", "--url", URL}, 0, words, 0, 4);
    System.arraycopy(flags, 0, words, 4, flags.length);
    return TypedHere.run(words).out();
  }

  @Test
  void what_it_shows_of_claude_code_is_what_connect_prints() throws IOException {
    assertThat(blocks("json")).contains(typed(), typed("--mcp"));
  }

  @ParameterizedTest
  @CsvSource({
    "/mcpServers/holdpoint, url, Bearer ${HOLDPOINT_TOKEN}",
    "/mcpServers/holdpoint, httpUrl, Bearer ${HOLDPOINT_TOKEN}",
    "/mcp/holdpoint, url, Bearer {env:HOLDPOINT_TOKEN}",
    "/mcpServers/holdpoint, url, Bearer ${env:HOLDPOINT_TOKEN}",
    "/servers/holdpoint, url, Bearer ${input:holdpoint-token}"
  })
  void every_client_is_told_where_and_as_whom(String place, String member, String header)
      throws IOException {
    List<JsonNode> servers =
        blocks("json").stream()
            .map(JSON::readTree)
            .map(block -> block.at(place))
            .filter(server -> server.at("/headers/Authorization").asString("").equals(header))
            .filter(server -> server.has(member))
            .toList();
    assertThat(servers).hasSize(1);
    assertThat(servers.getFirst().path(member).asString()).isEqualTo(URL + "/mcp");
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
  void no_block_is_left_that_nobody_checks() throws IOException {
    assertThat(blocks("json")).hasSize(6);
    assertThat(blocks("toml"))
        .singleElement()
        .asString()
        .matches(
            """
            \\[mcp_servers\\.holdpoint]
            url = "http://127\\.0\\.0\\.1:4747/mcp"
            bearer_token_env_var = "HOLDPOINT_TOKEN"
            tool_timeout_sec = \\d+
            """);
  }
}
