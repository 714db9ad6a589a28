package dev.holdpoint.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.secret.SecretValues;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A command uses a secret and shows nothing of it. */
final class BashSecretsTest {
  /** With all that a shell could take for something else. */
  private static final String KEY = "a b\"c'd$HOME`id`\\e;*ä\n#f";

  private static final String CHECK =
      "check() { [ $# = 1 ] && [ \"$1\" = \"$(cat value)\" ] && echo same; }; ";

  @TempDir private Path folder = Path.of("");
  private ToolBench bench;

  @BeforeEach
  void open() throws IOException {
    bench = new ToolBench(folder);
    Map<String, String> values = new HashMap<>();
    values.put("KEY", KEY);
    values.put("TOKEN", "tok-0123456789");
    values.put("PATH", "/nowhere/at/all");
    values.put("LD_PRELOAD", "/nowhere/lib.so");
    values.put("NUL", "a\0b");
    values.put("LONG", "0123456789abcdef".repeat(4096));
    values.put("WIDE", "ä".repeat(32 * 1024));
    bench.secrets = SecretValues.of(values);
    bench.write("value", KEY);
    bench.write("value2", "x" + KEY + "y");
  }

  private JsonNode bash(String command) throws InterruptedException {
    return bench.call("bash", "command", command);
  }

  // S1-41
  @ParameterizedTest
  @ValueSource(
      strings = {
        "check {{secret:KEY}}",
        "check \"{{secret:KEY}}\"",
        "check '{{secret:KEY}}'",
        "check $'{{secret:KEY}}'",
        "check $\"{{secret:KEY}}\"",
        "check \"$(printf '%s' {{secret:KEY}})\"",
        "check \"$(printf '%s' \"{{secret:KEY}}\")\"",
        "check \"`printf '%s' {{secret:KEY}}`\"",
        "(check {{secret:KEY}})",
        "V={{secret:KEY}}; check \"$V\"",
        "V=\"${NOTHING:-{{secret:KEY}}}\"; check \"$V\"",
        "check ${NOTHING:-{{secret:KEY}}}",
        "check \"$(cat <<END\n{{secret:KEY}}\nEND\n)\"",
        "check \"$(cat <<-END\n\t{{secret:KEY}}\n\tEND\n)\"",
        "check \"$(cat <<< {{secret:KEY}})\"",
        "check {{secret:KEY}} # it's {{secret:KEY}} \"",
        "echo $((1 << 2)) >/dev/null; check '{{secret:KEY}}'",
        "check \"$KEY\"",
        "check \"${KEY}\"",
        "bash -c 'check() { [ \"$1\" = \"$(cat value)\" ] && echo same; }; check \"$KEY\"'",
      })
  void it_is_one_word_in_every_kind_of_quotes(String command) throws InterruptedException {
    JsonNode result = bash(CHECK + command);

    assertThat(result.path("stdout").asString()).as("%s", result).isEqualTo("same\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check x{{secret:KEY}}y",
        "check 'x{{secret:KEY}}y'",
        "check \"x{{secret:KEY}}y\"",
        "check $'x{{secret:KEY}}y'",
        "check x\"{{secret:KEY}}\"'y'",
      })
  void it_is_part_of_its_word(String command) throws InterruptedException {
    assertThat(bash(CHECK.replace("value", "value2") + command).path("stdout").asString())
        .isEqualTo("same\n");
  }

  @Test
  void one_that_is_escaped_stays_as_it_is() throws InterruptedException {
    assertThat(bash("echo \\{{secret:KEY}} \"\\{{secret:KEY}}\"").path("stdout").asString())
        .isEqualTo("{{secret:KEY}} \\{{secret:KEY}}\n");
  }

  // S1-38, S1-41
  @ParameterizedTest
  @ValueSource(
      strings = {
        "printf '%s' {{secret:TOKEN}}",
        "printf '%s' {{secret:TOKEN}} >&2",
        "printf '%s' {{secret:TOKEN}} | base64",
        "printf 'x%s' {{secret:TOKEN}} | base64",
        "printf 'xy%sz' {{secret:TOKEN}} | base64 -w0",
        "printf '%s' {{secret:TOKEN}} | od -An -tx1",
        "env",
        "echo {{secret:TOKEN}}; env",
        "cat /proc/self/environ; echo $TOKEN",
        "set; echo $TOKEN",
        "printf tok-01; sleep 0.2; printf 23456789; : {{secret:TOKEN}}",
        "echo {{secret:TOKEN}} > f; cat f",
      })
  void it_is_shown_in_no_form(String command) throws InterruptedException {
    String result = bash(command).toString();

    for (String form :
        new String[] {
          "tok-0123456789",
          "dG9rLTAxMjM0NTY3ODk",
          "0LTAxMjM0NTY3OD",
          "746f6b2d30313233343536373839",
          "74 6f 6b 2d"
        }) {
      assertThat(result).doesNotContain(form);
    }
  }

  @Test
  void what_is_taken_out_is_named() throws InterruptedException {
    JsonNode result = bash("echo it is {{secret:TOKEN}}; echo \"$TOKEN\" >&2");

    assertThat(result.path("stdout").asString()).isEqualTo("it is [secret:TOKEN]\n");
    assertThat(result.path("stderr").asString()).isEqualTo("[secret:TOKEN]\n");
  }

  @Test
  void no_half_of_it_is_left_where_the_output_is_cut() throws InterruptedException {
    int before = OutputCapture.KEPT_BYTES - 7;
    JsonNode result =
        bash("head -c " + before + " /dev/zero | tr '\\0' x; echo {{secret:TOKEN}}; echo more");

    String output = result.path("stdout").asString();
    assertThat(result.path("stdout_cut").asBoolean()).isTrue();
    assertThat(output)
        .hasSize(OutputCapture.KEPT_BYTES)
        .endsWith("x[secret")
        .doesNotContain("tok-");
  }

  @Test
  void it_is_in_no_argument_and_in_no_file() throws Exception {
    JsonNode result =
        bash("cat /proc/$$/cmdline /proc/$PPID/cmdline | tr '\\0' ' '; : {{secret:TOKEN}}");

    assertThat(result.path("stdout").asString())
        .contains("HOLDPOINT_SECRET_TOKEN")
        .doesNotContain("[secret:TOKEN]");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .doesNotContain("tok-0123456789");
      }
    }
  }

  @Test
  void a_command_gets_what_it_names_and_nothing_else() throws InterruptedException {
    String names = bash("env | cut -d= -f1; : {{secret:TOKEN}}").path("stdout").asString();

    assertThat(names)
        .contains("HOLDPOINT_SECRET_TOKEN")
        .doesNotContain("HOLDPOINT_SECRETS")
        .doesNotContain("KEY\n")
        .doesNotContain("\nTOKEN\n");
  }

  @Test
  void what_means_something_to_others_is_not_replaced() throws InterruptedException {
    JsonNode result = bash("echo \"$PATH $LD_PRELOAD\"; ls >/dev/null && echo works");

    assertThat(result.path("stdout").asString()).contains("/bin").endsWith("works\n");
    assertThat(bash("[ {{secret:PATH}} = /nowhere/at/all ] && echo yes").path("stdout").asString())
        .isEqualTo("yes\n");
  }

  // S1-39
  @Test
  void one_that_is_not_there_keeps_the_command_from_running() throws InterruptedException {
    JsonNode result = bash("touch ran; echo {{secret:OTHER}}");

    assertThat(result.path("error").asString()).contains("OTHER").contains("request_approval");
    assertThat(Files.exists(bench.workspace.resolve("ran"))).isFalse();
  }

  @Test
  void one_that_no_environment_can_hold_is_told_so() throws InterruptedException {
    assertThat(bash("echo {{secret:NUL}}").path("error").asString()).contains("NUL");
    assertThat(bash("echo {{secret:WIDE}}").path("error").asString()).contains("too long");
    assertThat(bash("printf %s {{secret:LONG}} | wc -c").path("stdout").asString().strip())
        .isEqualTo("65536");
  }

  @Test
  void a_quoted_here_document_is_refused_rather_than_left_as_it_is() throws InterruptedException {
    assertThat(bash("cat <<'END'\n{{secret:KEY}}\nEND").path("error").asString())
        .contains("here-document");
    assertThat(bash("cat <<'END'\n$x {{secret:}}\nEND").path("stdout").asString())
        .isEqualTo("$x {{secret:}}\n");
  }

  @Test
  void other_tools_keep_the_placeholder() throws Exception {
    bench.call("write_file", "path", "f.txt", "content", "key={{secret:TOKEN}}");

    assertThat(Files.readString(bench.workspace.resolve("f.txt")))
        .isEqualTo("key={{secret:TOKEN}}");
  }

  @Test
  void values_in_a_non_ascii_alphabet_arrive_as_they_are() throws InterruptedException {
    bench.secrets = SecretValues.of(Map.of("KEY", "grüße 😀"));
    String expected =
        Base64.getEncoder().encodeToString("xgrüße 😀".getBytes(StandardCharsets.UTF_8));

    assertThat(
            bash("[ \"$(printf 'x%s' {{secret:KEY}} | base64 -w0)\" = "
                    + expected
                    + " ] && echo ok")
                .path("stdout")
                .asString())
        .isEqualTo("ok\n");
  }
}
