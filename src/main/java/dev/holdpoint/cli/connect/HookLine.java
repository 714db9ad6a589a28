package dev.holdpoint.cli.connect;

import java.time.Duration;

/**
 * The command that a program runs as its hook: one line for any POSIX shell, so that nothing of
 * Holdpoint is needed where the program runs.
 *
 * <p>The token goes to curl through a pipe, because everybody can read the arguments of a process.
 * Only a whole answer is printed. Otherwise the line ends with code 2 and words on standard error:
 * codex, gemini and qwen let the tool run after any other code, and after code 2 without words.
 */
final class HookLine {
  static final String REFUSAL = "Holdpoint could not be asked, so this does not run.";

  private HookLine() {}

  static String asking(Asking asking, AgentProgram.Moment moment) {
    return "sh -c 'a=$("
        + call(asking, asking.callTimeout(), asking.url(moment))
        + "); case \"$?$a\" in 0*\"}\") printf \"%s\" \"$a\";; *) echo \""
        + REFUSAL
        + "\" >&2; exit 2;; esac'";
  }

  /** Says that something is settled; nobody is kept waiting for that, and nothing is blocked. */
  static String telling(Asking asking) {
    return "sh -c 'a=$("
        + call(asking, Duration.ofSeconds(5), asking.overUrl())
        + " 2>/dev/null); exit 0'";
  }

  private static String call(Asking asking, Duration timeout, String url) {
    return "{ printf \"header = \\\"Authorization: Bearer %s\\\"\" \"$"
        + asking.tokenVariable()
        + "\" | curl -fsS -K - -m "
        + timeout.toSeconds()
        + (asking.caFile() == null
            ? ""
            : " --cacert \"" + asking.caFile().toAbsolutePath().normalize() + "\"")
        + " -H \"Content-Type: application/json\" --data-binary @/dev/fd/3 \""
        + url
        + "\"; } 3<&0";
  }
}
