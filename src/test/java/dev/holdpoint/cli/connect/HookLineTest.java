package dev.holdpoint.cli.connect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdpoint.cli.connect.HookServer.Arrived;
import dev.holdpoint.daemon.TypedHere;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The command that {@code connect} writes, run as the programs run it. It needs curl. */
class HookLineTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final List<String> PROGRAMS =
      List.of("codex", "copilot", "cursor", "gemini", "qwen");

  private static HookServer server;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws IOException {
    assertThat(Surroundings.ofProcess().program("curl"))
        .as("the hooks of six programs need curl, and so does this test: install curl")
        .isPresent();
    server = new HookServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void forget() {
    server.arrived.clear();
  }

  private static Map<String, String> environment(String token) {
    Map<String, String> environment = new TreeMap<>(System.getenv());
    environment.put("HOLDPOINT_TOKEN", token);
    return environment;
  }

  /** The command in the settings that were written, for asking at this address. */
  private String written(String program, String url, String... flags) throws IOException {
    String[] words =
        Stream.concat(
                Stream.of(
                    "connect",
                    program,
                    "--write",
                    "--scope",
                    "project",
                    "--in",
                    folder.toString(),
                    "--url",
                    url),
                Stream.of(flags))
            .toArray(String[]::new);
    TypedHere.Outcome outcome = TypedHere.run(words);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    JsonNode entry =
        JSON.readTree(Files.readString(file(program))).path("hooks").iterator().next().get(0);
    return HookPart.lead(entry.has("hooks") ? entry.path("hooks").get(0) : entry);
  }

  private Path file(String program) {
    return AgentProgram.of(program)
        .orElseThrow()
        .file(Scope.PROJECT, folder, new Surroundings(folder, Map.of()));
  }

  private static String body(String command) {
    ObjectNode body =
        JSON.createObjectNode().put("session_id", "s").put("tool_name", "run_shell_command");
    body.putObject("tool_input").put("command", command);
    return body.toString();
  }

  private static Subprocess.Ended run(String line, String token, String body) throws Exception {
    return Subprocess.run(List.of("sh", "-c", line), environment(token), body, LONGEST);
  }

  private static void assertDenies(Subprocess.Ended ended, String why) {
    assertThat(ended.exitCode()).as(why + ": " + ended).isEqualTo(2);
    assertThat(ended.out()).as(why).isEmpty();
    assertThat(ended.err()).as(why).endsWith(HookLine.REFUSAL + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"codex", "copilot", "cursor", "gemini", "qwen"})
  @DisplayName("AG-47 without a whole answer the written command says no, and nothing on stdout")
  void without_a_whole_answer_it_says_no(String program) throws Exception {
    String line = written(program, server.url());
    assertDenies(run(line, "wrong", body("answer {}")), "wrong token");
    assertDenies(run(line, HookServer.TOKEN, body("status 503")), "503");
    assertDenies(run(line, HookServer.TOKEN, body("cut")), "cut off after half");
    assertDenies(run(line, HookServer.TOKEN, body("answer ")), "nothing");
    assertDenies(run(line, HookServer.TOKEN, body("answer <html>")), "no JSON");

    Map<String, String> unset = environment("");
    unset.remove("HOLDPOINT_TOKEN");
    assertDenies(
        Subprocess.run(List.of("sh", "-c", line), unset, body("answer {}"), LONGEST),
        "HOLDPOINT_TOKEN unset");

    Path bin = Files.createDirectory(folder.resolve("bin"));
    Files.copy(Path.of("/bin/sh"), bin.resolve("sh"), StandardCopyOption.COPY_ATTRIBUTES);
    Map<String, String> bare = environment(HookServer.TOKEN);
    bare.put("PATH", bin.toString());
    assertDenies(
        Subprocess.run(List.of("/bin/sh", "-c", line), bare, body("answer {}"), LONGEST),
        "curl missing");

    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    assertDenies(
        run(written(program, "http://127.0.0.1:" + closed), HookServer.TOKEN, body("answer {}")),
        "no daemon");
    assertThat(run(line, HookServer.TOKEN, body("answer {}")))
        .isEqualTo(new Subprocess.Ended(0, "{}", ""));
  }

  @Test
  @DisplayName("AG-48 the token is in no argument list while the hook waits, no file, no output")
  void the_token_is_nowhere_to_be_read() throws Exception {
    String line = written("codex", server.url());
    CompletableFuture<Subprocess.Ended> waiting =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return run(line, HookServer.TOKEN, body("wait"));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(server.arrived.poll(20, TimeUnit.SECONDS))
        .extracting(Arrived::authorization)
        .isEqualTo("Bearer " + HookServer.TOKEN);
    StringBuilder arguments = new StringBuilder();
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      for (Path process : processes.toList()) {
        try {
          arguments.append(new String(Files.readAllBytes(process.resolve("cmdline")), UTF_8));
        } catch (IOException _) {
          // It is no process, or it is gone.
        }
      }
    }
    server.release.countDown();
    Subprocess.Ended ended = waiting.get(30, TimeUnit.SECONDS);

    assertThat(arguments.toString())
        .contains(server.url() + "/hooks/codex/pre-tool-use")
        .doesNotContain(HookServer.TOKEN);
    assertThat(ended.out() + ended.err()).isEqualTo("{}");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file)).doesNotContain(HookServer.TOKEN);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dash -c", "bash -lc", "zsh -lc", "sh -c"})
  @DisplayName("AG-49 the line runs in every shell, and the body arrives unchanged")
  void a_hostile_body_arrives_unchanged(String shell) throws Exception {
    String[] words = shell.split(" ", -1);
    assumeTrue(
        Surroundings.ofProcess().program(words[0]).isPresent(), words[0] + " is not installed");
    String hostile = "answer {\"said\":\"$HOME `id` \\\\ 'x' \\\"y\\\" %s %n \\u0007 !! }\\n\"}";
    ObjectNode sent = (ObjectNode) JSON.readTree(body(hostile));
    ((ObjectNode) sent.path("tool_input"))
        .put("text", "\"'$(touch x)`\\\n\t\r%s\u00e4\u20ac".repeat(60_000));
    String body = "\n" + sent.toPrettyString() + "\n\n";
    assertThat(body.length()).isGreaterThan(1024 * 1024);

    Subprocess.Ended ended =
        Subprocess.run(
            List.of(words[0], words[1], written("gemini", server.url())),
            environment(HookServer.TOKEN),
            body,
            LONGEST);
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).isEqualTo(hostile.substring(7));
    assertThat(server.arrived.take().body()).isEqualTo(body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"permission\":\"allow\"}",
        "{\"permission\":\"allow\",\"updated_input\":{\"command\":\"touch other\"}}",
        "{\"permission\":\"deny\",\"agent_message\":\"use staging\",\"user_message\":\"no\"}",
        "{}"
      })
  @DisplayName(
      "AG-37 Cursor's documented body goes through the written command, and so does the answer")
  void cursors_body_and_answers_pass(String answer) throws Exception {
    ObjectNode body =
        (ObjectNode)
            JSON.readTree(
                """
                {"conversation_id":"c","generation_id":"g","hook_event_name":"preToolUse",\
                "workspace_roots":["/srv/shop"],"tool_name":"Shell","tool_input":{}}""");
    ((ObjectNode) body.path("tool_input")).put("command", "answer " + answer);
    Subprocess.Ended ended =
        run(written("cursor", server.url()), HookServer.TOKEN, body.toString());

    assertThat(ended).isEqualTo(new Subprocess.Ended(0, answer, ""));
    Arrived arrived = server.arrived.take();
    assertThat(arrived.path()).isEqualTo("/hooks/cursor/pre-tool-use?wait_ms=300000");
    assertThat(arrived.body()).isEqualTo(body.toString());
  }

  @ParameterizedTest
  @CsvSource({"45s, 45000, 65, 105", "2h, 7200000, 7220, 7260"})
  @DisplayName("AG-50 the call takes 20 s longer than the wait, and the program 60 s, in its unit")
  void who_waits_longer(String wait, long waitMs, long call, long timeout) throws IOException {
    for (String program : PROGRAMS) {
      String line = written(program, server.url(), "--wait", wait);
      assertThat(line).contains(" -m " + call + " ", "?wait_ms=" + waitMs);
      String text = Files.readString(file(program));
      assertThat(text)
          .contains(
              switch (program) {
                case "copilot" -> "\"timeoutSec\": " + timeout;
                case "gemini", "qwen" -> "\"timeout\": " + timeout * 1000;
                default -> "\"timeout\": " + timeout;
              });
    }
    assertThat(TypedHere.run("connect", "opencode", "--wait", wait, "--url", server.url()).out())
        .contains("AbortSignal.timeout(" + call * 1000 + ")", "?wait_ms=" + waitMs);
  }

  @Test
  void what_was_settled_is_told_in_silence_whatever_happens() throws Exception {
    TypedHere.Outcome shown =
        TypedHere.run(
            "connect", "claude-code", "--event", "permission-request", "--url", server.url());
    JsonNode hooks = JSON.readTree(shown.out()).path("hooks");
    for (String setting :
        List.of("PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "Stop", "SessionEnd")) {
      JsonNode group = hooks.path(setting).get(0);
      assertThat(group.has("matcher")).isEqualTo(setting.startsWith("PostToolUse"));
      String line = group.at("/hooks/0/command").asString();
      assertThat(line).contains(" -m 5 ", server.url() + "/hooks/claude/over\"");
      Subprocess.Ended told = run(line, HookServer.TOKEN, body("answer {\"a\":1}"));
      assertThat(told).isEqualTo(new Subprocess.Ended(0, "", ""));
      assertThat(server.arrived.take().path()).isEqualTo("/hooks/claude/over");
      assertThat(run(line, "wrong", body("answer {}"))).isEqualTo(told);
    }
  }

  @Test
  void PF_30_results_are_told_in_silence_where_they_are_wanted() throws Exception {
    TypedHere.Outcome shown =
        TypedHere.run("connect", "claude-code", "--results", "--url", server.url());
    JsonNode hooks = JSON.readTree(shown.out()).path("hooks");
    assertThat(hooks.propertyNames())
        .containsExactlyInAnyOrder("PreToolUse", "PostToolUse", "PostToolUseFailure");
    for (String setting : List.of("PostToolUse", "PostToolUseFailure")) {
      String line = hooks.path(setting).get(0).at("/hooks/0/command").asString();
      Subprocess.Ended told = run(line, HookServer.TOKEN, body("answer {}"));
      assertThat(told).isEqualTo(new Subprocess.Ended(0, "", ""));
      assertThat(server.arrived.take().path()).isEqualTo("/hooks/claude/post-tool-use");
    }
    assertThat(TypedHere.run("connect", "codex", "--results", "--url", server.url()).err())
        .contains("--results is for hooks of Claude Code");
  }
}
