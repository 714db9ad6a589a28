package dev.holdpoint.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Libraries of npm as programs use them; {@code src/test/agents} has the programs. */
@Tag("agents")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class NodeClientsIT {
  private TestDaemon daemon;
  private Path data;
  private Path work;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    data = folder;
    // Clients may have their agents work there.
    work = Files.createDirectories(folder.resolve("work"));
    daemon = TestDaemon.start(folder, Map.of("HOLDPOINT_WORKSPACE_ROOT", work.toString()));
  }

  @AfterAll
  void stop() {
    daemon.close();
  }

  @Test
  @DisplayName("AG-15 the sandbox-agent SDK, unmodified")
  @Proves(
      value = {Column.ASKS, Column.ALLOW, Column.QUESTION},
      packages = "sandbox-agent")
  void sandbox_agent() throws Exception {
    run("sandbox-agent", "sandbox-agent.mjs");
  }

  @Test
  @DisplayName("AG-58 the MCP client chooses 2026-07-28 by itself and hears a decision")
  @Proves(
      value = {Column.ASKS, Column.ALLOW},
      packages = "@modelcontextprotocol/client")
  void mcp_client() throws Exception {
    Http agent = daemon.http().withRole("agent", "mcp-client");
    run(
        "@modelcontextprotocol/client",
        "mcp-client.mjs",
        String.valueOf(agent.token()),
        String.valueOf(daemon.http().token()));
  }

  @Test
  @DisplayName("AG-58 a client of the SDK 1.x goes on as before")
  void mcp_sdk_1() throws Exception {
    Http agent = daemon.http().withRole("agent", "mcp-sdk-1");
    run(
        "@modelcontextprotocol/sdk",
        "mcp-sdk-1.mjs",
        String.valueOf(agent.token()),
        String.valueOf(daemon.http().token()));
  }

  @Test
  @DisplayName("AG-58 the Inspector goes on as before, in the old era and in the new one")
  @Proves(
      value = {Column.ASKS, Column.ALLOW},
      packages = "@modelcontextprotocol/inspector")
  void mcp_inspector() throws Exception {
    Http agent = daemon.http().withRole("agent", "mcp-inspector");
    run(
        "@modelcontextprotocol/inspector",
        "inspector.mjs",
        String.valueOf(agent.token()),
        String.valueOf(daemon.http().token()));
  }

  @Test
  @DisplayName("AG-79 HttpAgent of AG-UI: one interrupt, resumed with an edited input, ran once")
  @Proves(
      value = {Column.ASKS, Column.ALLOW, Column.EDIT},
      packages = "@ag-ui/client")
  void ag_ui() throws Exception {
    run("@ag-ui/client", "ag-ui.mjs");
    try (Stream<Path> files = Files.walk(data)) {
      Path ran = files.filter(file -> file.endsWith("ran")).findFirst().orElseThrow();
      assertThat(Files.readAllLines(ran)).containsExactly("edited");
    }
  }

  private void run(String npmPackage, String script, String... tokens) throws Exception {
    Packages.need(npmPackage, Path.of(npmPackage));
    List<String> words = new ArrayList<>(List.of(daemon.address()));
    words.addAll(
        tokens.length == 0 ? List.of(String.valueOf(daemon.http().token())) : List.of(tokens));
    try (NodeScript node = new NodeScript(work, script, words)) {
      node.awaitEnd();
    }
  }
}
