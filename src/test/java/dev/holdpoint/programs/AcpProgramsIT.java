package dev.holdpoint.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.blackbox.Http;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
  private static final String UNASKED = "codex-unasked";
  private static final String ONCE = "echo once >> %s";

  private Path folder;
  private ScriptedProvider provider;
  private DaemonProcess daemon;
  private Http http;

  @BeforeAll
  void start(@TempDir Path own) throws IOException {
    folder = own;
    provider = new ScriptedProvider();
    Path config = folder.resolve("holdpoint.yaml");
    Files.writeString(config, "agents:\n" + agents());
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

  private String agents() throws IOException {
    StringBuilder yaml = new StringBuilder();
    for (RunAgent agent : RunAgent.values()) {
      if (!Packages.isThere(agent.npmPackage(), agent.file())) {
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
      if (agent == RunAgent.CODEX) {
        // The same in its own first mode, in which a model decides and nobody is asked.
        String unasked = yaml.substring(yaml.lastIndexOf("  codex:\n"));
        yaml.append("    mode: workspace-write\n");
        yaml.append(unasked.replaceFirst("codex:", UNASKED + ":"));
      }
    }
    return yaml.toString();
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

  @ParameterizedTest(
      name =
          "AG-09 {0}: the daemon is killed as it asks; allowed after the restart, it does it once"
              + " and nobody is asked again")
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GEMINI")
  @Proves(Column.DAEMON_KILLED)
  void daemon_killed(RunAgent agent) throws IOException {
    Packages.need(agent.npmPackage(), agent.file());
    Path ran = folder.resolve(agent.agent() + "-daemon-killed");
    String run = submit(agent, agent.agent() + "-daemon-killed", agent.call(ONCE.formatted(ran)));
    JsonNode approval = approval(run);
    daemon.kill9();
    daemon.restart();
    http = daemon.http();

    decide(run, approval, "\"behavior\":\"allow\"");

    allowedOnce(run, ran);
  }

  @ParameterizedTest(
      name = "{0}: killed as it asks, it is brought back for an allow, and does it once")
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GEMINI")
  @Proves(Column.PROGRAM_KILLED)
  void program_killed(RunAgent agent) throws IOException {
    Packages.need(agent.npmPackage(), agent.file());
    Path ran = folder.resolve(agent.agent() + "-killed");
    String run = submit(agent, agent.agent() + "-killed", agent.call(ONCE.formatted(ran)));
    JsonNode approval = approval(run);
    killAgents();

    decide(run, approval, "\"behavior\":\"allow\"");

    allowedOnce(run, ran);
  }

  private void allowedOnce(String run, Path ran) throws IOException {
    JsonNode ended = http.await("/v1/runs/" + run, r -> r.path("finished_at_ms").isNumber());
    assertThat(ended.path("status").asString()).as(ended.toString()).isEqualTo("completed");
    assertThat(ran).hasContent("once");
    assertThat(http.events(run).stream().map(event -> event.at("/event/type").asString()))
        .filteredOn("waiting_for_approval"::equals)
        .hasSize(1);
  }

  /** All agents that the daemon has started. */
  private void killAgents() {
    for (ProcessHandle agent : daemon.process().descendants().toList()) {
      agent.destroyForcibly();
      agent.onExit().join();
    }
  }

  @Test
  @DisplayName(
      "AG-14 Gemini killed as it asked, and its session gone: an allow is 409 with its details, a"
          + " deny is 202")
  void gemini_lost() throws IOException {
    Packages.need(RunAgent.GEMINI.npmPackage(), RunAgent.GEMINI.file());
    String run = submit(RunAgent.GEMINI, "gemini-lost", RunAgent.GEMINI.call("touch a"));
    JsonNode approval = approval(run);
    killAgents();
    // It writes sessions down while it works: some of those that are killed it can load.
    List<Path> kept;
    try (Stream<Path> files = Files.walk(folder.resolve("gemini").resolve(".gemini"))) {
      kept = files.filter(file -> file.resolveSibling("").endsWith("chats")).toList();
    }
    for (Path chat : kept) {
      Files.delete(chat);
    }

    Http.Answer allowed =
        http.post("/v1/runs/" + run + "/approvals", Http.allow(approval.path("id").asString()))
            .expect(409);
    assertThat(allowed.code()).isEqualTo("gateway_run_unavailable");
    assertThat(allowed.text()).contains("No previous sessions found for this project");
    assertThat(http.run(run).path("status").asString()).isEqualTo("waiting_for_approval");

    decide(run, approval, "\"behavior\":\"deny\"");
    assertThat(http.awaitRun(run, "interrupted").path("error").asString())
        .contains("could not be brought back");
  }

  @Test
  @DisplayName("AG-11 OpenCode: the approval has the input of the tool call, each time")
  void opencode_input() throws IOException {
    Packages.need(RunAgent.OPENCODE.npmPackage(), RunAgent.OPENCODE.file());
    String[] script = new String[6];
    Arrays.fill(script, RunAgent.OPENCODE.call("touch a"));
    String run = submit(RunAgent.OPENCODE, "opencode-input", script);
    for (int i = 0; i < script.length; i++) {
      JsonNode approval = approval(run);
      assertThat(approval.path("input").toString())
          .isEqualTo("{\"command\":\"touch a\",\"description\":\"d\"}");
      decide(run, approval, "\"behavior\":\"allow\"");
    }
    http.awaitRun(run, "completed");
  }

  @Test
  @DisplayName("AG-26 Qwen's question tool is a question, and the model reads the answers or a no")
  @Proves(value = Column.QUESTION, packages = "@qwen-code/qwen-code")
  void qwen_question() throws IOException {
    Packages.need(RunAgent.QWEN.npmPackage(), RunAgent.QWEN.file());
    String ask =
        """
        CALL ask_user_question {"questions":[\
        {"question":"Which database?","header":"DB","multiSelect":false,"options":[\
        {"label":"SQLite","description":"a file"},{"label":"PostgreSQL","description":"a server"}]},\
        {"question":"Which checks?","header":"Checks","multiSelect":true,"options":[\
        {"label":"Lint","description":"l"},{"label":"Tests","description":"t"},\
        {"label":"Bench","description":"b"}]},\
        {"question":"Which name?","header":"Name","multiSelect":false,"options":[\
        {"label":"red","description":"r"},{"label":"blue","description":"b"}]}]}\
        """;
    String run =
        submit(
            RunAgent.QWEN,
            "qwen-question",
            "CALL tool_search {\"query\":\"select:ask_user_question\"}",
            ask,
            ask);
    JsonNode asked = question(run);
    assertThat(asked.path("questions").valueStream().map(q -> q.path("question").asString()))
        .containsExactly("Which database?", "Which checks?", "Which name?");
    http.post(
            "/v1/runs/" + run + "/questions",
            """
            {"resolution":{"request_id":"%s","answers":[
            {"question_id":"q1","selected_option_ids":["SQLite"]},
            {"question_id":"q2","selected_option_ids":["Lint","Tests"]},
            {"question_id":"q3","selected_option_ids":[],"freeform_answer":"mauve-7"}]}}
            """
                .formatted(asked.path("id").asString()))
        .expect(202);

    JsonNode again =
        http.await(
            "/v1/runs/" + run,
            now ->
                now.path("pending_question_ids")
                    .valueStream()
                    .anyMatch(id -> !id.equals(asked.path("id"))));
    http.post(
            "/v1/runs/" + run + "/questions",
            "{\"resolution\":{\"request_id\":%s,\"declined\":true}}"
                .formatted(again.path("pending_question_ids").path(0)))
        .expect(202);
    JsonNode ended = http.awaitRun(run, "completed");
    assertThat(ended.path("outputs").toString()).contains("was canceled by the user");
    assertThat(provider.requests())
        .anyMatch(
            said -> said.contains("**DB**: SQLite\\n**Checks**: Lint, Tests\\n**Name**: mauve-7"));
  }

  @ParameterizedTest(
      name = "{0}: its own question tool asks people, and the model reads the answer")
  @EnumSource(names = {"CLAUDE", "CLAUDE_ACP", "OPENCODE"})
  @Proves(Column.QUESTION)
  void question(RunAgent agent) throws IOException {
    Packages.need(agent.npmPackage(), agent.file());
    String run =
        submit(
            agent,
            agent.agent() + "-question",
            """
            CALL %s {"questions":[{"question":"Which database?","header":"DB","multiSelect":false,\
            "options":[{"label":"SQLite","description":"a file"},\
            {"label":"PostgreSQL","description":"a server"}]}]}\
            """
                .formatted(agent == RunAgent.OPENCODE ? "question" : "AskUserQuestion"));
    JsonNode asked = question(run);
    JsonNode first = asked.path("questions").path(0);
    assertThat(first.path("question").asString()).startsWith("Which database?");
    http.post(
            "/v1/runs/" + run + "/questions",
            """
            {"resolution":{"request_id":%s,"answers":[
            {"question_id":%s,"selected_option_ids":[%s]}]}}
            """
                .formatted(
                    asked.path("id"), first.path("id"), first.path("options").path(1).path("id")))
        .expect(202);
    assertThat(http.awaitRun(run, "completed").path("outputs").toString())
        .contains("RESULT", "PostgreSQL")
        .doesNotContain("SQLite");
  }

  private JsonNode question(String run) {
    String id = http.awaitQuestion(run);
    return http.get("/v1/questions/" + id).expect(200).json().path("request");
  }

  @Test
  @DisplayName(
      "AG-54 agents test: codex-acp acts unasked in its own mode, and asks in a better one")
  void tested() throws IOException {
    Packages.need(RunAgent.CODEX.npmPackage(), RunAgent.CODEX.file());
    JsonNode unasked = http.post("/v1/agents/" + UNASKED + "/test", "{}").expect(200).json();
    assertThat(unasked.path("outcome").asString()).as(unasked.toString()).isEqualTo("acts_unasked");
    JsonNode asks = http.post("/v1/agents/codex/test", "{}").expect(200).json();
    assertThat(asks.path("outcome").asString()).as(asks.toString()).isEqualTo("asks");
    assertThat(asks.at("/asked/input/command").asString()).startsWith("touch holdpoint-");
  }

  @ParameterizedTest(name = "AG-54 agents test: {0} says its name, its version and its mode")
  @EnumSource(names = {"CLAUDE", "OPENCODE"})
  void tested_it_says_who_it_is(RunAgent agent) throws IOException {
    Packages.need(agent.npmPackage(), agent.file());
    JsonNode told = http.post("/v1/agents/" + agent.agent() + "/test", "{}").expect(200).json();
    assertThat(told.path("agent_name").asString())
        .as(told.toString())
        .isEqualTo(agent == RunAgent.CLAUDE ? "claude-code" : "opencode");
    assertThat(told.path("agent_version").asString())
        .isEqualTo(Packages.version(agent.npmPackage()));
    assertThat(told.path("mode").asString())
        .isEqualTo(agent == RunAgent.CLAUDE ? "default" : "build");
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
