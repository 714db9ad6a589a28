package dev.holdpoint.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers whose tools runs can use, as they are written down. */
class McpServerConfigTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)```yaml\\n(.*?)```");

  @TempDir private Path folder;

  private Config load(String yaml) throws Exception {
    Path file = Files.writeString(folder.resolve("holdpoint.yaml"), yaml);
    Map<String, String> variables =
        Map.of("GITHUB_TOKEN", "the-token-of-github", "SEARCH_KEY", "the-key-of-search");
    return Config.load(
        new ConfigSources(file, variables, Map.of("data", folder.toString()), folder));
  }

  @Test
  void what_the_page_tells_people_to_write_is_read() throws Exception {
    Matcher block = BLOCK.matcher(Files.readString(Path.of("docs/mcp-tools.md")));
    assertThat(block.find()).isTrue();
    Config config = load(block.group(1));
    McpServerConfig github = config.mcpServers().get(0);
    assertThat(github.commandLine())
        .containsExactly("npx", "-y", "@modelcontextprotocol/server-github");
    assertThat(github.environment()).containsEntry("GITHUB_TOKEN", "the-token-of-github");
    McpServerConfig search = config.mcpServers().get(1);
    assertThat(search.headers()).containsEntry("Authorization", "Bearer the-key-of-search");
    assertThat(search.callTimeoutMs()).isEqualTo(30_000);
    assertThat(search.connectTimeoutMs()).isEqualTo(20_000);
    assertThat(config.inForce().toString() + github + search)
        .contains("Authorization=********", "GITHUB_TOKEN=********")
        .doesNotContain("the-key-of-search", "the-token-of-github");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {a: {args: [x]}}                            | neither a command nor a url; set mcp_servers.a.command or mcp_servers.a.url
          {a: {command: x, url: "http://h"}}          | both a command and a url; remove the command or mcp_servers.a.url
          {a: {command: x, headers: {B: c}}}          | headers, which are only for a url; set mcp_servers.a.env
          {a: {url: "http://h", env: {B: c}}}         | a url, which cannot be combined with args, env or cwd
          {a: {url: "http://h", headers: {Host: ccc}}}| has an invalid header Host
          {a: {url: "http://h", headers: {"B C": c}}} | expected headers with values
          {a: {url: "http://h", headers: {B: "${NONE}"}}} | mcp_servers.a.headers refers to ${NONE}, but that variable is not set
          {a__b: {command: x}}                        | two underscores in a row
          {a_: {command: x}}                          | or end with one
          {a23456789012345678901234567890123: {command: x}} | at most 32 characters
          {a: {command: x, call_timeout_ms: 1}}       | 'mcp_servers.a.call_timeout_ms' is '1'
          """)
  void a_mistake_is_told(String servers, String message) {
    assertThatThrownBy(() -> load("mcp_servers: " + servers))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(message);
  }
}
