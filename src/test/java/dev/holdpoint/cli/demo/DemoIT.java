package dev.holdpoint.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.cli.Typed;
import dev.holdpoint.cli.Typed.Outcome;
import java.io.BufferedReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What somebody sees who types {@code bin/holdpoint demo}. */
@Timeout(180)
class DemoIT {
  private static final Pattern DAEMON = Pattern.compile("daemon +pid (\\d+) at http://");

  @TempDir private Path folder;

  @Test
  void with_yes_it_parks_is_killed_restarts_is_allowed_is_answered_and_completes()
      throws Exception {
    Outcome outcome = type("", "demo", "--yes");

    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .containsSubsequence(
            "the run is parked",
            "bash wants to run:",
            "tee greeting.txt",
            "> k",
            "kill -9",
            "is still pending, equal in every field",
            "> a",
            "admin allowed apr_",
            "gets: exit code 0, Hello from a run that waited for you.",
            "What shall I do with greeting.txt?",
            "> 1",
            "admin answered keep",
            "completed",
            "holdpoint serve")
        .doesNotContain("\u001b");
    Matcher approval = Pattern.compile("apr_\\w+").matcher(outcome.out());
    assertThat(approval.results().map(found -> found.group()).distinct()).hasSize(1);
    assertThat(pids(outcome.out())).hasSize(2).doesNotHaveDuplicates();
    assertNothingIsLeft(outcome.out());
  }

  @Test
  void answers_come_from_standard_input_a_line_each() throws Exception {
    Outcome denied = type("what?\nd\nnot today\nx\n", "demo");
    assertThat(denied.exitCode()).as(denied.toString()).isZero();
    assertThat(denied.out())
        .containsSubsequence(
            "please type a, d, e, k or q",
            "Reason (optional)",
            "admin denied apr_",
            "gets: denied, because: not today",
            "admin declined to answer",
            "gets: no answer, the question was declined",
            "completed");

    Outcome edited = type("e echo changed > other.txt; ls\n\nburn it\n", "demo");
    assertThat(edited.exitCode()).as(edited.toString()).isZero();
    assertThat(edited.out())
        .containsSubsequence(
            "admin allowed apr_",
            ", with another command: echo changed > other.txt; ls",
            "gets: exit code 0, other.txt",
            "admin answered \"burn it\"",
            "completed");
  }

  @Test
  void it_can_be_left_and_says_so_when_the_answers_end() throws Exception {
    // The person's own configuration is broken, which does not touch it.
    Outcome left =
        new Typed(folder)
            .run(Map.of("HOLDPOINT_DATABASE", "postgres://nobody@127.0.0.1:1/x"), "q\n", "demo");
    assertThat(left.exitCode()).as(left.toString()).isZero();
    assertNothingIsLeft(left.out());

    Outcome ended = type("", "demo");
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.out()).contains("the input has ended", "use --yes");
    assertNothingIsLeft(ended.out());
  }

  @Test
  void a_signal_ends_it_and_its_daemon() throws Exception {
    Process demo = new Typed(folder).builder(Map.of(), Typed.command("demo")).start();
    StringBuilder seen = new StringBuilder();
    BufferedReader out = demo.inputReader(UTF_8);
    while (!seen.toString().contains("[q]uit")) {
      seen.append(out.readLine()).append('\n');
    }

    // The handle sends the signal alone; the process would close its input too, which also ends it.
    demo.toHandle().destroy();

    assertThat(demo.waitFor()).isEqualTo(143);
    assertNothingIsLeft(seen.toString());
  }

  @Test
  void on_a_terminal_it_has_colours_and_what_is_typed_is_not_repeated() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/script")),
        "script (util-linux) is needed for a pseudo-terminal");
    String launcher = DaemonProcess.launcher().toString();
    List<String> command =
        List.of(
            "script", "-qec", "'" + launcher + "' demo", folder.resolve("typescript").toString());
    Process demo = new Typed(folder).builder(Map.of(), command).redirectErrorStream(true).start();
    StringBuilder seen = new StringBuilder();
    try (OutputStream keys = demo.getOutputStream();
        BufferedReader out = demo.inputReader(UTF_8)) {
      answerWhenAsked(out, seen, keys, "k\n");
      answerWhenAsked(out, seen, keys, "a\n");
      answerWhenAsked(out, seen, keys, "2\n");
      out.lines().forEach(line -> seen.append(line).append('\n'));
    }

    assertThat(demo.waitFor()).as(seen.toString()).isZero();
    assertThat(seen.toString())
        .contains("\u001b[32mcompleted\u001b[0m", "equal in every field", "admin answered frame");
    assertThat(Pattern.compile("> (\u001b\\[0m)?k").matcher(seen).results()).hasSize(1);
    assertNothingIsLeft(seen.toString().replaceAll("\u001b\\[[0-9]*[mK]", ""));
  }

  /** Reads to the prompt, which has no line end, then types. */
  private static void answerWhenAsked(
      BufferedReader out, StringBuilder seen, OutputStream keys, String answer) throws Exception {
    int from = seen.length();
    while (!seen.substring(from).contains("> \u001b[0m")) {
      int c = out.read();
      assertThat(c).as(seen.toString()).isNotNegative();
      seen.append((char) c);
    }
    keys.write(answer.getBytes(UTF_8));
    keys.flush();
  }

  private Outcome type(String input, String... args) throws Exception {
    return new Typed(folder).run(Map.of(), input, args);
  }

  private static List<Long> pids(String out) {
    return DAEMON.matcher(out).results().map(found -> Long.valueOf(found.group(1))).toList();
  }

  private void assertNothingIsLeft(String out) throws Exception {
    assertThat(pids(out))
        .isNotEmpty()
        .noneMatch(pid -> ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false));
    assertThat(folder).isDirectoryNotContaining("glob:**/holdpoint-demo*");
  }
}
