package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code holdpoint connect claude-code}: what it prints, and what it does to settings. */
class ConnectCommandTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String URL = "http://127.0.0.1:4747";

  /** As somebody wrote them: four blanks, hooks of his own, things nobody else knows. */
  private static final String THEIRS =
      """
      {
          "model": "opus",
          "permissions": {
              "allow": [
                  "Bash(npm test:*)"
              ]
          },
          "hooks": {
              "PreToolUse": [
                  {
                      "matcher": "Bash",
                      "hooks": [
                          {
                              "type": "command",
                              "command": "./check.sh"
                          }
                      ]
                  }
              ],
              "Stop": []
          },
          "big": 12345678901234567890.10
      }
      """;

  @TempDir private Path folder;

  private Path local() {
    return folder.resolve(".claude/settings.local.json");
  }

  private Outcome type(String... flags) {
    List<String> words = new ArrayList<>(List.of("connect", "claude-code"));
    words.addAll(List.of(flags));
    if (!words.contains("--in")) {
      words.addAll(List.of("--in", folder.toString()));
    }
    if (!words.contains("--url")) {
      words.addAll(List.of("--url", URL));
    }
    return TypedHere.run(words.toArray(String[]::new));
  }

  private String written(String... flags) throws IOException {
    Outcome outcome = type(flags);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return Files.readString(local());
  }

  private void theirs(String text) throws IOException {
    Files.createDirectories(folder.resolve(".claude"));
    Files.writeString(local(), text);
  }

  @Test
  void it_prints_a_hook_that_blocks_when_nobody_answers_and_holds_no_secret() {
    Outcome outcome = type();

    assertThat(outcome.exitCode()).isZero();
    JsonNode hook = JSON.readTree(outcome.out()).at("/hooks/PreToolUse/0/hooks/0");
    assertThat(hook)
        .isEqualTo(
            JSON.readTree(
                """
                {"type":"http","url":"http://127.0.0.1:4747/hooks/claude/pre-tool-use?wait_ms=300000",
                 "timeout":330,"headers":{"Authorization":"Bearer $HOLDPOINT_TOKEN"},
                 "allowedEnvVars":["HOLDPOINT_TOKEN"],"onFailure":"block"}"""));
    assertThat(outcome.err())
        .contains(
            "settings.local.json", "2.1.295", "holdpoint tokens add claude-code --role agent");
    assertThat(local()).doesNotExist();
  }

  @Test
  void tools_that_are_not_known_yet_are_asked_about_and_those_that_look_are_not() {
    String matcher = JSON.readTree(type().out()).at("/hooks/PreToolUse/0/matcher").asString();
    assertThat(List.of("Bash", "Write", "ReadAll", "mcp__db__query", "ExitPlanMode"))
        .allMatch(tool -> Pattern.compile(matcher).matcher(tool).find());
    assertThat(List.of("Read", "Grep", "Task"))
        .noneMatch(tool -> Pattern.compile(matcher).matcher(tool).find());
  }

  @Test
  void flags_say_when_where_and_how_long() throws IOException {
    String text =
        written(
            "--write",
            "--event",
            "permission-request",
            "--wait",
            "45s",
            "--then",
            "deny",
            "--matcher",
            "Bash|Write",
            "--token-env",
            "AGENT_TOKEN");
    JsonNode group = JSON.readTree(text).at("/hooks/PermissionRequest/0");

    assertThat(group.path("matcher").asString()).isEqualTo("Bash|Write");
    JsonNode hook = group.path("hooks").get(0);
    assertThat(hook.path("url").asString())
        .isEqualTo(URL + "/hooks/claude/permission-request?wait_ms=45000&then=deny");
    assertThat(hook.path("timeout").asInt()).isEqualTo(75);
    assertThat(hook.at("/headers/Authorization").asString()).isEqualTo("Bearer $AGENT_TOKEN");
    assertThat(hook.at("/allowedEnvVars/0").asString()).isEqualTo("AGENT_TOKEN");
    assertThat(JSON.readTree(text).at("/hooks/PreToolUse").isMissingNode()).isTrue();
  }

  @Test
  void what_others_wrote_stays_as_it_is_and_comes_back_letter_by_letter() throws IOException {
    theirs(THEIRS);
    String with = written("--write");

    assertThat(with).startsWith(THEIRS.substring(0, THEIRS.indexOf("            }\n        ],")));
    assertThat(with).contains("12345678901234567890.10", "\n    \"model\"");
    assertThat(JSON.readTree(with).at("/hooks/PreToolUse")).hasSize(2);
    assertThat(written("--remove")).isEqualTo(THEIRS);
  }

  @Test
  void saying_it_twice_changes_nothing_and_saying_it_otherwise_replaces_it() throws IOException {
    theirs(THEIRS);
    String once = written("--write");
    Outcome again = type("--write");
    assertThat(again.out()).contains("nothing to change");
    assertThat(again.err()).doesNotContain("replaced");
    assertThat(Files.readString(local())).isEqualTo(once);

    JsonNode other = JSON.readTree(written("--write", "--url", "http://127.0.0.1:9999"));
    assertThat(other.at("/hooks/PreToolUse")).hasSize(2);
    assertThat(other.at("/hooks/PreToolUse/1/hooks/0/url").asString()).contains(":9999/");
    JsonNode moved = JSON.readTree(written("--write", "--event", "permission-request"));
    assertThat(moved.at("/hooks/PreToolUse")).hasSize(1);
    assertThat(moved.at("/hooks/PermissionRequest")).hasSize(1);
  }

  @Test
  void what_it_replaces_it_tells() throws IOException {
    theirs(THEIRS);
    assertThat(type("--write", "--matcher", "Bash").err()).doesNotContain("replaced");
    assertThat(type("--write", "--matcher", "Write").err())
        .contains("It replaced the hook for PreToolUse, matcher 'Bash'.");
    Outcome moved = type("--write", "--event", "permission-request", "--json");
    assertThat(JSON.readTree(moved.out()).path("replaced"))
        .isEqualTo(JSON.readTree("[{\"event\":\"PreToolUse\",\"matcher\":\"Write\"}]"));
    assertThat(type("--mcp", "--write").err()).doesNotContain("replaced");
    assertThat(type("--mcp", "--write").err()).doesNotContain("replaced");
    assertThat(type("--mcp", "--write", "--token-env", "OTHER").err())
        .contains("It replaced the server holdpoint.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "*", "Bash|Write", "mcp__.*", "^(?!(Read|LS)$).+$", "\\(?Bash"})
  void a_matcher_that_claude_code_can_read_is_taken_as_it_is(String matcher) throws IOException {
    JsonNode written = JSON.readTree(written("--write", "--matcher", matcher));
    assertThat(written.at("/hooks/PreToolUse/0/matcher").asString()).isEqualTo(matcher);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "'('       ! Unclosed group",
        "'[a'      ! Unclosed character class",
        "'*Bash'   ! Dangling meta character '*' near index 0",
        "'(?i)bash'! after '(?' only ':'",
        "'  '      ! it is empty"
      })
  void a_matcher_that_would_match_nothing_is_not_written(String matcher, String words) {
    Outcome outcome = type("--write", "--matcher", matcher);
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.BAD_REQUEST);
    assertThat(outcome.err()).contains("' and would not ask for any tool:", words);
    assertThat(local()).doesNotExist();
  }

  @Test
  void a_folder_that_is_not_there_is_not_made() {
    Path none = folder.resolve("none");
    Outcome outcome = type("--in", none.toString(), "--write");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.BAD_REQUEST);
    assertThat(outcome.err()).contains("There is no folder " + none);
    assertThat(none).doesNotExist();
  }

  @Test
  void a_wait_that_the_daemon_may_cut_short_is_told() {
    assertThat(type("--wait", "1h").err()).doesNotContain("max_wait_ms");
    assertThat(type("--wait", "24h").err()).contains("hooks.max_wait_ms", "86400000 or more");
  }

  @Test
  void taking_out_what_is_not_there_changes_nothing() throws IOException {
    assertThat(type("--remove").exitCode()).isZero();
    assertThat(local()).doesNotExist();
    theirs(THEIRS);
    assertThat(written("--remove")).isEqualTo(THEIRS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"hooks\":",
        "[]",
        "// mine\n{}",
        "{\"a\":1,\"a\":2}",
        "{} {}",
        "{\"hooks\":[]}",
        "{\"hooks\":{\"PreToolUse\":{}}}",
        "{\"hooks\":{\"PreToolUse\":[{\"hooks\":7}]}}"
      })
  void what_it_does_not_understand_it_leaves_alone(String text) throws IOException {
    theirs(text);
    Outcome outcome = type("--write");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(outcome.err()).contains("not changed");
    assertThat(Files.readString(local())).isEqualTo(text);
    try (var files = Files.list(folder.resolve(".claude"))) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void a_link_stays_a_link_and_the_rights_of_the_file_stay() throws IOException {
    Path real = Files.writeString(folder.resolve("kept-elsewhere.json"), "{}\n");
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-------"));
    Files.createDirectories(folder.resolve(".claude"));
    Files.createSymbolicLink(local(), real);
    written("--write");

    assertThat(Files.isSymbolicLink(local())).isTrue();
    assertThat(Files.readString(real)).contains("onFailure");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(real)))
        .isEqualTo("rw-------");
  }

  @Test
  void what_keeps_hooks_from_asking_is_told() throws IOException {
    theirs(
        "{\"disableAllHooks\":true,\"allowedHttpHookUrls\":[\"https://example.com/*\"],"
            + "\"httpHookAllowedEnvVars\":[\"OTHER\"]}");
    assertThat(type("--write").err())
        .contains(
            "disableAllHooks is true",
            "allowedHttpHookUrls does not list this daemon: hooks cannot call it",
            "httpHookAllowedEnvVars does not list HOLDPOINT_TOKEN");
  }

  @Test
  void the_server_goes_into_the_projects_file_and_a_persons_own_is_for_claude_code_to_write()
      throws IOException {
    Path file = folder.resolve(".mcp.json");
    Files.writeString(
        file, "{\n  \"mcpServers\": {\n    \"db\": {\n      \"command\": \"db\"\n    }\n  }\n}\n");
    String before = Files.readString(file);
    Outcome outcome = type("--mcp", "--write");

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.err())
        .contains("--permission-prompt-tool mcp__holdpoint__permission_prompt");
    assertThat(JSON.readTree(Files.readString(file)).at("/mcpServers/holdpoint"))
        .isEqualTo(
            JSON.readTree(
                """
                {"type":"http","url":"http://127.0.0.1:4747/mcp",
                 "headers":{"Authorization":"Bearer ${HOLDPOINT_TOKEN}"}}"""));
    assertThat(type("--mcp", "--write").out()).contains("nothing to change");
    assertThat(type("--mcp", "--remove").exitCode()).isZero();
    assertThat(Files.readString(file)).isEqualTo(before);

    Outcome own = type("--mcp", "--scope", "user");
    assertThat(own.out())
        .isEqualTo(
            "claude mcp add --transport http --scope user holdpoint http://127.0.0.1:4747/mcp"
                + " --header 'Authorization: Bearer ${HOLDPOINT_TOKEN}'\n");
  }

  @Test
  void json_says_the_same() {
    JsonNode shown = JSON.readTree(type("--json").out());
    assertThat(shown.at("/settings/hooks/PreToolUse/0/hooks/0/onFailure").asString())
        .isEqualTo("block");
    assertThat(shown.path("file").asString()).endsWith("settings.local.json");
    JsonNode written = JSON.readTree(type("--write", "--scope", "project", "--json").out());
    assertThat(written.path("changed").asBoolean()).isTrue();
    assertThat(folder.resolve(".claude/settings.json")).exists();
  }

  @Test
  void a_token_goes_into_a_file_of_its_own_and_nowhere_else() throws Exception {
    try (Desk desk = new Desk(folder.resolve("data"))) {
      Path file = folder.resolve("claude.token");
      String[] words = {
        "connect",
        "claude-code",
        "--in",
        folder.toString(),
        "--write",
        "--make-token",
        file.toString()
      };
      Outcome outcome = desk.type(words);

      assertThat(outcome.exitCode()).as(outcome.err()).isZero();
      String token = Files.readString(file).strip();
      assertThat(outcome.out() + outcome.err() + Files.readString(local())).doesNotContain(token);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThat(desk.http().as(token).get("/v1/me").json().path("role").asString())
          .isEqualTo("agent");
      Files.delete(local());
      Outcome again = desk.type(words);
      assertThat(again.exitCode()).isEqualTo(ExitCode.FAILED);
      assertThat(local()).doesNotExist();
      assertThat(again.err()).contains("already exists");
      assertThat(Files.readString(file).strip()).isEqualTo(token);
    }
  }

  @Test
  void a_token_that_cannot_be_made_leaves_no_file_and_no_settings() {
    Path file = folder.resolve("claude.token");
    Outcome outcome =
        type("--write", "--make-token", file.toString(), "--url", "http://127.0.0.1:1");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(file).doesNotExist();
    assertThat(local()).doesNotExist();
  }

  @Test
  void no_token_is_made_for_settings_that_are_left_alone() throws IOException {
    theirs("[]");
    Path file = folder.resolve("claude.token");
    Outcome outcome =
        type("--write", "--make-token", file.toString(), "--url", "http://127.0.0.1:1");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(outcome.err()).contains("not changed");
    assertThat(file).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--hooks --mcp                                | --hooks and --mcp cannot be combined",
        "--write --remove                             | --write and --remove cannot be combined",
        "--event pre-tool                             | is not one of pre-tool-use",
        "--scope team                                 | is not one of user, project, local",
        "--token-env A-B                              | not the name of a variable",
        "--then allow                                 | --then must be one of defer, ask, deny",
        "--event permission-request --then defer      | --then must be one of ask, deny",
        "--wait 2d                                    | at most 24h",
        "--wait soon                                  | soon"
      })
  void what_cannot_be_meant_is_told(String flags, String words) {
    Outcome outcome = type(flags.split(" "));
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.BAD_REQUEST);
    assertThat(outcome.err()).contains(words);
  }
}
