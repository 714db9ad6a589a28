package dev.holdpoint.agent.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.agent.process.CommandProcesses;
import dev.holdpoint.agent.process.Launcher;
import dev.holdpoint.agent.process.Processes;
import dev.holdpoint.agent.tool.input.CannotDo;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs commands, each in a session of its own, so that it can be ended whole. When the command
 * itself has exited, what it left in the background is ended too, before the registration goes:
 * nothing runs that no daemon has on its books.
 */
final class Shell {
  static final int MAX_COMMAND = Launcher.MAX_WORD;

  private static final Duration TERM_GRACE = Duration.ofSeconds(2);
  private static final Duration PIPE_PATIENCE = Duration.ofMillis(250);

  private final Processes processes;
  private final Launcher launcher;

  Shell(Processes processes, Map<String, String> daemonEnvironment) {
    this.processes = processes;
    this.launcher = new Launcher(daemonEnvironment);
  }

  /** How a command ended. */
  record Outcome(
      int exitCode, OutputCapture.Text output, OutputCapture.Text error, boolean timedOut) {}

  Outcome run(
      byte[] command,
      Map<String, String> secrets,
      Path folder,
      Duration timeout,
      ToolContext context)
      throws CannotDo, IOException, InterruptedException {
    try (Processes.Registration registration =
            processes.register(context.runId(), context.callId());
        OutputCapture capture = new OutputCapture(context.secrets().scrubbing())) {
      ProcessBuilder builder =
          launcher
              .prepare(registration, List.of(shell(), "-c".getBytes(UTF_8), command), secrets)
              .directory(folder.toFile())
              .redirectInput(Redirect.from(new File("/dev/null")))
              .redirectOutput(Redirect.to(capture.standardOutput()))
              .redirectError(Redirect.to(capture.standardError()));
      Process process = builder.start();
      capture.begin();
      return await(process, registration.processes(process.pid()), capture, timeout);
    }
  }

  private static Outcome await(
      Process process, CommandProcesses all, OutputCapture capture, Duration timeout)
      throws InterruptedException {
    try {
      boolean timedOut = !process.waitFor(timeout);
      if (timedOut) {
        all.end(TERM_GRACE);
      }
      int exitCode = process.waitFor();
      // Whoever is only writing its last lines, as a `tee` at the other end of a pipe, may do so.
      capture.finish(PIPE_PATIENCE);
      if (!all.alive().isEmpty()) {
        all.end(TERM_GRACE);
        capture.finish(PIPE_PATIENCE);
      }
      return new Outcome(
          exitCode, capture.standardOutputText(), capture.standardErrorText(), timedOut);
    } catch (InterruptedException e) {
      all.end(TERM_GRACE);
      process.waitFor(TERM_GRACE.toMillis(), TimeUnit.MILLISECONDS);
      throw e;
    }
  }

  private byte[] shell() {
    String bash = launcher.find("bash");
    String found = bash == null ? launcher.find("sh") : bash;
    return (found == null ? "sh" : found).getBytes(UTF_8);
  }
}
