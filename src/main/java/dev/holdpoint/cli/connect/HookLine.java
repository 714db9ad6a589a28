package dev.holdpoint.cli.connect;

import java.net.URI;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The command that a program runs as its hook: one line for any POSIX shell, so that nothing of
 * Holdpoint is needed where the program runs.
 *
 * <p>The token goes to curl through a pipe, because everybody can read the arguments of a process.
 * The body stays on standard input: programs on Node.js give their hooks a socket there, which
 * cannot be opened by a name such as /dev/fd/0. Only a whole answer is printed. Otherwise the line
 * ends with code 2 and words on standard error: codex, gemini and qwen let the tool run after any
 * other code, and after code 2 without words.
 */
final class HookLine {
  static final String REFUSAL = "Holdpoint could not be asked, so this does not run.";

  private static final Pattern SECONDS = Pattern.compile(" -m (\\d{1,7}) ");
  private static final Pattern AUTHORITY = Pattern.compile(" --cacert \"([^\"'$`\\\\]+)\"");
  private static final Pattern SAFE_URL = Pattern.compile("[A-Za-z0-9:/?&=%._~,*\\[\\]-]+");
  private static final String NO_PROXY = " --noproxy \"*\"";

  private HookLine() {}

  /** A proxy or a file of curl's would learn the token of a daemon on this machine. */
  private static boolean isHere(URI daemon) {
    String host = String.valueOf(daemon.getHost());
    return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
  }

  /**
   * Whether a command is one that this class has made, so that it may be run to be tested: settings
   * of a project come with the project, from its author.
   */
  static boolean isAsWritten(Asking asking, AgentProgram.Moment moment, InstalledHook hook) {
    Matcher seconds = SECONDS.matcher(hook.command());
    Matcher authority = AUTHORITY.matcher(hook.command());
    if (!SAFE_URL.matcher(hook.url()).matches() || !seconds.find()) {
      return false;
    }
    String made =
        line(
            call(
                hook.variable(),
                seconds.group(1),
                isHere(asking.daemon()),
                authority.find() ? authority.group(1) : null,
                hook.url()));
    return made.equals(hook.command());
  }

  static String asking(Asking asking, AgentProgram.Moment moment) {
    return line(call(asking, asking.callTimeout(), asking.url(moment)));
  }

  private static String line(String call) {
    return "sh -c 'a=$("
        + call
        + "); case \"$?$a\" in 0*\"}\") printf \"%s\" \"$a\";; *) echo \""
        + REFUSAL
        + "\" >&2; exit 2;; esac'";
  }

  /** Says that something is settled; nobody is kept waiting for that, and nothing is blocked. */
  static String telling(Asking asking, String url) {
    return "sh -c 'a=$(" + call(asking, Duration.ofSeconds(5), url) + " 2>/dev/null); exit 0'";
  }

  private static String call(Asking asking, Duration timeout, String url) {
    return call(
        asking.tokenVariable(),
        Long.toString(timeout.toSeconds()),
        isHere(asking.daemon()),
        asking.caFile() == null ? null : asking.caFile().toAbsolutePath().normalize().toString(),
        url);
  }

  private static String call(
      String variable, String seconds, boolean here, @Nullable String authority, String url) {
    return "{ printf \"header = \\\"Authorization: Bearer %s\\\"\" \"$"
        + variable
        + "\" | curl -q -fsS -K /dev/fd/3 -m "
        + seconds
        + (here ? NO_PROXY : "")
        + (authority == null ? "" : " --cacert \"" + authority + "\"")
        + " -H \"Content-Type: application/json\" --data-binary @- \""
        + url
        + "\" 3<&0 <&4; } 4<&0";
  }
}
