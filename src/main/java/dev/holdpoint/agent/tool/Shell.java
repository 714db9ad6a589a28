package dev.holdpoint.agent.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands, each in a session of its own, so that it can be ended whole. When the command
 * itself has exited, what it left in the background is ended too, before the registration goes:
 * nothing runs that no daemon has on its books.
 */
final class Shell {
  // One argument of a program may have 128 KiB.
  static final int MAX_COMMAND = 120_000;

  /**
   * Writes itself into the register and only then becomes the command. Bytes beyond ASCII come as
   * octal escapes: Java would write its arguments in the locale's encoding, and under LANG=C that
   * would run another command than was shown. Secrets come so too, and in the environment, which
   * nobody else can read; `printf` is the shell's own, so they are no program's arguments.
   */
  private static final String WRAPPER =
      """
      { read -r stat </proc/$$/stat; } 2>/dev/null || stat=$$
      printf '%s\\n' "$stat" >>"$1" || exit 126
      for name in $HOLDPOINT_SECRETS; do
        eval "value=\\$$name"
        value=$(printf '%b.' "$value")
        export "$name=${value%.}"
      done
      unset HOLDPOINT_SECRETS name value
      command=$(printf '%b.' "$3")
      exec "$2" -c "${command%.}"
      """;

  private static final String TOO_LONG =
      "The command is too long; put it into a file with write_file and run that file.";

  private static final Duration TERM_GRACE = Duration.ofSeconds(2);
  private static final Duration PIPE_PATIENCE = Duration.ofMillis(250);
  private static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

  /** What the daemon was started with may hold its keys, so a command gets these alone. */
  private static final List<String> INHERITED =
      List.of("HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TZ", "LANG", "LC_ALL", "LC_CTYPE");

  private final Processes processes;
  private final Map<String, String> daemonEnvironment;

  Shell(Processes processes, Map<String, String> daemonEnvironment) {
    this.processes = processes;
    this.daemonEnvironment = daemonEnvironment;
  }

  /** How a command ended. */
  record Outcome(int exitCode, Capture.Text output, Capture.Text error, boolean timedOut) {}

  Outcome run(
      byte[] command,
      Map<String, String> secrets,
      Path folder,
      Duration timeout,
      ToolContext context)
      throws CannotDo, IOException, InterruptedException {
    String setsid = find("setsid");
    String sh = find("sh");
    if (setsid == null || sh == null) {
      throw new CannotDo(
          "This machine has no `setsid` or no `sh`, so no command can be run on it.");
    }
    String bash = find("bash");
    try (Processes.Registration registration =
            processes.register(context.runId(), context.callId());
        Capture capture = new Capture(context.secrets().scrubbing())) {
      ProcessBuilder builder =
          new ProcessBuilder(
                  setsid,
                  sh,
                  "-c",
                  WRAPPER,
                  "sh",
                  registration.file().toString(),
                  bash == null ? sh : bash,
                  escape(command, TOO_LONG))
              .directory(folder.toFile())
              .redirectInput(Redirect.from(new File("/dev/null")))
              .redirectOutput(Redirect.to(capture.standardOutput()))
              .redirectError(Redirect.to(capture.standardError()));
      environment(builder.environment(), registration);
      reveal(builder.environment(), secrets);
      Process process = builder.start();
      capture.begin();
      return await(process, registration.processes(process.pid()), capture, timeout);
    }
  }

  private static Outcome await(
      Process process, CommandProcesses all, Capture capture, Duration timeout)
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

  private void environment(Map<String, String> environment, Processes.Registration registration) {
    environment.clear();
    environment.put("PATH", path());
    environment.put("LANG", "C.UTF-8");
    environment.put("TERM", "dumb");
    for (String name : INHERITED) {
      String value = daemonEnvironment.get(name);
      if (value != null) {
        environment.put(name, value);
      }
    }
    environment.put(registration.variable(), registration.id());
  }

  private static void reveal(Map<String, String> environment, Map<String, String> secrets)
      throws CannotDo {
    if (secrets.isEmpty()) {
      return;
    }
    environment.put("HOLDPOINT_SECRETS", String.join(" ", secrets.keySet()));
    for (Map.Entry<String, String> secret : secrets.entrySet()) {
      environment.put(
          secret.getKey(),
          escape(
              secret.getValue().getBytes(UTF_8),
              "The secret %s is too long for the environment of a command; nothing was run."
                  .formatted(secret.getKey())));
    }
  }

  private String path() {
    return daemonEnvironment.getOrDefault("PATH", DEFAULT_PATH);
  }

  private @Nullable String find(String program) {
    for (String folder : path().split(":", -1)) {
      Path file = Path.of(folder.isEmpty() ? "." : folder, program);
      if (file.isAbsolute() && Files.isExecutable(file)) {
        return file.toString();
      }
    }
    return null;
  }

  private static String escape(byte[] text, String tooLong) throws CannotDo {
    StringBuilder escaped = new StringBuilder(text.length);
    for (byte b : text) {
      if (b < 0 || b == '\\') {
        // Both kinds have three octal digits, so a digit that follows is not taken for a fourth.
        escaped.append("\\0").append(Integer.toOctalString(b & 0xFF));
      } else {
        escaped.append((char) b);
      }
    }
    if (escaped.length() > MAX_COMMAND) {
      throw new CannotDo(tooLong);
    }
    return escaped.toString();
  }
}
