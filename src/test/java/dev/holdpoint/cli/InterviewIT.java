package dev.holdpoint.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.status.RunStatus;
import dev.holdpoint.blackbox.DaemonProcess;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.SessionClient;
import dev.holdpoint.client.http.DaemonAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code questions answer --interactive}, on a terminal and through a pipe. */
@Timeout(180)
class InterviewIT {
  private static final String QUESTIONS =
      """
      {"ask":{"questions":[{"id":"db","question":"Which \\u001b[31mdatabase?","multi_select":true,\
      "options":[{"id":"pg","label":"PostgreSQL"},{"id":"lite","label":"SQLite"}]},\
      {"id":"why","question":"Why?"}]}}""";

  @TempDir private static Path data;
  private static DaemonProcess daemon;
  private static HoldpointClient client;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    daemon = DaemonProcess.start(data);
    client = new HoldpointClient(DaemonAddress.of(daemon.address(), daemon.adminToken()));
    client.sessions().create("setup");
  }

  @AfterAll
  static void stop() throws Exception {
    daemon.close();
  }

  private static RunView park() throws Exception {
    client
        .sessions()
        .input(
            "setup",
            SessionClient.input("#!script\n" + QUESTIONS + "\n{\"say_last_result\":true}"),
            30_000);
    return client.runs().list("setup", null).getFirst();
  }

  private static Map<String, String> here() {
    return Map.of("HOLDPOINT_URL", daemon.address(), "HOLDPOINT_DATA", daemon.data().toString());
  }

  private static String said(RunView run) throws Exception {
    return RunWatch.await(client, run.runId(), RunWatch.Until.ENDED, null).outputs().toString();
  }

  // K0-167
  @Test
  void somebody_answers_on_a_terminal() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/script")),
        "script (util-linux) is needed for a pseudo-terminal");
    RunView run = park();
    String id = run.pendingQuestionIds().getFirst();

    try (OnTerminal terminal =
        OnTerminal.start(folder, here(), "questions", "answer", id, "--interactive")) {
      terminal.sees("Which ⟨ESC⟩[31mdatabase?").sees("2  SQLite").sees("> ");
      terminal.types("5\n").sees("There is no option 5").sees("> ");
      terminal.types("1,2\n").sees("Question 2 of 2").sees("Why?").sees("> ");
      terminal.types("both are fine\n").sees("answered  " + id);
      assertThat(terminal.ends()).as(terminal.shown()).isZero();
      assertThat(terminal.raw()).contains("\u001b[1m> ").doesNotContain("\u001b[31m");
    }
    assertThat(said(run)).contains("[\"pg\",\"lite\"]", "both are fine");
  }

  // K0-167
  @Test
  void the_lines_may_come_through_a_pipe() throws Exception {
    RunView run = park();
    String id = run.pendingQuestionIds().getFirst();

    Typed.Outcome cutOff =
        new Typed(folder).run(here(), "1\n", "questions", "answer", id, "--interactive");
    assertThat(cutOff.exitCode()).isEqualTo(2);
    assertThat(cutOff.err()).contains("Nothing was sent");

    Typed.Outcome left =
        new Typed(folder).run(here(), "1\n:q\n", "questions", "answer", id, "--interactive");
    assertThat(left.exitCode()).isEqualTo(1);
    assertThat(client.runs().find(run.runId()).status())
        .isEqualTo(RunStatus.WAITING_FOR_USER_QUESTION);

    Typed.Outcome answered =
        new Typed(folder)
            .run(here(), "sqlite\nsmall\n", "questions", "answer", id, "--interactive", "--json");
    assertThat(answered.exitCode()).as(answered.toString()).isZero();
    assertThat(answered.out()).startsWith("{").contains(run.runId());
    assertThat(said(run)).contains("[\"lite\"]", "small");

    Typed.Outcome late =
        new Typed(folder).run(here(), "1\nx\n", "questions", "answer", id, "--interactive");
    assertThat(late.exitCode()).isEqualTo(6);
    assertThat(late.err()).contains("it is no longer pending: answered by admin");
  }

  // K0-168
  @Test
  void somebody_declines_by_a_word() throws Exception {
    RunView run = park();
    String id = run.pendingQuestionIds().getFirst();

    Typed.Outcome declined =
        new Typed(folder).run(here(), ":x\n", "questions", "answer", id, "--interactive");
    assertThat(declined.exitCode()).as(declined.toString()).isZero();
    assertThat(declined.out()).contains("declined  " + id);
    assertThat(said(run)).contains("\"declined\":true");
  }

  @Test
  void bash_completes_the_words() throws Exception {
    Typed.Outcome script = new Typed(folder).run(Map.of(), "", "completion", "bash");
    assertThat(script.exitCode()).isZero();
    Files.writeString(folder.resolve("completion"), script.out());

    String probe =
        "source completion; COMP_WORDS=(holdpoint approvals allow); COMP_CWORD=2;"
            + " COMP_LINE='holdpoint approvals allow'; COMP_POINT=25; _complete_holdpoint;"
            + " echo ${COMPREPLY[@]}";
    Process bash = new Typed(folder).builder(Map.of(), List.of("bash", "-c", probe)).start();
    assertThat(new String(bash.getInputStream().readAllBytes(), UTF_8)).contains("allow allow-all");
    assertThat(bash.waitFor()).isZero();
  }
}
