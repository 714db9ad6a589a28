package dev.holdpoint.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** OpenCode's plugin as it is written, run by Node.js, which the tests have anyway. */
class PluginPartTest {
  private static final JsonMapper JSON = new JsonMapper();

  /** Calls the hook once for each command, as OpenCode does. */
  private static final String HARNESS =
      """
      const [file, ...commands] = process.argv.slice(2)
      const plugin = await (await import(file)).Holdpoint({ directory: "/srv/shop" })
      const results = []
      for (const command of commands) {
        const args = { command, description: "d" }
        const output = { args }
        try {
          await plugin["tool.execute.before"]({ tool: "bash", sessionID: "ses_1", callID: "call_1" }, output)
          results.push({ ran: output.args, same: args === output.args })
        } catch (e) {
          results.push({ blocked: e.message })
        }
      }
      console.log(JSON.stringify(results))
      """;

  @TempDir private Path folder;

  private JsonNode called(String url, String token, String... commands) throws Exception {
    TypedHere.Outcome shown = TypedHere.run("connect", "opencode", "--url", url);
    assertThat(shown.exitCode()).as(shown.err()).isZero();
    assertThat(shown.out().lines()).hasSizeLessThanOrEqualTo(60);
    assertThat(shown.out()).doesNotContain("import ", "require(");
    Path plugin = Files.writeString(folder.resolve("holdpoint.mjs"), shown.out());
    Path harness = Files.writeString(folder.resolve("harness.mjs"), HARNESS);
    Map<String, String> environment = new TreeMap<>(System.getenv());
    environment.put("HOLDPOINT_TOKEN", token);
    List<String> words =
        new java.util.ArrayList<>(List.of("node", harness.toString(), plugin.toString()));
    words.addAll(List.of(commands));
    Subprocess.Ended ended = Subprocess.run(words, environment, "", Duration.ofSeconds(60));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return JSON.readTree(ended.out());
  }

  @Test
  @DisplayName("AG-47 OpenCode's plugin lets run what was allowed, and blocks all else")
  void only_an_allow_or_nothing_to_say_lets_a_tool_run() throws Exception {
    assertThat(Surroundings.ofProcess().program("node"))
        .as("this test needs node: install npm")
        .isPresent();
    try (HookServer server = new HookServer()) {
      JsonNode results =
          called(
              server.url(),
              HookServer.TOKEN,
              "answer {\"hookSpecificOutput\":{\"permissionDecision\":\"allow\"}}",
              "answer {}",
              "answer {\"hookSpecificOutput\":{\"permissionDecision\":\"allow\",\"updatedInput\":{\"command\":\"ls\"}}}",
              "answer {\"hookSpecificOutput\":{\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"use staging\"}}",
              "answer {\"hookSpecificOutput\":{\"permissionDecision\":\"ask\"}}",
              "answer {\"hookSpecificOutput\":{\"permissionDecision\":\"allow\",\"updatedInput\":null}}",
              "answer []",
              "answer null",
              "answer <html>",
              "status 503",
              "cut");
      assertThat(results.get(0).at("/ran/description").asString()).isEqualTo("d");
      assertThat(results.get(1).has("ran")).isTrue();
      assertThat(results.get(2))
          .isEqualTo(JSON.readTree("{\"ran\":{\"command\":\"ls\"},\"same\":true}"));
      assertThat(results.get(3).path("blocked").asString()).isEqualTo("use staging");
      for (int i = 4; i < results.size(); i++) {
        assertThat(results.get(i).path("blocked").asString()).isEqualTo(HookLine.REFUSAL);
      }
      HookServer.Arrived first = server.arrived.take();
      assertThat(first.path()).startsWith("/hooks/opencode/pre-tool-use?wait_ms=300000&skip=read,");
      assertThat(JSON.readTree(first.body()))
          .isEqualTo(
              JSON.readTree(
                  """
                  {"session_id":"ses_1","tool_name":"bash","tool_use_id":"call_1","cwd":"/srv/shop",
                   "tool_input":{"command":%s,"description":"d"}}"""
                      .formatted(
                          JSON.writeValueAsString(
                              "answer {\"hookSpecificOutput\":{\"permissionDecision\":\"allow\"}}"))));

      assertThat(called(server.url(), "wrong", "answer {}").at("/0/blocked").asString())
          .isEqualTo(HookLine.REFUSAL);
      assertThat(called(server.url(), "", "answer {}").at("/0/blocked").asString())
          .isEqualTo(HookLine.REFUSAL);
    }
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    assertThat(
            called("http://127.0.0.1:" + closed, HookServer.TOKEN, "answer {}")
                .at("/0/blocked")
                .asString())
        .isEqualTo(HookLine.REFUSAL);
  }
}
