package dev.holdpoint.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code connect NAME --check}: what is installed is run as the program would run it. */
class ConnectCheckTest {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path folder;

  private final Map<String, String> environment = new TreeMap<>(System.getenv());
  private HookServer server;

  @BeforeEach
  void start() throws IOException {
    server = new HookServer();
    environment.put("HOLDPOINT_TOKEN", HookServer.TOKEN);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String typed(StringWriter err, AgentProgram program, int expected, String... flags) {
    List<String> words = new ArrayList<>(List.of(program.word));
    words.addAll(Arrays.asList(flags));
    words.addAll(List.of("--scope", "project", "--in", folder.toString(), "--url", server.url()));
    StringWriter out = new StringWriter();
    CommandLine command =
        ConnectCommand.withPrograms(new Surroundings(folder, environment))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err));
    assertThat(command.execute(words.toArray(String[]::new)))
        .as(err.toString())
        .isEqualTo(expected);
    return out.toString();
  }

  private void write(AgentProgram program) {
    typed(new StringWriter(), program, 0, "--write");
  }

  private List<Check> faults(AgentProgram program) {
    return check(program, 1).stream().filter(check -> !check.ok()).toList();
  }

  private List<Check> check(AgentProgram program, int expected, String... more) {
    String[] flags = new String[more.length + 2];
    flags[0] = "--check";
    flags[1] = "--json";
    System.arraycopy(more, 0, flags, 2, more.length);
    JsonNode told = JSON.readTree(typed(new StringWriter(), program, expected, flags));
    return told.path("checks")
        .valueStream()
        .map(
            one ->
                new Check(
                    one.path("name").asString(),
                    one.path("ok").asBoolean(),
                    one.path("detail").asString()))
        .toList();
  }

  private void edit(AgentProgram program, UnaryOperator<String> change) throws IOException {
    Path file = program.file(Scope.PROJECT, folder, new Surroundings(folder, Map.of()));
    String before = Files.readString(file);
    String after = change.apply(before);
    assertThat(after).isNotEqualTo(before);
    Files.writeString(file, after);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("AG-51 after --write everything is well; each obstacle is one fault with what to do")
  void each_obstacle_is_one_fault(AgentProgram program) throws IOException {
    assertThat(faults(program))
        .singleElement()
        .satisfies(
            fault -> {
              assertThat(fault.name()).isEqualTo("entry");
              assertThat(fault.detail()).contains("holdpoint connect " + program.word + " --write");
            });
    write(program);
    assertThat(check(program, 0)).hasSizeGreaterThanOrEqualTo(6).allMatch(Check::ok);
    assertThat(typed(new StringWriter(), program, 0, "--check").lines())
        .allMatch(line -> line.startsWith("✓ "));

    environment.remove("HOLDPOINT_TOKEN");
    assertThat(faults(program))
        .singleElement()
        .extracting(Check::detail)
        .asString()
        .contains("HOLDPOINT_TOKEN is not set here: export HOLDPOINT_TOKEN=");
    environment.put("HOLDPOINT_TOKEN", "wrong");
    assertThat(faults(program))
        .singleElement()
        .extracting(Check::detail)
        .asString()
        .contains("does not accept the token", "holdpoint tokens add");
    environment.put("HOLDPOINT_TOKEN", HookServer.TOKEN);
    server.role = "viewer";
    assertThat(faults(program))
        .singleElement()
        .extracting(Check::detail)
        .asString()
        .contains("has the role viewer, which may not ask: use one with the role agent");
    server.role = "agent";
    assertThat(check(program, 0)).allMatch(Check::ok);

    server.close();
    assertThat(faults(program))
        .singleElement()
        .satisfies(
            fault -> {
              assertThat(fault.name()).isEqualTo("daemon");
              assertThat(fault.detail()).contains("holdpoint serve");
            });
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("AG-51 a hook that was changed to ignore failures is found")
  void a_hook_that_ignores_failures_is_found(AgentProgram program) throws IOException {
    write(program);
    edit(
        program,
        text ->
            switch (program) {
              case CLAUDE_CODE -> text.replace("\"block\"", "\"continue\"");
              case OPENCODE -> text.replace("throw new Error(refusal)\n    }", "return\n    }");
              case CODEX, COPILOT, CURSOR, GEMINI, QWEN -> text.replace("exit 2", "exit 0");
            });
    assertThat(faults(program))
        .singleElement()
        .satisfies(
            fault -> {
              assertThat(fault.name()).isEqualTo("fails closed");
              assertThat(fault.detail()).contains("would let the tool run", "--write");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "CLAUDE_CODE, '\"disableAllHooks\": true,', disableAllHooks is true",
    "CLAUDE_CODE, '\"allowedHttpHookUrls\": [\"https://x/*\"],', does not list this daemon",
    "GEMINI, '\"hooksConfig\": {\"enabled\": false},', hooksConfig.enabled is false",
    "GEMINI, '\"hooksConfig\": {\"disabled\": [\"holdpoint\"]},', lists holdpoint",
    "QWEN, '\"disableAllHooks\": true,', disableAllHooks is true"
  })
  @DisplayName("AG-51 settings that switch hooks off are found")
  void what_switches_hooks_off_is_found(AgentProgram program, String member, String words)
      throws IOException {
    write(program);
    edit(program, text -> text.replaceFirst("\\{", "{" + member));
    assertThat(faults(program))
        .singleElement()
        .satisfies(
            fault -> {
              assertThat(fault.name()).isEqualTo("enabled");
              assertThat(fault.detail()).contains(words, "Change this in ");
            });
  }

  @Test
  @DisplayName("AG-51 a machine without curl is told so")
  void without_curl_the_hook_cannot_ask() {
    write(AgentProgram.CODEX);
    environment.put("PATH", folder.toString());
    assertThat(faults(AgentProgram.CODEX))
        .singleElement()
        .extracting(Check::detail)
        .asString()
        .contains("there is none on the PATH: install it");
  }

  private void install(String name, String script) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    environment.put("PATH", bin + ":" + System.getenv("PATH"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "CLAUDE_CODE | echo '2.1.197 (Claude Code)' | Claude Code 2.1.197 is too old        | 1",
        "CLAUDE_CODE | echo '2.1.300 (Claude Code)' | -                                     | 0",
        "CODEX       | echo 'codex-cli 0.167.0'     | Codex 0.167.0 is newer than 0.166.0   | 0",
        "CODEX       | echo 'codex-cli 0.166.0'     | -                                     | 0",
        "GEMINI      | echo hello                   | 'gemini --version' printed no version | 0",
        "QWEN        | exec tail -f /dev/null                | 'qwen --version' did not end in 3 s   | 0"
      })
  @DisplayName("AG-53 a program that is too old, too new, silent or hanging is warned about in 3 s")
  void versions_are_looked_at(AgentProgram program, String script, String warning, int expected)
      throws IOException {
    write(program);
    install(program.versions.executable(), script);
    long begun = System.nanoTime();
    StringWriter err = new StringWriter();
    typed(err, program, 0);
    assertThat(System.nanoTime() - begun).isLessThan(10_000_000_000L);
    if (warning.equals("-")) {
      assertThat(err.toString()).doesNotContain("too old", "newer than", "--version");
    } else {
      assertThat(err.toString()).contains(warning);
      assertThat(check(program, expected).getLast().detail()).contains(warning);
    }
  }
}
