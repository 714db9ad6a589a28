package dev.holdpoint.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdpoint.agent.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Timeout(60)
class BashToolTest {
  @TempDir Path folder;
  private ToolBench bench;

  @BeforeEach
  void prepare() throws IOException {
    bench = new ToolBench(folder);
  }

  @Test
  void the_result_holds_code_output_and_errors() throws Exception {
    assertThat(bash("echo out; echo err >&2; exit 3").toString())
        .isEqualTo("{\"exit_code\":3,\"stdout\":\"out\\n\",\"stderr\":\"err\\n\"}");
    assertThat(bench.registry.toFile().list()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "héllo 日本 🙂",
        "back\\\\slash \\n \\0101 %s %b",
        "a  b\tc",
        "$HOME `x` $(y) \"q\"",
        "é0 é7"
      })
  void the_command_reaches_the_shell_byte_for_byte(String text) throws Exception {
    assertThat(bash("cat <<'END'\n" + text + "\nEND\n").path("stdout").stringValue())
        .isEqualTo(text + "\n");
  }

  @Test
  void it_does_so_too_when_the_daemon_runs_in_a_plain_c_locale() throws Exception {
    ProcessBuilder daemon = EarlierDaemon.with(folder, "printf %s 'héllo 日本' > out");
    daemon.environment().put("LC_ALL", "C");
    assertThat(daemon.start().waitFor()).isZero();
    assertThat(bench.workspace.resolve("out")).hasContent("héllo 日本");
  }

  @Test
  void it_runs_in_the_workspace_or_in_a_folder_of_it() throws Exception {
    bench.write("sub/f", "");
    assertThat(bash("pwd").path("stdout").stringValue())
        .isEqualTo(bench.workspace.toRealPath() + "\n");
    assertThat(bench.call("bash", "command", "ls", "cwd", "sub").path("stdout").stringValue())
        .isEqualTo("f\n");
  }

  @Test
  void it_has_no_input_and_none_of_the_daemons_secrets() throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("HOLDPOINT_ADMIN_TOKEN", "hush");
    environment.put("OPENAI_API_KEY", "hush");
    bench = new ToolBench(folder, environment);
    assertThat(bash("cat; env").path("stdout").stringValue())
        .contains("PATH=")
        .doesNotContain("hush", "HOLDPOINT_");
  }

  @Test
  void output_that_is_not_utf8_is_replaced() throws Exception {
    assertThat(bash("printf 'a\\377b'").path("stdout").stringValue()).isEqualTo("a\ufffdb");
  }

  @Test
  void a_hundred_megabytes_are_read_and_dropped() throws Exception {
    JsonNode result =
        bash("head -c 100000000 /dev/zero | tr '\\0' 'é'; head -c 70000 /dev/zero >&2; echo x");
    assertThat(result.path("exit_code").intValue()).isZero();
    assertThat(result.path("stdout").stringValue().length()).isLessThanOrEqualTo(65_536);
    assertThat(result.path("stdout_cut").booleanValue()).isTrue();
    assertThat(result.path("stderr").stringValue()).hasSize(65_536);
    assertThat(result.path("stderr_cut").booleanValue()).isTrue();
  }

  @Test
  void exactly_64_kib_are_not_cut() throws Exception {
    JsonNode result = bash("head -c 65536 /dev/zero");
    assertThat(result.path("stdout").stringValue()).hasSize(65_536);
    assertThat(result.has("stdout_cut")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(sleep 600; echo hi) &",
        "(trap '' TERM; sleep 600; sleep 600) >/dev/null 2>&1 &",
        "nohup sleep 600 >/dev/null 2>&1 & disown",
        "setsid sleep 600 >/dev/null 2>&1 &",
      })
  void what_a_command_leaves_in_the_background_ends_with_it(String command) throws Exception {
    JsonNode result = bash("echo $$; " + command + "\necho done");
    assertThat(result.path("exit_code").intValue()).isZero();
    assertThat(result.path("stdout").stringValue()).endsWith("done\n");
    assertThat(result.has("timed_out")).isFalse();
    assertNothingIsLeft(firstPid(result));
  }

  @Test
  void what_the_other_end_of_a_pipe_still_has_to_say_is_not_cut_off() throws Exception {
    assertThat(bash("exec > >(while read -r l; do echo \"<$l>\"; done); echo a; echo b"))
        .hasToString("{\"exit_code\":0,\"stdout\":\"<a>\\n<b>\\n\",\"stderr\":\"\"}");
  }

  @Test
  void a_child_that_never_stops_writing_does_not_hold_the_call_and_ends_with_its_pipe()
      throws Exception {
    JsonNode result = bash("echo $$; yes & echo");
    assertThat(result.path("stdout_cut").booleanValue()).isTrue();
    long group = firstPid(result);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> ProcessTable.alive().stream().noneMatch(entry -> entry.belongsTo(group)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sleep 600",
        "trap '' TERM; while true; do sleep 600; done",
        "for i in 1 2 3; do (trap '' TERM; sleep 600 & sleep 600) & done; wait",
        "setsid sleep 600 & setsid setsid sleep 600 & sleep 600",
        "(sleep 600 | sleep 600) & sleep 600",
        "env -i sleep 600 & sleep 600",
        "kill -STOP $$",
      })
  void everything_ends_at_the_timeout(String command) throws Exception {
    JsonNode result = timedOut(command, 300);
    assertThat(result.path("exit_code").intValue()).isGreaterThan(128);
    assertNothingIsLeft(firstPid(result));
  }

  @Test
  void a_bomb_of_children_ends_at_the_timeout() throws Exception {
    // Bounded, so that a failure of this test harms nobody: each level doubles, eight levels.
    bench.write(
        "bomb.sh",
        """
        [ $1 -gt 0 ] && { trap '' TERM; sh bomb.sh $(($1-1)) & sh bomb.sh $(($1-1)) & }
        sleep 600
        """);
    assertNothingIsLeft(firstPid(timedOut("sh bomb.sh 7", 500)));
  }

  /** With more time when it was over before the command had begun, on a busy machine. */
  private JsonNode timedOut(String command, int firstMs) throws InterruptedException {
    for (int timeoutMs = firstMs; ; timeoutMs *= 2) {
      JsonNode result =
          bench.call("bash", "command", "echo $$; " + command, "timeout_ms", timeoutMs);
      assertThat(result.path("timed_out").booleanValue()).isTrue();
      if (!result.path("stdout").stringValue().isEmpty()) {
        return result;
      }
    }
  }

  @Test
  void everything_ends_when_the_caller_is_interrupted() throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    bash("trap '' TERM; sleep 600 & echo $$ > pid.tmp; mv pid.tmp pid; wait");
                  } catch (Throwable e) {
                    thrown.set(e);
                  }
                });
    Path pid = bench.workspace.resolve("pid");
    await().until(() -> Files.exists(pid));
    caller.interrupt();
    caller.join();
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    assertNothingIsLeft(Long.parseLong(Files.readString(pid).strip()));
  }

  private void assertNothingIsLeft(long leader) {
    assertThat(ProcessTable.alive())
        .noneMatch(entry -> entry.belongsTo(leader))
        .noneMatch(entry -> mentionsWorkspace(entry));
    assertThat(bench.registry.toFile().list()).isEmpty();
  }

  // Whatever a command started has the workspace as its working folder.
  private boolean mentionsWorkspace(ProcessTable.Entry entry) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/" + entry.pid() + "/cwd"))
          .startsWith(bench.workspace.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }

  private static long firstPid(JsonNode result) {
    String output = result.path("stdout").stringValue();
    return Long.parseLong(output.substring(0, output.indexOf('\n')));
  }

  private JsonNode bash(String command) throws InterruptedException {
    return bench.call("bash", "command", command);
  }
}
