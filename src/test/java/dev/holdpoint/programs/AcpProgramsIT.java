package dev.holdpoint.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.blackbox.Http;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Programs that the daemon runs itself: what they ask, and what they do with the answer. */
@Tag("agents")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AcpProgramsIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private ScriptedProvider provider;
  private DaemonProcess daemon;
  private Http http;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    provider = new ScriptedProvider();
    Path config = folder.resolve("holdpoint.yaml");
    Files.writeString(config, "agents:\n" + agents(folder));
    daemon = DaemonProcess.start(folder, "--config", config.toString());
    http = daemon.http();
  }

  @AfterAll
  void stop() throws IOException {
    // So that it ends its agents, which write until then.
    daemon.terminate();
    daemon.close();
    provider.close();
  }

  private String agents(Path folder) throws IOException {
    StringBuilder yaml = new StringBuilder();
    for (RunAgent agent : RunAgent.values()) {
      if (!Files.exists(Packages.folder().resolve(agent.file()))) {
        continue;
      }
      Path home = Files.createDirectories(folder.resolve(agent.agent()));
      Map<String, String> environment = new TreeMap<>(RealProgram.alone());
      agent.program().setUp(home, provider.url(), environment);
      agent.setUp(home, environment);
      environment.put("HOME", home.toString());
      environment.put("PATH", Packages.node().getParent() + ":/usr/local/bin:/usr/bin:/bin");
      yaml.append("  ").append(agent.agent()).append(":\n");
      yaml.append("    kind: ").append(agent.kind()).append('\n');
      yaml.append("    command: ")
          .append(Packages.command(folder.resolve("bin"), agent.agent(), agent.file()))
          .append('\n');
      yaml.append("    args: ").append(JSON.writeValueAsString(agent.arguments())).append('\n');
      yaml.append("    env: ").append(JSON.writeValueAsString(environment)).append('\n');
    }
    return yaml.toString();
  }

  static Stream<RunAgent> all() {
    return Stream.of(RunAgent.values());
  }

  @ParameterizedTest(
      name =
          "AG-01 AG-02 AG-03 AG-12 {0}: a grant for a session is for that command; the next one"
              + " waits, and so does the same in another session; the model reads why not")
  @EnumSource
  @Proves({Column.ASKS, Column.ALLOW, Column.DENY, Column.GRANT})
  void granted_for_a_session(RunAgent agent) throws IOException {
    Packages.need(agent.npmPackage(), agent.file());
    String session = agent.agent() + "-granted";
    String run =
        submit(
            agent, session, agent.call("touch a"), agent.call("touch a"), agent.call("rm -rf b"));

    JsonNode first = approval(run);
    assertThat(first.path("pattern_keys").path(0).asString()).isEqualTo("touch a");
    assertThat(first.path("pattern_keys").valueStream().map(JsonNode::asString))
        .allMatch(key -> key.startsWith("touch"));
    decide(run, first, "\"behavior\":\"allow\",\"grant\":{\"scope\":\"session\"}");
    JsonNode second = approval(run);
    assertThat(second.path("input").toString()).contains("rm -rf b");
    decide(run, second, "\"behavior\":\"deny\",\"reason\":\"use staging\"");
    JsonNode ended = http.awaitRun(run, "completed");
    assertThat(ended.path("outputs").toString()).contains("RESULT");
    assertThat(provider.requests()).anyMatch(said -> said.contains("use staging"));

    assertThat(http.get("/v1/permission-rules").expect(200).text())
        .contains("\"tool\":\"acp:" + agent.agent() + "/", "touch a");

    String elsewhere = submit(agent, agent.agent() + "-other", agent.call("touch a"));
    decide(elsewhere, approval(elsewhere), "\"behavior\":\"deny\"");
  }

  private String submit(RunAgent agent, String session, String... script) {
    http.session(session);
    return http.post(
            "/v1/sessions/" + session + "/runs",
            "{\"provider\":\"acp:%s\",\"content\":%s}"
                .formatted(agent.agent(), JSON.writeValueAsString(String.join("\n", script))))
        .expect(202)
        .json()
        .path("run_id")
        .asString();
  }

  private JsonNode approval(String run) {
    String id = http.awaitApproval(run);
    return http.get("/v1/approvals/" + id).expect(200).json().path("request");
  }

  private void decide(String run, JsonNode approval, String decision) {
    http.post(
            "/v1/runs/" + run + "/approvals",
            "{\"resolutions\":[{\"request_id\":\"%s\",%s}]}"
                .formatted(approval.path("id").asString(), decision))
        .expect(202);
  }

  /** A program as the daemon runs it. */
  @SuppressWarnings("ImmutableEnumChecker") // lists that cannot be changed
  enum RunAgent implements ProvenCells.Packaged {
    CLAUDE("claude", RealProgram.CLAUDE, "claude", List.of()),
    CODEX("codex", RealProgram.CODEX, "acp", List.of()) {
      @Override
      Path file() {
        return Path.of("@agentclientprotocol/codex-acp/dist/index.js");
      }

      @Override
      public String npmPackage() {
        return "@agentclientprotocol/codex-acp";
      }

      @Override
      void setUp(Path home, Map<String, String> environment) {
        // In its own first mode a model decides, and nobody is asked.
        environment.put("INITIAL_AGENT_MODE", "workspace-write");
      }

      @Override
      String call(String command) {
        // What its sandbox contains runs unasked.
        return """
        CALL exec_command {"cmd":"%s","sandbox_permissions":"require_escalated",\
        "justification":"d"}\
        """
            .formatted(command);
      }
    },
    CLAUDE_ACP("claude-acp", RealProgram.CLAUDE, "acp", List.of()) {
      @Override
      Path file() {
        return Path.of("@agentclientprotocol/claude-agent-acp/dist/index.js");
      }

      @Override
      public String npmPackage() {
        return "@agentclientprotocol/claude-agent-acp";
      }
    },
    GEMINI("gemini", RealProgram.GEMINI, "acp", List.of("--acp")),
    OPENCODE("opencode", RealProgram.OPENCODE, "opencode", List.of()) {
      @Override
      void setUp(Path home, Map<String, String> environment) throws IOException {
        Path file = home.resolve(".config/opencode/opencode.json");
        Files.writeString(
            file,
            Files.readString(file)
                .replaceFirst(
                    "\\{", "{\n  \"permission\": {\"bash\": \"ask\", \"edit\": \"ask\"},"));
      }
    },
    QWEN("qwen", RealProgram.QWEN, "acp", List.of("--acp", "--auth-type", "openai"));

    private final String agent;
    private final RealProgram program;
    private final String kind;
    private final List<String> arguments;

    RunAgent(String agent, RealProgram program, String kind, List<String> arguments) {
      this.agent = agent;
      this.program = program;
      this.kind = kind;
      this.arguments = arguments;
    }

    void setUp(Path home, Map<String, String> environment) throws IOException {}

    String agent() {
      return agent;
    }

    RealProgram program() {
      return program;
    }

    String kind() {
      return kind;
    }

    List<String> arguments() {
      return arguments;
    }

    Path file() {
      return program.file();
    }

    @Override
    public String npmPackage() {
      return program.npmPackage();
    }

    String call(String command) {
      return program.call(command);
    }
  }
}
