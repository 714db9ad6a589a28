package dev.holdpoint.agent.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.agent.tool.input.CannotDo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How programs are started: each in a session of its own, so that it can be ended whole, on the
 * books before it runs, and without the daemon's environment, which may hold keys.
 */
public final class Launcher {
  /**
   * Writes itself into the register and only then becomes the program. Bytes beyond ASCII come as
   * octal escapes: Java would write its arguments in the locale's encoding, and under LANG=C that
   * would run another command than was shown. Secrets come so too, and in the environment, which
   * nobody else can read; `printf` is the shell's own, so they are no program's arguments.
   */
  private static final String WRAPPER =
      """
      { read -r hold_stat </proc/$$/stat; } 2>/dev/null || hold_stat=$$
      printf '%s\\n' "$hold_stat" >>"$1" || exit 126
      shift
      for hold_name in $HOLDPOINT_SECRETS; do
        eval "hold_value=\\$$hold_name"
        hold_value=$(printf '%b.' "$hold_value")
        export "$hold_name=${hold_value%.}"
      done
      for hold_word do
        hold_word=$(printf '%b.' "$hold_word")
        set -- "$@" "${hold_word%.}"
        shift
      done
      unset HOLDPOINT_SECRETS hold_stat hold_name hold_value hold_word
      exec "$@"
      """;

  // One argument of a program, or one of its variables, may have 128 KiB.
  public static final int MAX_WORD = 120_000;

  private static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";
  private static final List<String> INHERITED =
      List.of("HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TZ", "LANG");

  private final Map<String, String> daemonEnvironment;

  public Launcher(Map<String, String> daemonEnvironment) {
    this.daemonEnvironment = daemonEnvironment;
  }

  /** Where programs are looked for unless somebody says otherwise. */
  public String path() {
    return daemonEnvironment.getOrDefault("PATH", DEFAULT_PATH);
  }

  public @Nullable String find(String program) {
    return find(program, path());
  }

  public static @Nullable String find(String program, String path) {
    for (String folder : path.split(":", -1)) {
      Path file = Path.of(folder.isEmpty() ? "." : folder, program);
      if (file.isAbsolute() && Files.isExecutable(file) && !Files.isDirectory(file)) {
        return file.toString();
      }
    }
    return null;
  }

  /**
   * @param words the program's absolute path, and its arguments
   * @param variables what it finds in its environment beside the few that every program gets
   */
  public ProcessBuilder prepare(
      Processes.Registration registration, List<byte[]> words, Map<String, String> variables)
      throws CannotDo {
    String setsid = find("setsid");
    String sh = find("sh");
    if (setsid == null || sh == null) {
      throw new CannotDo("This machine has no `setsid` or `sh`, so it cannot run commands.");
    }
    List<String> command = new ArrayList<>(List.of(setsid, sh, "-c", WRAPPER, "sh"));
    command.add(registration.file().toString());
    for (byte[] word : words) {
      command.add(
          escape(
              word,
              "The command is too long; put it into a file with write_file and run that file."));
    }
    ProcessBuilder builder = new ProcessBuilder(command);
    environment(builder.environment(), registration);
    reveal(builder.environment(), variables);
    return builder;
  }

  private void environment(Map<String, String> environment, Processes.Registration registration) {
    environment.clear();
    environment.put("PATH", path());
    environment.put("LANG", "C.UTF-8");
    environment.put("TERM", "dumb");
    daemonEnvironment.forEach(
        (name, value) -> {
          if (INHERITED.contains(name) || name.startsWith("LC_")) {
            environment.put(name, value);
          }
        });
    environment.put(registration.variable(), registration.id());
  }

  private static void reveal(Map<String, String> environment, Map<String, String> variables)
      throws CannotDo {
    if (variables.isEmpty()) {
      return;
    }
    environment.put("HOLDPOINT_SECRETS", String.join(" ", variables.keySet()));
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      environment.put(
          variable.getKey(),
          escape(
              variable.getValue().getBytes(UTF_8),
              "The secret %s is too long for the environment of a command. Nothing was run."
                  .formatted(variable.getKey())));
    }
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
    if (escaped.length() > MAX_WORD) {
      throw new CannotDo(tooLong);
    }
    return escaped.toString();
  }
}
