package dev.holdpoint.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.daemon.TypedHere;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What {@code connect} does to the settings of each program. */
class ProgramsTest {
  private static final JsonMapper JSON = new JsonMapper();

  /** Settings as people lay them out; %s is the name of the program's event. */
  private static final List<String> LAYOUTS =
      List.of(
          "",
          "\n",
          " \t\r\n\r\n  ",
          "{}",
          "{ }\n",
          "{\n}\n",
          "{\"hooks\":{}}",
          "{\"hooks\":{\"%s\":[]}}\n",
          "{\"a\": [1, 2],  \"hooks\": { \"%s\" : [ ] , \"Stop\": [] } }",
          "{\n\t\"z\": 12345678901234567890.10,\n\t\"allow\": [\"Bash(ls)\", \"x\"],\n\t\"a\": {}\n}\n",
          "{\r\n    \"hooks\": {\r\n        \"%s\": [{\"matcher\": \"Bash\", \"hooks\": [{\"type\":"
              + " \"command\", \"command\": \"./mine.sh\"}]}]\r\n    },\r\n    \"b\": null}\r\n",
          "{\"version\": 1,\n \"hooks\": {\n  \"other\": [ {\"command\": \"./a\"} ]\n }}",
          "{\n  \"version\": 1, \"k\": \"\\\"}]\\\\\"\n}");

  @TempDir private Path folder;

  private Path file(AgentProgram program) {
    return program.file(Scope.PROJECT, folder, new Surroundings(folder, Map.of()));
  }

  private Outcome type(AgentProgram program, String... flags) {
    List<String> words = new ArrayList<>(List.of("connect", program.word));
    words.addAll(List.of(flags));
    if (!words.contains("--scope")) {
      words.addAll(List.of("--scope", "project"));
    }
    if (!words.contains("--url")) {
      words.addAll(List.of("--url", "http://127.0.0.1:4747"));
    }
    words.addAll(List.of("--in", folder.toString()));
    return TypedHere.run(words.toArray(String[]::new));
  }

  private String after(AgentProgram program, String... flags) throws IOException {
    Outcome outcome = type(program, flags);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return Files.readString(file(program));
  }

  static Stream<Arguments> layouts() {
    return Stream.of(AgentProgram.values())
        .filter(program -> program.shape != Shape.PLUGIN)
        .flatMap(
            program ->
                LAYOUTS.stream()
                    .map(
                        layout ->
                            Arguments.of(
                                program,
                                layout.replace("%s", program.moments.getFirst().setting()))));
  }

  private static HookPart part(AgentProgram program, String url) {
    return new HookPart(
        new Asking(
            program,
            URI.create(url),
            program.usualMoments(),
            program.tools.matcher(),
            List.of(),
            program.tools.looking(),
            Duration.ofMinutes(5),
            null,
            "HOLDPOINT_TOKEN",
            null));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  @DisplayName("AG-45 written twice it changes once, and removed the file is as it was")
  void the_file_comes_back_byte_for_byte(AgentProgram program, String theirs) throws Exception {
    HookPart part = part(program, "http://127.0.0.1:4747");
    String with = part.addTo(theirs).text();
    JsonNode before = JSON.readTree(theirs.isBlank() ? "{}" : theirs);
    ObjectNode now = (ObjectNode) JSON.readTree(with);

    assertThat(HookPart.asking(program, program.moments.getFirst(), now)).hasSize(1);
    before
        .properties()
        .forEach(
            member -> {
              if (!member.getKey().equals("hooks")) {
                assertThat(now.get(member.getKey())).isEqualTo(member.getValue());
              }
            });
    assertThat(List.copyOf(now.propertyNames()).subList(0, before.size()))
        .as("the order of members")
        .isEqualTo(List.copyOf(before.propertyNames()));
    assertThat(part.addTo(with)).isEqualTo(new SettingsPart.Added(with, List.of()));

    // Another daemon replaces the entry, and nothing of the first is left over.
    SettingsPart.Added other = part(program, "https://other.example").addTo(with);
    assertThat(other.text()).contains("other.example").doesNotContain("127.0.0.1");
    assertThat(other.replaced()).hasSameSizeAs(program.usualMoments());
    assertThat(part.removeFrom(other.text())).isEqualTo(theirs);
    assertThat(part.removeFrom(theirs)).isEqualTo(theirs);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("AG-45 where no file was there is none afterwards; rights and links stay")
  void a_file_that_was_made_goes_again(AgentProgram program) throws IOException {
    String alone = after(program, "--write");
    assertThat(alone).isEqualTo(type(program).out());
    assertThat(type(program, "--write").out()).contains("nothing to change");
    assertThat(type(program, "--write", "--wait", "1m").err()).contains("It replaced the ");
    assertThat(type(program, "--remove").out()).contains("taken out");
    assertThat(file(program)).doesNotExist();
    assertThat(type(program, "--remove").out()).contains("nothing to change");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OPENCODE")
  @DisplayName("AG-45 rights and symbolic links stay")
  void rights_and_links_stay(AgentProgram program) throws IOException {
    String theirs = "{\"mine\": 1}\n";
    Path real = Files.writeString(folder.resolve("kept-elsewhere.json"), theirs);
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-r-----"));
    Files.createDirectories(file(program).getParent());
    Files.createSymbolicLink(file(program), real);
    assertThat(after(program, "--write")).contains("/hooks/" + program.hook + "/");
    assertThat(after(program, "--remove")).isEqualTo(theirs);
    assertThat(file(program)).isSymbolicLink();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(real)))
        .isEqualTo("rw-r-----");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OPENCODE")
  @DisplayName("AG-45 a file without a word in it is there afterwards, as it was")
  void an_empty_file_stays(AgentProgram program) throws IOException {
    for (String theirs : List.of("", "\n")) {
      Files.createDirectories(file(program).getParent());
      Files.writeString(file(program), theirs);
      assertThat(type(program, "--remove").out()).contains("nothing to change");
      assertThat(after(program, "--write")).contains("/hooks/" + program.hook + "/");
      assertThat(type(program, "--write").out()).contains("nothing to change");
      assertThat(after(program, "--remove")).isEqualTo(theirs);
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("AG-46 a file that cannot be understood is left as it is, with the reason")
  void what_is_not_understood_is_left_alone(AgentProgram program) throws IOException {
    Files.createDirectories(file(program).getParent());
    List<String> strange =
        program.shape == Shape.PLUGIN
            ? List.of("export const Mine = async () => ({})\n")
            : List.of("// mine\n{}", "{\"a\":1,\"a\":2}", "[]", "{\"hooks\":", "{\"hooks\":[]}");
    for (String text : strange) {
      Files.writeString(file(program), text);
      for (String flag : List.of("--write", "--remove")) {
        if (text.equals("{\"hooks\":[]}") && flag.equals("--remove")) {
          continue;
        }
        Outcome outcome = type(program, flag);
        assertThat(outcome.exitCode()).as(text).isEqualTo(ExitCode.FAILED);
        assertThat(outcome.err()).contains(file(program).getFileName().toString(), "not changed");
        assertThat(Files.readString(file(program))).isEqualTo(text);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "CODEX    ~ --matcher ^(?!Read)         ~ cannot look ahead or behind",
        "CODEX    ~ --matcher (?<=a)b           ~ would not ask for any tool",
        "CODEX    ~ --then ask                  ~ --then must be one of deny for this event",
        "CODEX    ~ --scope local               ~ is not one of user, project",
        "COPILOT  ~ --matcher Bash              ~ has no matchers for tools; use --only or --skip",
        "OPENCODE ~ --matcher bash              ~ has no matchers",
        "GEMINI   ~ --event permission-request  ~ is not one of pre-tool-use",
        "GEMINI   ~ --matcher (                 ~ Unclosed group",
        "QWEN     ~ --only a'b                  ~ is not the name of a tool",
        "QWEN     ~ --skip **                   ~ is not the name of a tool",
        "QWEN     ~ --live                      ~ --live is for --check",
        "QWEN     ~ --check --write             ~ --write and --check cannot be combined",
        "QWEN     ~ --check --mcp               ~ --check tests hooks",
        "CURSOR   ~ --check --live              ~ --live cannot test it"
      })
  @DisplayName("AG-46 flags that a program cannot follow are refused with the reason")
  void what_cannot_be_meant_is_told(AgentProgram program, String flags, String words) {
    Outcome outcome = type(program, flags.split(" "));
    assertThat(outcome.exitCode()).as(outcome.out()).isEqualTo(ExitCode.BAD_REQUEST);
    assertThat(outcome.err()).contains(words);
  }

  @Test
  void an_address_that_would_leave_its_quotes_is_refused() {
    for (String url : List.of("http://127.0.0.1:1/a'b", "http://127.0.0.1:1/$x")) {
      assertThat(type(AgentProgram.CODEX, "--url", url).exitCode()).isEqualTo(ExitCode.BAD_REQUEST);
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("AG-41 the settings leave out exactly the tools that only look")
  void tools_that_only_look_are_left_out(AgentProgram program) {
    List<String> looking =
        switch (program) {
          case CLAUDE_CODE ->
              List.of(
                  "Agent BashOutput Glob Grep LS NotebookRead Read Task TaskCreate TaskGet TaskList TaskUpdate TodoWrite ToolSearch"
                      .split(" "));
          case GEMINI, QWEN ->
              List.of(
                  "read_file read_many_files list_directory glob grep_search search_file_content google_web_search save_memory todo_write write_todos skill activate_skill"
                      .split(" "));
          case COPILOT -> List.of("view glob grep View Read Glob Grep TodoWrite".split(" "));
          case OPENCODE -> List.of("read glob grep list todoread todowrite skill".split(" "));
          case CODEX, CURSOR -> List.of();
        };
    String shown = type(program).out();
    if (program.tools.matcher() != null && !looking.isEmpty()) {
      assertThat(shown).doesNotContain("skip=");
      Pattern matcher = Pattern.compile(program.tools.matcher());
      assertThat(looking).noneMatch(tool -> matcher.matcher(tool).find());
      assertThat(
              List.of("Bash", "run_shell_command", "write_file", "Readable", "nobody_knows", "a"))
          .allMatch(tool -> matcher.matcher(tool).find());
      assertThat(shown).contains(program.tools.matcher());
    } else if (looking.isEmpty()) {
      assertThat(shown).doesNotContain("skip=", "(?!");
    } else {
      assertThat(shown)
          .contains(
              "&skip="
                  + String.join(",", looking)
                  + (program.shape == Shape.PLUGIN ? "\"" : "\\\""));
    }
    String only = type(program, "--only", "Bash,mcp__*", "--skip", "mcp__docs__*").out();
    assertThat(only)
        .contains("&only=Bash,mcp__*&skip=mcp__docs__*")
        .doesNotContain("(?!", "TodoWrite", "todowrite");
  }

  @Test
  void codex_asks_at_both_moments_and_others_by_the_word() {
    JsonNode both = JSON.readTree(type(AgentProgram.CODEX).out()).path("hooks");
    assertThat(both.propertyNames()).containsExactly("PreToolUse", "PermissionRequest");
    JsonNode one =
        JSON.readTree(
            type(AgentProgram.CODEX, "--event", "permission-request", "--then", "ask").out());
    assertThat(one.path("hooks").propertyNames()).containsExactly("PermissionRequest");
    assertThat(one.toString()).contains("/hooks/codex/permission-request?wait_ms=300000&then=ask");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "CLAUDE_CODE, USER,    -,                 /home/a/.claude/settings.json",
        "CLAUDE_CODE, LOCAL,   -,                 /p/.claude/settings.local.json",
        "CODEX,       USER,    -,                 /home/a/.codex/hooks.json",
        "CODEX,       USER,    CODEX_HOME,        /moved/hooks.json",
        "CODEX,       PROJECT, -,                 /p/.codex/hooks.json",
        "COPILOT,     USER,    -,                 /home/a/.copilot/hooks/holdpoint.json",
        "COPILOT,     USER,    COPILOT_HOME,      /moved/hooks/holdpoint.json",
        "COPILOT,     PROJECT, -,                 /p/.github/hooks/holdpoint.json",
        "CURSOR,      USER,    -,                 /home/a/.cursor/hooks.json",
        "CURSOR,      PROJECT, -,                 /p/.cursor/hooks.json",
        "GEMINI,      USER,    -,                 /home/a/.gemini/settings.json",
        "GEMINI,      PROJECT, -,                 /p/.gemini/settings.json",
        "OPENCODE,    USER,    -,                 /home/a/.config/opencode/plugin/holdpoint.js",
        "OPENCODE,    USER,    XDG_CONFIG_HOME,   /moved/opencode/plugin/holdpoint.js",
        "OPENCODE,    PROJECT, -,                 /p/.opencode/plugin/holdpoint.js",
        "QWEN,        USER,    -,                 /home/a/.qwen/settings.json",
        "QWEN,        PROJECT, -,                 /p/.qwen/settings.json"
      })
  void every_program_has_its_files(
      AgentProgram program, Scope scope, String variable, String file) {
    Map<String, String> environment = variable == null ? Map.of() : Map.of(variable, "/moved");
    assertThat(
            program.file(scope, Path.of("/p"), new Surroundings(Path.of("/home/a"), environment)))
        .isEqualTo(Path.of(file));
  }

  @ParameterizedTest
  @EnumSource
  void a_server_goes_into_the_programs_file_and_out_again(AgentProgram program) throws IOException {
    Outcome shown = type(program, "--mcp");
    if (program == AgentProgram.CODEX) {
      assertThat(shown.out())
          .isEqualTo(
              "codex mcp add holdpoint --url http://127.0.0.1:4747/mcp --bearer-token-env-var"
                  + " HOLDPOINT_TOKEN\n");
      return;
    }
    String member = program == AgentProgram.OPENCODE ? "mcp" : "mcpServers";
    JsonNode server = JSON.readTree(shown.out()).path(member).path("holdpoint");
    assertThat(server.at("/headers/Authorization").asString()).contains("HOLDPOINT_TOKEN}");
    Path file =
        new ServerPart(program, URI.create("http://127.0.0.1:4747"), "HOLDPOINT_TOKEN")
            .file(Scope.PROJECT, folder, new Surroundings(folder, Map.of()))
            .orElseThrow();
    Files.createDirectories(file.getParent());
    String theirs = "{ \"" + member + "\": { \"db\": {\"command\": \"db\"} } }";
    Files.writeString(file, theirs);
    assertThat(type(program, "--mcp", "--write").exitCode()).isZero();
    assertThat(JSON.readTree(Files.readString(file)).path(member).path("holdpoint"))
        .isEqualTo(server);
    assertThat(type(program, "--mcp", "--write").out()).contains("nothing to change");
    assertThat(type(program, "--mcp", "--remove").exitCode()).isZero();
    assertThat(Files.readString(file)).isEqualTo(theirs);
  }
}
